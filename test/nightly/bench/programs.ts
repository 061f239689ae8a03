import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockService } from 'osdi-events/mock'
import { temporaryFolder } from '../../support/folder.ts'
import type { Side } from './measure.ts'

/** A program of `child.ts`, until it is disposed of. */
export interface Child extends AsyncDisposable {
  /** Where a server is, the key that it takes, and how many pages it has. */
  readonly url: string
  readonly key: string
  readonly pages: number
  /** What it said when it was ready. */
  readonly ready: unknown
  readonly pid: number
  /** Sends it a question; its answer. */
  ask(question: object): Promise<unknown>
}

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** Starts a program with this Node, and waits until it says that it is ready. */
export async function start(
  name: string,
  args: readonly (string | number)[],
  execArgv: readonly string[] = [],
): Promise<Child> {
  const options = { execArgv: [...execArgv], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] as const }
  const child = fork(at('child.ts'), [name, ...args.map(String)], { ...options, stdio: [...options.stdio] })
  const ended = once(child, 'exit')
  const gone = ended.then(([code]): never => {
    throw new Error(`${name} ended with exit code ${code}`)
  })
  // Without this handler, an early exit would be an unhandled rejection; `message` throws its error.
  gone.catch(() => {})
  const message = async (): Promise<unknown> => (await Promise.race([once(child, 'message'), gone]))[0]
  const ready = await message()
  return {
    ...(ready as Pick<Child, 'url' | 'key' | 'pages'>),
    ready,
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
function cpuOf(pid: number): number {
  // Behind the name, which stands in brackets; in hundredths of a second.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}

/** MiB of the machine's memory that a process holds; not a number where the system does not tell. */
export const memoryOf = (pid: number): number => Number(/^VmRSS:\s+(\d+) kB$/m.exec(read(pid, 'status'))?.[1]) / 1024

/** The version of wrk, or undefined where it is not installed. */
export function wrkVersion(): string | undefined {
  // It exits with 1 when asked for its version.
  return /^wrk (?:debian\/)?(\S+)/.exec(spawnSync('wrk', ['--version'], { encoding: 'utf8' }).stdout ?? '')?.[1]
}

/** A round of load on a server: for some seconds, requests of a script in `lua/` over 16 connections from one thread. Each must succeed. */
export const loading =
  (script: 'get' | 'post', { url, key, pid }: Child, seconds: number, ...args: readonly string[]): Side =>
  async () => {
    const before = cpuOf(pid)
    const options = ['-t1', '-c16', `-d${seconds}s`, '--timeout', '30s', '-s', `${script}.lua`, `${url}/api/v2/events`]
    const how = { cwd: at('lua/'), timeout: (seconds + 60) * 1000 }
    const { stdout } = await promisify(execFile)('wrk', [...options, '--', key, ...args], how)
    const { requests, microseconds, refused, broken } = JSON.parse(stdout.slice(stdout.lastIndexOf('{')))
    if (refused + broken > 0 || requests === 0)
      throw new Error(`${url}: of ${requests} requests ${refused} were refused and ${broken} broken`)
    return { wall: microseconds / requests, cpu: (cpuOf(pid) - before) / requests }
  }

/** A seeded service with 25 events on a page, and requests of its events as the holder of its group's key makes them. */
export function serviceWith(events: number) {
  const service = createMockService({ events, perPage: 25, assumptions: { filter: 'honoured' } })
  const address = `${service.baseUrl}/api/v2/events`
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const sent = { ...headers, 'Content-Type': 'application/json' }
  return {
    service,
    pages: Math.ceil(events / 25),
    /** GET of what stands behind `/api/v2/events`, such as `?page=2`. */
    get: (behind: string): Promise<Response> => service.fetch(address + behind, { headers }),
    post: (body: string): Promise<Response> => service.fetch(address, { method: 'POST', headers: sent, body }),
  }
}

type Asked = Pick<ReturnType<typeof serviceWith>, 'get' | 'pages'>

/** What stands behind the address of a collection for each page. */
export const behind = (pages: number): readonly string[] =>
  Array.from({ length: pages }, (_, page) => `?page=${page + 1}`)

/** Text of every page. */
export async function textsOf({ get, pages }: Asked): Promise<string[]> {
  const texts: string[] = []
  for (const page of behind(pages)) texts.push(await (await get(page)).text())
  return texts
}

/** The body of a new event as a calendar would send it; NUMBER stands for what differs. */
export const newEvent = JSON.stringify({
  identifiers: ['bench_calendar:NUMBER'],
  origin_system: 'Bench Calendar',
  name: 'Street stall NUMBER',
  title: 'Street stall at the market, no. NUMBER',
  description:
    '<p>We talk with our neighbours about the <em>new cycle path</em>, hand out maps and collect signatures.</p>',
  instructions: '<p>Please bring a friend, a pen and something warm to drink.</p>',
  browser_url: 'https://calendar.example.net/events/NUMBER',
  start_date: '2026-06-13T17:30:00Z',
  end_date: '2026-06-13T19:00:00Z',
  location: {
    venue: 'Market Hall',
    address_lines: ['NUMBER Market Street'],
    locality: 'Springfield',
    region: 'IL',
    postal_code: '62701',
    country: 'US',
  },
})

export const newEventOf = (number: number): string => newEvent.replaceAll('NUMBER', String(number))

/** A folder for what programs are given to read, until it is disposed of; several texts are written as lines. */
export async function folder() {
  const made = await temporaryFolder()
  const write = (name: string, text: string | readonly string[]) => {
    writeFileSync(made.file(name), typeof text === 'string' ? text : text.join('\n'))
    return made.file(name)
  }
  return { ...made, write }
}
