import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Installs a suite's own packages as their lock file in its folder says, where they are missing. */
export function installBeside(folder: string): void {
  if (existsSync(join(folder, 'node_modules/.package-lock.json'))) return
  // What CI tries is installed alone there: development dependencies are for the nightly run.
  const options = ['ci', '--no-audit', '--no-fund', ...(process.env.RUNTIMES ? ['--omit=dev'] : [])]
  const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' })
  if (status !== 0) throw new Error(`What ${folder} needs could not be installed: ${stderr.trim()}`)
}
