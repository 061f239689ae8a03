import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../peers/', import.meta.url))

/** Where somebody else's package is, installed or not. */
export const packageAt = (name: string): string => join(folder, 'node_modules', name)

/** The version that is installed, or undefined. */
export function versionOf(name: string): string | undefined {
  const manifest = join(packageAt(name), 'package.json')
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined
}

/** Installs the peers from their own lock file where any of these is missing; why that failed, or undefined. */
export function installPeers(names: readonly string[]): string | undefined {
  if (names.every(versionOf)) return undefined
  const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? undefined : stderr.trim().split('\n').slice(0, 3).join(' ')
}
