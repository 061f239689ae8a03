import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { released } from './changelog.ts'
import type { Plan } from './plan.ts'
import { run } from './run.ts'

/** The file whose code contains the version. */
const inCode = 'src/core/options/user-agent.ts'

function rewrite(file: string, change: (text: string) => string): void {
  if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8')))
}

const manifestsOfExamples = (folder: string): readonly string[] =>
  run(folder, 'git', 'ls-files', 'examples')
    .split('\n')
    .filter((file) => /\/(?:package|deno)\.json$/.test(file))

/** A manifest of npm or Deno that requires this version of a package, or a compatible one. */
const asking = (text: string, name: string, version: string): string =>
  text.replaceAll(new RegExp(`(?<="${name}": "(?:npm:${name}@)?\\^)[^"]+`, 'g'), version)

/** Writes the version into all files that contain it, commits and tags. */
export function writeDown(folder: string, { name, version, tag }: Plan): void {
  const date = new Date().toISOString().slice(0, 10)
  rewrite(join(folder, 'CHANGELOG.md'), (text) => released(text, version, date))
  rewrite(join(folder, inCode), (text) => text.replace(/'\d+\.\d+\.\d+[^']*'/, `'${version}'`))
  for (const file of manifestsOfExamples(folder)) rewrite(join(folder, file), (text) => asking(text, name, version))
  run(folder, 'npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts')
  run(folder, 'git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`)
  run(folder, 'git', 'tag', '--annotate', tag, '--message', version)
}
