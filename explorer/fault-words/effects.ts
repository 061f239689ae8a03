import type { FaultEffect, FaultKind } from 'osdi-events/mock'
import { isMembers } from '../components/members.ts'
import { duration, listed, named, ordinal, quoted } from './words.ts'

type EffectOf<Kind extends FaultKind> = FaultEffect & { readonly kind: Kind }

/** What happens to a request, from a verb on: `gets 503`; and which requests can match, if not all can: `for a page`. */
interface Effect<Kind extends FaultKind> {
  words(effect: EffectOf<Kind>): string
  only?(effect: EffectOf<Kind>): string
}

const effects: { readonly [Kind in FaultKind]: Effect<Kind> } = {
  status: {
    words({ status, headers, body }) {
      const all = Object.entries(headers ?? {}).map(([name, value]) => `${named(name)}: ${named(value)}`)
      const parts = [...all, ...(body === undefined ? [] : [`the body ${quoted(body)}`])]
      return `gets ${named(status)}${parts.length > 0 ? ` with ${listed(parts)}` : ''}`
    },
  },
  'rate-limit': {
    words: ({ retryAfter = 1 }) =>
      `gets 429 ${retryAfter === null ? 'without Retry-After' : `with Retry-After: ${named(String(retryAfter))}`}`,
  },
  'echo-key': { words: ({ status = 403 }) => `gets ${named(status)} with the key of the request in the error` },
  redirect: { words: ({ to, status = 302 }) => `gets ${named(status)}, a redirect to ${named(to)}` },
  html: {
    words: ({ html }) =>
      html === undefined ? 'gets a sign-in page with status 200' : `gets the web page ${quoted(html)} with status 200`,
  },
  latency: {
    words({ ms }) {
      const [min, max] = isMembers(ms) ? [ms.min, ms.max].map(duration) : [duration(ms)]
      const wait = max === undefined || min === max ? min : `${min} to ${max}`
      return `gets a response ${wait} late`
    },
  },
  'no-answer': { words: () => 'gets no response' },
  stall: { words: () => 'gets half of the response and then nothing' },
  truncated: { words: () => 'gets half of the response and then the end of the connection' },
  reset: {
    words: ({ at }) =>
      at === 'after headers' ? 'gets half of the response and then a connection reset' : 'gets a connection reset',
  },
  'malformed-json': { words: () => 'gets JSON that cannot be parsed' },
  shape: {
    words({ event, set, remove = set ? [] : ['identifiers'] }) {
      const removed = [remove].flat().map(named)
      const values = Object.entries(set ?? {}).map(([name, value]) => `${named(name)} = ${quoted(value)}`)
      const changes = [
        ...(removed.length > 0 ? [`without ${listed(removed)}`] : []),
        ...(values.length > 0 ? [`with ${listed(values)}`] : []),
      ]
      return `gets ${event === undefined ? 'events' : `the ${ordinal(event)} event of the page`} ${changes.join(' and ')}`
    },
    only: ({ event }) => (event === undefined ? 'for events' : 'for a page of events'),
  },
  next: {
    words: ({ to }) => `gets a next link to ${to === 'loop' ? 'the same page' : named(to)}`,
    only: () => 'for a page',
  },
  'new-events': {
    words: ({ count = 1 }) => (count === 1 ? 'adds a new event' : `adds ${named(count)} new events`),
    only: () => 'with an API key',
  },
}

/** What is known about a kind. Undefined for a text that is no kind. */
export const effectOf = (kind: unknown): Effect<FaultKind> | undefined =>
  typeof kind === 'string' && Object.hasOwn(effects, kind) ? effects[kind as FaultKind] : undefined
