import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from './changelog.ts'
import { run } from './run.ts'

/** A planned release. */
export interface Plan {
  readonly name: string
  readonly version: string
  readonly tag: string
  /** The changelog's section for the release. */
  readonly section: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository?: string | { readonly url: string }
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const changelogOf = (folder: string) => read(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'))

/** The next version. npm computes it, because npm knows the rules. */
function increased(version: string, by: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'osdi-events-release-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'next', version }))
    return run(folder, 'npm', 'version', by, '--no-git-tag-version', '--allow-same-version').trim().replace(/^v/, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The requested release. Without `wish`, the version of package.json: that is for the first release. */
export function planOf(folder: string, wish: string | undefined): Plan {
  const { name, version: current } = manifestOf(folder)
  const version = wish === undefined ? current : increased(current, wish)
  return { name, version, tag: `v${version}`, section: changelogOf(folder).section }
}

const git = (folder: string, ...args: readonly string[]): string => run(folder, 'git', ...args).trimEnd()

/** What is not committed, as lines of git. */
export const changesOf = (folder: string): string =>
  git(folder, 'status', '--porcelain').replaceAll(/^/gm, '    ').trimEnd()

/** Why neither a release nor its rehearsal is possible, in sentences. Empty if it is possible. */
export function obstacles(folder: string, { version, tag, section }: Plan): string[] {
  const changes = changesOf(folder)
  const found: string[] = []
  if (changes) found.push(`there are changes that are not committed:\n${changes}`)
  if (git(folder, 'tag', '--list', tag)) found.push(`the tag ${tag} is there already`)
  if (changelogOf(folder).versions.includes(version))
    found.push(`CHANGELOG.md has ${version} already: name another one`)
  if (!section) found.push('CHANGELOG.md says nothing under "## [Unreleased]"')
  return found
}

/** Why there can be only a rehearsal, in sentences. */
export function obstaclesLater(folder: string): string[] {
  const branch = git(folder, 'branch', '--show-current')
  const found: string[] = []
  if (branch !== 'main') found.push(`releases are made from main, and this is ${branch || 'no branch'}`)
  if (repositoryOf(folder) === undefined)
    found.push(
      'package.json names no repository, and npm compares it with where a package was built; docs/CONTRIBUTING.md says how to fill it in',
    )
  return found
}

/** The address that package.json names, if there is one. */
function repositoryOf(folder: string): string | undefined {
  const { repository } = manifestOf(folder)
  return typeof repository === 'string' ? repository : repository?.url
}

/** What no program can do for a person, in order. */
export function remaining(folder: string, { name, tag }: Plan): readonly string[] {
  const address = repositoryOf(folder)
  const from = git(folder, 'branch', '--show-current') === 'main' ? 'here' : 'on main'
  const named =
    address === undefined
      ? 'Name the repository: `repository`, `homepage` and `bugs` in package.json.'
      : `Is ${address} the repository?`
  return [
    `${named} In its settings, add the environment \`npm\`, and choose GitHub Actions as the source of Pages.`,
    `With an account of npm, reserve ${name}, and let npm trust publish.yml of that repository: \`npm trust github\`. docs/CONTRIBUTING.md has the commands.`,
    `Run \`npm run release\` ${from} with the same version, then \`git push --follow-tags\`: the tag ${tag} publishes, with provenance.`,
  ]
}
