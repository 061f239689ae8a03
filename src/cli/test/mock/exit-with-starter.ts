import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isErrorWithCode } from '../../run/cli-error.ts'
import type { Io } from '../../run/io.ts'
import { note } from '../../terminal/messages.ts'

/** Milliseconds between two checks of the npm or the parent process. */
const checkIntervalMs = 500

/** Sends SIGTERM to this process when the npm or npx that started it has ended. With `exitWithParent`, also when its parent has ended. */
export function exitWithStarter(exitWithParent: boolean, io: Io): void {
  const parent = process.ppid
  const npm = findNpmAbove(parent, io)
  const ended = (): string | undefined => {
    if (npm === 'ended' || (npm !== undefined && hasEnded(npm, parent))) return 'the npm'
    return exitWithParent && hasEnded(parent, parent) ? 'the process' : undefined
  }
  const check = (): void => {
    const starter = ended()
    if (starter === undefined) return
    clearInterval(timer)
    note(io, `${starter} that started osdi-events has ended, so osdi-events ends too`)
    process.kill(process.pid, 'SIGTERM')
  }
  const timer = npm === undefined && !exitWithParent ? undefined : setInterval(check, checkIntervalMs).unref()
  check()
}

/**
 * Process id of the npm that started this process. `ended` if that npm has ended. Undefined if npm did not start this process, or if this cannot be
 * found out.
 */
function findNpmAbove(parent: number, { env }: Io): number | 'ended' | undefined {
  const { npm_execpath: npm = '', npm_lifecycle_script: script = '' } = env
  // npm sets these variables. All processes below npm inherit them, so they do not prove that npm is still there.
  if (!/\bnp[mx]-cli\.js$/.test(npm)) return undefined
  for (let pid = parent; pid > 0; ) {
    const found = processInfo(pid)
    if (!found) return undefined
    // npm sets its process title to `npm …`.
    if (/^npm( |$)/.test(found.command)) return pid
    pid = found.parent
  }
  // There is no npm above this process, but an npm script contains `osdi-events mock`. So the script put this process into the background, and npm
  // has ended.
  return /\bosdi-events['"]?\s+['"]?mock\b/.test(script) ? 'ended' : undefined
}

/** Parent and command line of a process; undefined if they are not known. */
function processInfo(pid: number): { readonly parent: number; readonly command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return { parent: Number(procStat(pid)[1]), command }
    }
    const line = execFileSync('ps', ['-o', 'ppid=,command=', '-p', String(pid)], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const { parent, command = '' } = /^\s*(?<parent>\d+)\s+(?<command>.*)/.exec(line)?.groups ?? {}
    return parent === undefined ? undefined : { parent: Number(parent), command }
  } catch {
    return undefined
  }
}

/** Fields of `/proc/PID/stat` after the process name: state, parent and more. The name may contain spaces and `)`. */
function procStat(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Whether a process has ended; `parent` was the parent of this process at its start. */
function hasEnded(pid: number, parent: number): boolean {
  if (pid === parent && process.ppid !== parent) return true
  try {
    // A zombie has ended, but keeps its id until its parent reads the exit code.
    if (process.platform === 'linux') return procStat(pid)[0] === 'Z'
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isErrorWithCode(error, 'ENOENT', 'ESRCH')
  }
}
