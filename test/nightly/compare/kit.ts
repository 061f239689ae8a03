import type { IncomingHttpHeaders } from 'node:http'
import { loopback, play, type Step } from '../../support/loopback.ts'

/** Where a page stands in its collection. */
export interface Place {
  /** The address of the page behind it, or undefined at the end. */
  readonly next: string | undefined
  /** Its number, from 1. */
  readonly number: number
  readonly total: number
  readonly perPage: number
}

/** The body of an answer, and headers where they belong to it. */
export type Written = Pick<Step, 'body' | 'headers'>

/** What the service of a client sends, so that each client is tried with what it was made for. */
export interface Dialect {
  readonly contentType: string
  /** How its service finds the next page: by a number in the address, or by the id behind which to go on. */
  readonly paging: 'number' | string
  thing(id: string, origin: string): string
  /** One thing without a field that every thing has, and another of a type that it never has. */
  broken(origin: string): { readonly body: string; readonly missing: string; readonly wrong: string }
  page(ids: readonly string[], place: Place, origin: string): Written
  /** A page of those listings whose next page is named, where others' are not. */
  named?(ids: readonly string[], next: string | undefined): Written
  refusal(message: string): string
}

/** How a client is made: its own defaults hold for all that is not said. */
export interface Opening {
  /** Origin of the service, without a trailing slash. */
  readonly origin: string
  readonly key: string
  /** A secret beside the key, in a header that the client has a documented way to send. */
  readonly extra?: readonly [name: string, value: string]
  /** A limit in milliseconds, where the client has an option for one. */
  readonly timeout?: number
}

/** A client in use, by what its own documentation says. */
export interface Opened {
  /** What a program holds: the object that a log might show. */
  readonly client: unknown
  /** Reads one thing; what the caller is handed. */
  get(signal?: AbortSignal): Promise<unknown>
  create(): Promise<unknown>
  /** The ids of all things of a listing, page by page as the client does it. */
  ids(): AsyncIterator<string>
  /** The same of a listing whose next page the service names, where that is another kind of listing. */
  named?(): AsyncIterator<string>
}

/** A client that is compared. */
export interface Subject {
  readonly dialect: Dialect
  /** The header that its key goes in. */
  readonly keyHeader: string
  /** The header of {@link Opening.extra}, or undefined where it has no way to send one. */
  readonly extraHeader: string | undefined
  /** Whether a call takes an abort signal. */
  readonly aborts: boolean
  /** Whether the client has a time limit as an option. */
  readonly limits: boolean
  open(opening: Opening): Opened
}

/** What was seen of one client, made of what happened: a word or two for the page, and all that is worth telling, for results.json. */
export interface Cell {
  readonly brief: string
  readonly seen: string
}

export const plain = (brief: string, seen = brief): Cell => ({ brief, seen })

/** What is tried with each client: the name of its row, and what is done and looked at, in a sentence or two. */
export interface Situation {
  readonly id: string
  readonly row: string
  readonly how: string
  try(subject: Subject): Promise<Cell>
}

/** The ids of a list of things, one by one as the list gives them. */
export const idsOf = <Thing>(list: AsyncIterator<Thing>, idOf: (thing: Thing) => string): AsyncIterator<string> => ({
  async next() {
    const { done, value } = await list.next()
    return done ? { done, value } : { done: false, value: idOf(value) }
  },
})

/** The ids of pages, where a client hands out a page at a time. A page that fails is asked for again, as no generator could. */
export const idsOfPages = (nextPage: () => Promise<readonly string[]>): AsyncIterator<string> => {
  const waiting: string[] = []
  return {
    async next() {
      if (waiting.length === 0) waiting.push(...(await nextPage()))
      const value = waiting.shift()
      return value === undefined ? { done: true, value } : { done: false, value }
    },
  }
}

/** The key of all calls, which must not show, and another secret, in another header. */
export const key = 'key-0123456789-secret'
export const extraSecret = 'extra-9876543210-secret'

/** A request as it arrived. */
export interface Arrived {
  readonly method: string
  readonly url: URL
  readonly headers: IncomingHttpHeaders
}

/** Starts a server which answers each request as it is told, by its number from 1, in the dialect's own type; with all that arrived. */
export async function serve({ dialect }: Subject, answer: (request: Arrived, number: number) => Step) {
  const requests: Arrived[] = []
  const server = await loopback((request, response) => {
    const { method = '', url: path = '/', headers } = request.resume().on('error', () => {})
    request.on('end', () => {
      const arrived = { method, url: new URL(path, server.url), headers }
      const step = answer(arrived, requests.push(arrived))
      play({ ...step, headers: { 'content-type': dialect.contentType, ...step.headers } }, response)
    })
  })
  return {
    origin: server.url,
    requests: requests as readonly Arrived[],
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

/** How a call ended, in words: that it gave a value, which error it was, or that it had no end. */
export type Ending =
  | { readonly how: 'value'; readonly value: unknown; readonly end: string }
  | { readonly how: 'error'; readonly error: unknown; readonly end: string }
  | { readonly how: 'open'; readonly end: string }

/** Watches a call for so many milliseconds at most; one that is still open then is left alone. */
export async function watch(call: () => Promise<unknown>, longest = 5000): Promise<Ending> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const settled = (async (): Promise<Ending> => {
    try {
      return { how: 'value', value: await call(), end: 'no error' }
    } catch (error) {
      return { how: 'error', error, end: nameOf(error) }
    }
  })()
  const late = new Promise<Ending>((resolve) => {
    timer = setTimeout(() => resolve({ how: 'open', end: 'no end' }), longest)
  })
  const ending = await Promise.race([settled, late])
  clearTimeout(timer)
  return ending
}

/** What an error calls itself: its class, and the word that tells errors of that class apart where there is one. */
export function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return `a thrown ${typeof error}`
  const name = ['Error', 'DOMException'].includes(error.constructor.name) ? error.name : error.constructor.name
  const { code, status } = error as { readonly code?: unknown; readonly status?: unknown }
  const words = [typeof code === 'string' && `'${code}'`, typeof status === 'number' && String(status)].filter(Boolean)
  return `\`${name}\`${words.length ? ` (${words.join(', ')})` : ''}`
}
