import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { peers } from './facts/installed.ts'

/** Runs a program among the clients that are compared. */
export function runAmongPeers(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: peers, stdio: 'inherit', timeout: 300_000 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

/** Installs them as their lock file says, without running anything of theirs. */
export const installPeers = (): void =>
  runAmongPeers('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent')

/** The same where they are missing. */
export function providePeers(): void {
  if (!existsSync(`${peers}node_modules/.package-lock.json`)) installPeers()
}
