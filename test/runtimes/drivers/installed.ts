import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** A path in the folder of the runtimes' own packages. */
export const installedAt = (path: string): string => join(folder, 'node_modules', path)

/**
 * Installs the runtimes as their lock file says, where they are missing.
 * Not by `npm ci`: it wants every platform's parts in the lock file, and not all of them are in every registry.
 */
export function installRuntimes(): void {
  if (existsSync(installedAt('.package-lock.json'))) return
  const options = ['install', '--no-save', '--no-audit', '--no-fund']
  const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The runtimes could not be installed: ${stderr.trim()}`)
}
