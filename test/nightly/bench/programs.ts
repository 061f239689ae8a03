import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

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
  const ended = once(child, 'exit')
  const gone = ended.then(([code]): never => {
    throw new Error(`${module} ended with exit code ${code}`)
  })
  // Whoever asks hears of it.
  gone.catch(() => {})
  const message = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), gone]))[0]
  return {
    ready: await message(),
    pid: child.pid ?? 0,
    ask: (question) => {
      const answer = message()
      child.send(question)
      return answer
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
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
