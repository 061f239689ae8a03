import { execFile, fork, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createMockService, type MockService } from 'osdi-events/mock'
import type { Round, Side } from './measure.ts'

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

/** Events on a page. */
export const perPage = 25

/** A seeded service, and requests of its events as the holder of its group's key makes them. */
export interface Asked {
  readonly service: MockService
  /** Pages that it was seeded with. */
  readonly pages: number
  /** Seconds that making it took. */
  readonly seconds: number
  /** GET of what stands behind `/api/v2/events`, such as `?page=2`. */
  get(behind: string): Promise<Response>
  post(body: string): Promise<Response>
}

export function serviceWith(events: number): Asked {
  const began = performance.now()
  const service = createMockService({ events, perPage })
  const seconds = (performance.now() - began) / 1000
  const address = `${service.baseUrl}/api/v2/events`
  const headers = { 'OSDI-API-Token': service.seeded.group.token }
  const sent = { ...headers, 'Content-Type': 'application/json' }
  return {
    service,
    pages: Math.ceil(events / perPage),
    seconds,
    get: (behind) => service.fetch(address + behind, { headers }),
    post: (body) => service.fetch(address, { method: 'POST', headers: sent, body }),
  }
}

/** The same over a socket. */
export const askedAt =
  (address: string, key: string): Asked['get'] =>
  (behind) =>
    fetch(address + behind, { headers: { 'OSDI-API-Token': key } })

/** Text of every page. */
export async function textsOf({ get, pages }: Pick<Asked, 'get' | 'pages'>): Promise<string[]> {
  const texts: string[] = []
  for (let page = 1; page <= pages; page += 1) texts.push(await (await get(`?page=${page}`)).text())
  return texts
}

/** What stands behind the address of a collection for each page. */
export const behind = (pages: number): readonly string[] =>
  Array.from({ length: pages }, (_, page) => `?page=${page + 1}`)

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

/** What a server of ours says when it is ready. */
export interface Served {
  readonly url: string
  readonly key: string
  /** Pages of events, and the seconds that seeding them took. */
  readonly pages: number
  readonly seconds: number
}

export const served = ({ ready }: Child): Served => ready as Served

/** An empty folder, until it is disposed of; several texts are written as lines. */
export function folder(): Disposable & { write(name: string, text: string | readonly string[]): string } {
  const path = mkdtempSync(join(tmpdir(), 'bench-'))
  return {
    write: (name, text) => {
      writeFileSync(join(path, name), typeof text === 'string' ? text : text.join('\n'))
      return join(path, name)
    },
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** node:http, answering a GET with one text and a POST with another. */
export async function ceiling(page: string, made: string): Promise<Child> {
  using files = folder()
  return await start('ceiling', [files.write('page', page), files.write('made', made)])
}

/** A round of load on the server with a process id. */
export const loading =
  (what: Load, pid: number, seconds: number): Side<Round> =>
  async () => {
    const before = cpuOf(pid)
    const { requests, microseconds } = await load(what, seconds)
    return { wall: microseconds / requests, cpu: (cpuOf(pid) - before) / requests }
  }
