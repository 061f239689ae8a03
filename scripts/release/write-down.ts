import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { released } from './changelog.ts'
import type { Plan } from './plan.ts'
import { run } from './run.ts'

/** Where the package says its version in code. */
const inCode = 'src/core/arguments/version.ts'

function rewrite(file: string, change: (text: string) => string): void {
  if (existsSync(file)) writeFileSync(file, change(readFileSync(file, 'utf8')))
}

/** Writes the version wherever it stands, commits that and tags it. */
export function writeDown(folder: string, { version, tag }: Plan): void {
  const date = new Date().toISOString().slice(0, 10)
  rewrite(join(folder, 'CHANGELOG.md'), (text) => released(text, version, date))
  rewrite(join(folder, inCode), (text) => text.replace(/'\d+\.\d+\.\d+[^']*'/, `'${version}'`))
  run(folder, 'npm', 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts')
  run(folder, 'git', 'commit', '--quiet', '--all', '--message', `chore(release): ${version}`)
  run(folder, 'git', 'tag', '--annotate', tag, '--message', version)
}
