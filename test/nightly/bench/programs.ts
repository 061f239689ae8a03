import { type ChildProcess, execFile, fork, spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** How long a process may take to get ready or to answer: a million events are seeded in that time. */
const limit = 600_000

/** A program of ours in a process of its own, until it is disposed of. It says what it has to say by messages. */
export interface Child extends AsyncDisposable {
  /** What it said when it was ready. */
  readonly ready: unknown
  readonly pid: number
  /** Sends it a question; its answer. */
  ask(question: object): Promise<unknown>
}

/** Starts a module of `children/` with this Node, and waits until it says that it is ready. */
export async function start(module: string, args: readonly string[], execArgv: readonly string[] = []): Promise<Child> {
  const file = fileURLToPath(new URL(`children/${module}.ts`, import.meta.url))
  const child = fork(file, args, { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const stop = async () => end(child)
  try {
    const ready = await message(child, module)
    return {
      ready,
      pid: child.pid ?? 0,
      ask: (question) => {
        const answer = message(child, module)
        child.send(question)
        return answer
      },
      [Symbol.asyncDispose]: stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Ends a process, by force if it does not go by itself. */
async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = new Promise((done) => child.once('exit', done))
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), 5000)
  await exited
  clearTimeout(timer)
}

function message(child: ChildProcess, module: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void) => {
      clearTimeout(timer)
      child.off('message', said).off('exit', gone)
      act()
    }
    const said = (value: unknown) => settle(() => resolve(value))
    const gone = (code: number | null) => settle(() => reject(new Error(`${module} ended with exit code ${code}`)))
    const timer = setTimeout(() => settle(() => reject(new Error(`${module} said nothing for ${limit} ms`))), limit)
    child.on('message', said).on('exit', gone)
  })
}

const read = (pid: number, file: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

/** Microseconds of CPU that a process has used; not a number where the system does not tell (it has to be Linux). */
export function cpuOf(pid: number): number {
  // Behind the name, which stands in brackets; in hundredths of a second.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** MiB of the machine's memory that a process holds; not a number where the system does not tell. */
export function memoryOf(pid: number): number {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1024
}

const run = promisify(execFile)

/** The requests of one script in `lua/`, and what it takes from the command line. */
export interface Load {
  readonly script: 'get' | 'post'
  readonly url: string
  readonly args: readonly string[]
}

/** What `report.lua` prints about a run. */
export interface Loaded {
  readonly requests: number
  readonly microseconds: number
  readonly refused: number
  readonly broken: number
}

/** The version of wrk, or undefined where it is not installed. */
export function wrkVersion(): string | undefined {
  // It exits with 1 when asked for its version.
  return /^wrk (?:debian\/)?(\S+)/.exec(spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
}

/** Sends requests over 16 connections from one thread for some seconds. Every one must be answered with success. */
export async function load({ script, url, args }: Load, seconds: number): Promise<Loaded> {
  const lua = fileURLToPath(new URL('lua/', import.meta.url))
  const options = ['-t1', '-c16', `-d${seconds}s`, '--timeout', '30s', '-s', `${script}.lua`, url, '--', ...args]
  const { stdout } = await run('wrk', options, { cwd: lua, timeout: (seconds + 60) * 1000 })
  const loaded: Loaded = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
  if (loaded.refused + loaded.broken > 0 || loaded.requests === 0)
    throw new Error(`${url}: of ${loaded.requests} requests ${loaded.refused} were refused and ${loaded.broken} broken`)
  return loaded
}
