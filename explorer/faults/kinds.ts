import type { FaultKind } from 'osdi-events/mock'
import type { Field } from '../components/form.tsx'
import * as formats from './formats.ts'
import type { FaultField, KindOf } from './kind.ts'
import { duration, listed, named, ordinal, quoted } from './words.ts'

const status = (min: number, value?: string): FaultField => ({
  name: 'status',
  label: 'Status',
  type: 'digits',
  size: 'short',
  format: formats.wholeNumber(min, 599),
  ...(value === undefined ? { hint: 'Empty: 403' } : { value, required: true }),
})

export const kinds: { readonly [Kind in FaultKind]: KindOf<Kind> } = {
  status: {
    group: 'Other responses',
    title: 'another status',
    hint: 'A response with a status of your choice. From 400 on, its body is an error of the service.',
    words({ status: code, headers, body }) {
      const all = Object.entries(headers ?? {}).map(([name, value]) => `${named(name)}: ${named(value)}`)
      const parts = [...all, ...(body === undefined ? [] : [`the body ${quoted(body)}`])]
      return `gets ${named(code)}${parts.length > 0 ? ` with ${listed(parts)}` : ''}`
    },
    fields: [
      status(200, '503'),
      {
        name: 'Retry-After',
        label: 'Retry-After (s)',
        hint: 'Or a date',
        size: 'short',
        format: formats.line,
      },
      {
        name: 'headers',
        label: 'Other headers',
        hint: 'One in a line, such as Server: proxy',
        type: 'lines',
        format: formats.headers,
      },
      { name: 'body', label: 'Body', hint: 'Text, or JSON', type: 'lines', format: formats.content },
    ],
    split({ headers, ...rest }) {
      if (!formats.isObject(headers) || !Object.hasOwn(headers, 'Retry-After')) return { ...rest, headers }
      const { 'Retry-After': after, ...others } = headers
      return { ...rest, 'Retry-After': after, ...(Object.keys(others).length > 0 && { headers: others }) }
    },
    join({ 'Retry-After': after, headers, ...rest }) {
      if (after === undefined && headers === undefined) return rest
      const others = formats.isObject(headers) ? headers : {}
      return { ...rest, headers: { ...(after !== undefined && { 'Retry-After': after }), ...others } }
    },
  },
  'rate-limit': {
    group: 'Other responses',
    title: 'too many requests',
    hint: 'Status 429, as for a client that sends too many requests.',
    words: ({ retryAfter = 1 }) =>
      `gets 429 ${retryAfter === null ? 'without Retry-After' : `with Retry-After: ${named(String(retryAfter))}`}`,
    fields: [
      {
        name: 'retryAfter',
        label: 'Retry-After (s)',
        hint: 'Or a date; none: no such header. Empty: 1',
        format: formats.retryAfter,
      },
    ],
  },
  'echo-key': {
    group: 'Other responses',
    title: 'an error with the key',
    hint: 'An error whose text repeats the API key: your logs should not have it.',
    words: ({ status: code = 403 }) => `gets ${named(code)} with the key of the request in the error`,
    fields: [status(400)],
  },
  redirect: {
    group: 'Other responses',
    title: 'a redirect',
    hint: 'Leads the client to another address.',
    words: ({ to, status: code = 302 }) => `gets ${named(code)}, a redirect to ${named(to)}`,
    fields: [
      {
        name: 'to',
        label: 'Address',
        value: 'https://example.org/',
        required: true,
        hint: 'Absolute, with http or https',
        format: formats.line,
      },
      {
        name: 'status',
        label: 'Status',
        options: [
          ['', '302 Found'],
          ['301', '301 Moved Permanently'],
          ['303', '303 See Other'],
          ['307', '307 Temporary Redirect'],
          ['308', '308 Permanent Redirect'],
        ],
        format: formats.choice([301, 303, 307, 308], 302),
      },
    ],
  },
  html: {
    group: 'Other responses',
    title: 'a web page',
    hint: 'A page with status 200 in the place of JSON, as from a proxy.',
    words: ({ html }) =>
      html === undefined ? 'gets a sign-in page with status 200' : `gets the web page ${quoted(html)} with status 200`,
    fields: [{ name: 'html', label: 'HTML', type: 'lines', hint: 'Empty: a sign-in page', format: formats.lines }],
  },
  latency: {
    group: 'Slow and lost responses',
    title: 'a late response',
    hint: 'The response is right, and comes late. Another fault can apply to the same request.',
    continues: true,
    words({ ms }) {
      const wait = formats.isObject(ms) ? `${duration(ms.min)} to ${duration(ms.max)}` : duration(ms)
      return `gets a response ${wait} late`
    },
    fields: [
      {
        name: 'ms',
        label: 'Delay (ms)',
        type: 'digits',
        size: 'short',
        value: '1000',
        required: true,
        format: formats.milliseconds,
      },
      {
        name: 'max',
        label: 'At most (ms)',
        type: 'digits',
        size: 'short',
        hint: 'For a random delay',
        format: formats.milliseconds,
      },
    ],
    split: ({ ms, ...rest }) => (formats.isObject(ms) ? { ...rest, ms: ms.min, max: ms.max } : { ...rest, ms }),
    join: ({ ms, max, ...rest }) => ({ ...rest, ms: max === undefined ? ms : { min: ms, max } }),
  },
  'no-answer': {
    group: 'Slow and lost responses',
    title: 'no response',
    hint: 'The connection stays open. It ends when the client gives up, or when you remove the fault.',
    words: () => 'gets no response',
    fields: [],
  },
  stall: {
    group: 'Slow and lost responses',
    title: 'half of a response, then nothing',
    hint: 'The second half of the body never comes, and the connection stays open.',
    words: () => 'gets half of the response and then nothing',
    fields: [],
  },
  truncated: {
    group: 'Slow and lost responses',
    title: 'half of a response, then the end',
    hint: 'The connection ends after half of the body.',
    words: () => 'gets half of the response and then the end of the connection',
    fields: [],
  },
  reset: {
    group: 'Slow and lost responses',
    title: 'a connection reset',
    hint: 'The connection breaks, as in a bad network.',
    words: ({ at }) =>
      at === 'after headers' ? 'gets half of the response and then a connection reset' : 'gets a connection reset',
    fields: [
      {
        name: 'at',
        label: 'At',
        options: [
          ['', 'before the response begins'],
          ['after headers', 'after half of its body'],
        ],
        format: formats.choice(['after headers'], 'before headers'),
      },
    ],
  },
  'malformed-json': {
    group: 'Wrong content',
    title: 'broken JSON',
    hint: 'The response is complete, and its JSON cannot be parsed.',
    words: () => 'gets JSON that cannot be parsed',
    fields: [],
  },
  shape: {
    group: 'Wrong content',
    title: 'events with other fields',
    hint: 'Removes or changes fields of the events in a response.',
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
    fields: [
      {
        name: 'remove',
        label: 'Fields to remove',
        hint: 'Empty: identifiers, unless you set fields',
        format: formats.names,
      },
      {
        name: 'event',
        label: 'Only event number',
        type: 'digits',
        hint: 'In a page. Empty: all events',
        format: formats.wholeNumber(1),
      },
      {
        name: 'set',
        label: 'Fields to set',
        type: 'lines',
        hint: 'One in a line, such as title = 7. The value is JSON, or text without quotation marks.',
        format: formats.fields,
      },
    ],
  },
  next: {
    group: 'Wrong content',
    title: 'another next link',
    hint: 'The last page gets a next link too.',
    words: ({ to }) => `gets a next link to ${to === 'loop' ? 'the same page' : named(to)}`,
    only: () => 'for a page',
    fields: [
      {
        name: 'to',
        label: 'Next link',
        hint: 'An address. Empty: the same page, so that the list has no end',
        format: formats.line,
      },
    ],
    split: ({ to, ...rest }) => (to === 'loop' ? rest : { ...rest, to }),
    join: ({ to = 'loop', ...rest }) => ({ ...rest, to }),
  },
  'new-events': {
    group: 'Changing lists',
    title: 'new events',
    hint: 'Someone adds events while your application reads. The response is right.',
    words: ({ count = 1 }) => (count === 1 ? 'adds a new event' : `adds ${named(count)} new events`),
    only: () => 'with an API key',
    continues: true,
    fields: [
      {
        name: 'count',
        label: 'How many events',
        type: 'digits',
        hint: 'Empty: 1',
        format: formats.wholeNumber(1, 1000),
      },
    ],
  },
}

/** What is known about a kind. Undefined for a text that is no kind. */
export const kindOf = (kind: unknown): KindOf<FaultKind> | undefined =>
  typeof kind === 'string' && Object.hasOwn(kinds, kind) ? kinds[kind as FaultKind] : undefined

/** The field that chooses a kind. */
export const kindField = (kind: string): Field => ({
  name: 'kind',
  label: 'The request gets',
  options: Object.entries(kinds).map(([name, { title, group }]) => [name, `${name} · ${title}`, group] as const),
  hint: kindOf(kind)?.hint ?? '',
})
