import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { isErrorWithCode } from '../cli-error.ts'
import { type Io, say } from '../io.ts'

/** Milliseconds between two looks at whether a process is still there. */
const between = 500

/** Ends this process, as SIGTERM does, once the npm or npx that started it has ended; with `exitWithParent` once its parent has. */
export function exitWithStarter(exitWithParent: boolean, io: Io): void {
  const parent = process.ppid
  const npm = npmAbove(parent, io)
  const ended = (): string | undefined => {
    if (npm === 'ended' || (npm !== undefined && hasEnded(npm, parent))) return 'npm'
    return exitWithParent && hasEnded(parent, parent) ? 'the process' : undefined
  }
  const look = (): void => {
    const starter = ended()
    if (starter === undefined) return
    clearInterval(timer)
    say(io, `${starter}, which started this, has ended, and so does this`)
    process.kill(process.pid, 'SIGTERM')
  }
  const timer = npm === undefined && !exitWithParent ? undefined : setInterval(look, between).unref()
  look()
}

/** The number of the npm that started this; undefined where there was none, or where that cannot be told. */
function npmAbove(parent: number, { env }: Io): number | 'ended' | undefined {
  const { npm_execpath: npm = '', npm_lifecycle_script: script = '' } = env
  // Whatever npm started has these variables, and whatever that started in its turn.
  if (!/\bnp[mx]-cli\.js$/.test(npm)) return undefined
  for (let pid = parent; pid > 0; ) {
    const found = processOf(pid)
    if (!found) return undefined
    // Its title, which it gives itself.
    if (/^npm( |$)/.test(found.command)) return pid
    pid = found.parent
  }
  // A script that put this into the background was over before this began.
  return /\bosdi-events['"]?\s+['"]?mock\b/.test(script) ? 'ended' : undefined
}

/** Who started a process, and what it is called; undefined where that cannot be told. */
function processOf(pid: number): { readonly parent: number; readonly command: string } | undefined {
  try {
    if (process.platform === 'linux') {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()
      return { parent: Number(statOf(pid)[1]), command }
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

/** State, parent and more of a process, behind its name, which may hold anything. */
function statOf(pid: number): string[] {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Whether a process has ended; `parent` was ours when we began. */
function hasEnded(pid: number, parent: number): boolean {
  if (pid === parent && process.ppid !== parent) return true
  try {
    // One that nobody has asked for its exit code keeps its number.
    if (process.platform === 'linux') return statOf(pid)[0] === 'Z'
    process.kill(pid, 0)
    return false
  } catch (error) {
    return isErrorWithCode(error, 'ENOENT', 'ESRCH')
  }
}
