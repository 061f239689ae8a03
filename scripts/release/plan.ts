import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { read } from './changelog.ts'
import { run } from './run.ts'

/** A release that may be made. */
export interface Plan {
  readonly name: string
  readonly version: string
  readonly tag: string
  /** What the changelog says of it. */
  readonly section: string
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly repository?: unknown
}

const manifestOf = (folder: string): Manifest => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
const changelogOf = (folder: string) => read(readFileSync(join(folder, 'CHANGELOG.md'), 'utf8'))

/** The version that npm makes of another one: it knows the rules. */
function increased(version: string, by: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'osdi-events-release-'))
  try {
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'next', version }))
    return run(folder, 'npm', 'version', by, '--no-git-tag-version', '--allow-same-version').trim().replace(/^v/, '')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The release that is asked for; without a wish, the version of package.json, which the first release has. */
export function planOf(folder: string, wish: string | undefined): Plan {
  const { name, version: current } = manifestOf(folder)
  const version = wish === undefined ? current : increased(current, wish)
  return { name, version, tag: `v${version}`, section: changelogOf(folder).section }
}

/** Why a release cannot be made, in sentences; empty where it can. */
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

/** What keeps the workflow from publishing with provenance, where something does. */
export const unprovable = (folder: string): string | undefined =>
  manifestOf(folder).repository === undefined
    ? 'package.json names no repository, and npm compares it with where a package was built; docs/CONTRIBUTING.md says how to fill it in'
    : undefined
