import type { FaultKind } from 'osdi-events/mock'
import type { Field } from './fields.ts'

/** A kind of fault, and what has to be said of it. */
export interface Kind {
  readonly title: string
  /** What the caller gets. */
  readonly does: string
  readonly fields: readonly Field[]
}

const status = (start: string, hint: string): Field => ({
  name: 'effect.status',
  label: 'Status',
  start,
  hint,
  numeric: true,
})

/** Every kind that the service has, the common ones first. */
export const kinds: Readonly<Record<FaultKind, Kind>> = {
  latency: {
    title: 'Slow answer',
    does: 'The caller waits; then the request goes on, and other rules may strike it too.',
    fields: [
      { name: 'effect.ms.min', label: 'Milliseconds', start: '2000', numeric: true },
      {
        name: 'effect.ms.max',
        label: 'Up to',
        hint: 'Milliseconds: each wait is drawn between the two, from the seed.',
        numeric: true,
      },
    ],
  },
  status: {
    title: 'Another status',
    does: 'Another answer comes in the place of the service’s own.',
    fields: [
      status('503', '200 to 599'),
      {
        name: 'effect.body',
        label: 'Body',
        hint: 'JSON goes out as JSON, anything else as the text that it is. Without one: the service’s form of an error.',
        lines: true,
      },
      { name: 'effect.headers', label: 'Headers', hint: 'One a line, as in X-Trace: 7', lines: true },
    ],
  },
  'rate-limit': {
    title: 'Rate limit',
    does: 'Status 429, as a service answers whom it finds too fast.',
    fields: [
      {
        name: 'effect.retryAfter',
        label: 'Retry-After',
        start: '1',
        hint: 'Seconds or a date; empty for an answer without it.',
      },
    ],
  },
  reset: {
    title: 'Connection reset',
    does: 'The connection is reset.',
    fields: [
      {
        name: 'effect.at',
        label: 'When',
        start: 'before headers',
        choices: [
          ['before headers', 'Before anything of the answer'],
          ['after headers', 'After half of its body'],
        ],
      },
    ],
  },
  truncated: { title: 'Half an answer', does: 'The connection ends after half of the body.', fields: [] },
  stall: {
    title: 'Stalled answer',
    does: 'After half of the body nothing more comes, until the caller gives up or the rule is switched off.',
    fields: [],
  },
  'no-answer': {
    title: 'No answer',
    does: 'Nothing comes at all, until the caller gives up or the rule is switched off.',
    fields: [],
  },
  html: {
    title: 'Web page',
    does: 'A web page with status 200, as a proxy or a sign-in page answers in the service’s place.',
    fields: [
      { name: 'effect.html', label: 'HTML', hint: 'A believable page is made up where this is empty.', lines: true },
    ],
  },
  'malformed-json': { title: 'Broken JSON', does: 'The answer is whole, and no JSON.', fields: [] },
  shape: {
    title: 'Events of another shape',
    does: 'The event of an answer, or every event of a page, breaks the documented shape. Strikes what events answer alone.',
    fields: [
      {
        name: 'effect.remove',
        label: 'Leave out',
        start: 'identifiers',
        hint: 'Members by their names on the wire, with commas between.',
      },
      { name: 'effect.set', label: 'Set', hint: 'Members with other values, as JSON: {"title": 7}', lines: true },
    ],
  },
  next: {
    title: 'Next link astray',
    does: 'The next link of a page leads astray; a last page gets one too. Strikes pages alone.',
    fields: [
      { name: 'effect.to', label: 'Leads to', start: 'loop', hint: 'loop, for the page itself, or an address.' },
    ],
  },
  redirect: {
    title: 'Redirect',
    does: 'The answer leads to another address.',
    fields: [
      { name: 'effect.to', label: 'Address', hint: 'With http:// or https://' },
      {
        name: 'effect.status',
        label: 'Status',
        start: '302',
        numeric: true,
        choices: ['301', '302', '303', '307', '308'].map((each) => [each, each] as const),
      },
    ],
  },
  'new-events': {
    title: 'Events appear',
    does: 'Events of the key’s owner appear in that moment, as if somebody made them; then the request goes on.',
    fields: [{ name: 'effect.count', label: 'How many', start: '1', hint: '1 to 1000', numeric: true }],
  },
  'echo-key': {
    title: 'Key in the error',
    does: 'An error whose text repeats the key as it was sent.',
    fields: [status('403', '400 to 599')],
  },
}

export const kindNames = Object.keys(kinds) as readonly FaultKind[]

export const isKind = (name: string): name is FaultKind => Object.hasOwn(kinds, name)
