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
  readonly repository?: unknown
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

/** Why a release is not possible, in sentences. Empty if it is possible. */
export function obstacles(folder: string, { version, tag, section }: Plan): string[] {
  const git = (...args: readonly string[]) => run(folder, 'git', ...args).trimEnd()
  const branch = git('branch', '--show-current')
  const changed = git('status', '--porcelain')
  const found: string[] = []
  if (branch !== 'main') found.push(`releases are made from main, and this is ${branch || 'no branch'}`)
  if (changed) found.push(`there are changes that are not committed:\n${changed.replaceAll(/^/gm, '    ')}`)
  if (git('tag', '--list', tag)) found.push(`the tag ${tag} is there already`)
  if (changelogOf(folder).versions.includes(version))
    found.push(`CHANGELOG.md has ${version} already: name another one`)
  if (!section) found.push('CHANGELOG.md says nothing under "## [Unreleased]"')
  return found
}

/** Why the workflow cannot publish with provenance; undefined if it can. */
export const unprovable = (folder: string): string | undefined =>
  manifestOf(folder).repository === undefined
    ? 'package.json names no repository, and npm compares it with where a package was built; docs/CONTRIBUTING.md says how to fill it in'
    : undefined
