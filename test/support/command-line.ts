import { Readable, Writable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { createMockService, type FaultRule, type MockServiceOptions } from 'osdi-events/mock'
import { expect } from 'vitest'
import { type RunOptions, run } from '../../src/cli/command-line.ts'
import { Interrupted, type Signal } from '../../src/cli/run/io.ts'
import { type Printed, printing, type Running as RunningCommand, servedBy } from './printing.ts'

/** The end of a command, and everything that it printed. */
export interface Ended extends Printed {
  readonly code: number
}

/** A command that runs in this process. Disposal interrupts it. */
export interface Running extends RunningCommand<Ended> {
  interrupt(signal?: Signal): void
}

/** Replacements for a command's environment: input, streams, variables and others. */
export type Around = Partial<RunOptions> & {
  readonly input?: string | Uint8Array
  /** Columns of the terminal that the output goes to. Without it, the output is no terminal. */
  readonly columns?: number
}

const alive = new Set<number>()
let pid = 1_000_000

/** Starts a command in this process, with its own process id. */
export function started(args: readonly string[], { input = '', columns, ...around }: Around = {}): Running {
  const { printed, print, untilIn } = printing()
  const into = (name: keyof Printed) => {
    const write = (chunk: string, _: unknown, done: () => void) => {
      print(name, chunk)
      done()
    }
    const stream = new Writable({ decodeStrings: false, write })
    return columns === undefined ? stream : Object.assign(stream, { isTTY: true, columns })
  }
  const abort = new AbortController()
  pid += 1
  const own = pid
  alive.add(own)
  const streams = { stdin: Readable.from([Buffer.from(input)]), stdout: into('stdout'), stderr: into('stderr') }
  const given: RunOptions = {
    ...streams,
    env: {},
    signal: abort.signal,
    pid,
    isAlive: (other) => alive.has(other),
    ...around,
  }
  const ended = run(args, given).then((code) => {
    alive.delete(own)
    return { code, ...printed }
  })
  return {
    printed,
    ended,
    until: untilIn(ended),
    interrupt: (signal = 'SIGTERM') => abort.abort(new Interrupted(signal)),
    [Symbol.asyncDispose]: async () => {
      abort.abort(new Interrupted('SIGTERM'))
      await ended
    },
  }
}

/** A stream that fails every write with an error code. */
export const failing = (code: string): Writable =>
  new Writable({ write: (_, __, done) => done(Object.assign(new Error(code), { code })) }).on('error', () => {})

/** Runs a command until it ends. */
export const ran = (args: readonly string[], around?: Around): Promise<Ended> => started(args, around).ended

/** Starts `osdi-events mock` on a free port with these flags, and waits for its first line. */
export const mock = (...flags: string[]) => servedBy(started(['mock', '--port', '0', ...flags]))

/** The service that a command printed on its first line. */
export type Served = Awaited<ReturnType<typeof mock>>

/** A service in this process, and commands whose environment variables name the service. */
export function commandLine(options: MockServiceOptions = {}) {
  const service = createMockService(options)
  const key = service.seeded.group.token
  const start = (args: readonly string[], { env, ...around }: Around = {}) =>
    started(args, {
      fetch: service.fetch,
      env: { EVENTS_BASE_URL: service.baseUrl, EVENTS_API_KEY: key, ...env },
      ...around,
    })
  return {
    service,
    key,
    start,
    ran: (args: readonly string[], around?: Around) => start(args, around).ended,
    /** Adds a fault to the service. `applied` waits until the fault has applied. */
    fault: (rule: FaultRule) => {
      const fault = service.faults.add(rule)
      return {
        async applied() {
          while (fault.hits === 0) await setImmediate()
        },
      }
    },
    /** All events of the service, from its pages. */
    async events(api: 'v1' | 'v2' = 'v2'): Promise<object[]> {
      const events: object[] = []
      for (let url: string | undefined = `${service.baseUrl}/api/${api}/events`; url; ) {
        const header = { v1: 'api-key', v2: 'OSDI-API-Token' }[api]
        const answer = await service.fetch(url, { headers: { [header]: key } })
        const page = (await answer.json()) as Page
        events.push(...page._embedded['osdi:events'])
        url = page._links.next?.href
      }
      return events
    },
  }
}

export type CommandLine = ReturnType<typeof commandLine>

interface Page {
  readonly _links: { readonly next?: { readonly href: string } }
  readonly _embedded: { readonly 'osdi:events': readonly object[] }
}

/** The JSON values of a text with one value per line. */
export const linesOf = (text: string): unknown[] =>
  text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Expects that a command line was wrong: one line on standard error, and exit code 2. */
export function expectWrong({ code, stdout, stderr }: Ended, says: RegExp): void {
  expect(stderr).toMatch(/^error: [^\n]+\n(?: {2}[^\n]+\n)?$/)
  expect(stderr).toMatch(says)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
}
