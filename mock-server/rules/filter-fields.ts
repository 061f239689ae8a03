import type { Dialect } from '../api/dialect.ts'
import type { EventRecord, Instant } from '../store/model.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import type { Context } from './context.ts'
import type { EventFacts } from './event-facts.ts'
import { type Literal, refusedAt } from './odata.ts'
import { publicUrl } from './scope.ts'

/** A value as filters compare it: times are milliseconds. */
export type Value = string | number | boolean

/** How the values of a field are written in a filter, and read. */
interface Kind {
  readonly wants: string
  readonly read: (literal: Literal) => Value | undefined
  /** Whether one value is greater than another. */
  readonly ordered: boolean
  /** A moment, or the digits of a local time. */
  readonly time?: 'moment' | 'local'
}

const textOf = (literal: Literal) => (typeof literal === 'string' ? literal : undefined)

const timeOf =
  (zone: '' | 'Z', read: (text: string) => Instant | undefined) =>
  (literal: Literal): Instant | undefined => {
    const text = textOf(literal)
    if (text === undefined) return undefined
    return read(/^\d{4}-\d{2}-\d{2}$/.test(text) ? `${text}T00:00:00${zone}` : text)
  }

const wall = (text: string | undefined): Instant | undefined => {
  const digits = text === undefined ? undefined : localDigits(text)
  return digits === undefined ? undefined : Date.parse(`${digits}Z`)
}

const kinds = {
  text: { wants: 'a text in quotes', read: textOf, ordered: true },
  identifier: { wants: 'a text in quotes', read: textOf, ordered: false },
  number: { wants: 'a number', read: (one) => (typeof one === 'number' ? one : undefined), ordered: true },
  flag: { wants: 'true or false', read: (one) => (typeof one === 'boolean' ? one : undefined), ordered: false },
  moment: {
    wants: 'a date-time with its zone or a date, in quotes',
    read: timeOf('Z', instantFrom),
    ordered: true,
    time: 'moment',
  },
  // The digits alone, as the service keeps them (assumption `localTimes`).
  local: { wants: 'a date-time or a date, in quotes', read: timeOf('', wall), ordered: true, time: 'local' },
} as const satisfies Readonly<Record<string, Kind>>

type KindName = keyof typeof kinds

/** A field that filters can compare. */
export interface Compared {
  readonly kind: Kind
  /** Its value, undefined where the event has none. Of `identifier` every event has several, which are asked for otherwise. */
  readonly of: (event: EventRecord, context: Context) => Value | undefined
}

const as = (kind: KindName, of: Compared['of']): Compared => ({ kind: kinds[kind], of })

/** The facts with one value, as events show them. */
const facts: { readonly [Fact in keyof EventFacts]?: Compared } = {
  origin_system: as('text', ({ content }) => content.origin_system),
  created: as('moment', ({ created }) => created),
  modified: as('moment', ({ modified }) => modified),
  name: as('text', ({ content }) => content.name),
  title: as('text', ({ content }) => content.title),
  description: as('text', ({ content }) => content.description),
  instructions: as('text', ({ content }) => content.instructions),
  browser_url: as('text', (event, context) => event.content.browser_url ?? page(event, context)),
  public_url: as('text', (event, context) => page(event, context)),
  featured_image_url: as('text', (event) => event.featured_image_url),
  start: as('local', ({ content }) => wall(content.start)),
  end: as('local', ({ content }) => wall(content.end)),
  total_accepted: as('number', ({ accepted }) => accepted),
  campaign: as('text', ({ campaign }) => campaign),
  status: as('text', ({ status }) => status),
  transparence: as('text', () => 'opaque'),
  visibility: as('text', ({ visibility }) => visibility),
  guests_can_invite_others: as('flag', () => true),
  capacity: as('number', ({ capacity }) => capacity),
  hidden: as('flag', ({ hidden }) => hidden),
}

const page = (event: EventRecord, context: Context) => (event.via === 'ui' ? publicUrl(context, event) : undefined)

/** Of `identifier`, any of an event's identifiers is meant. */
export const identifier = as('identifier', () => undefined)
/** What the index of changes is ordered by. */
export const { modified } = facts

/** The field of a name in a version. Throws an HTTP error that lists them for any other name. */
export function comparedIn({ fields }: Dialect, name: string, at: number): Compared {
  if (name === 'identifier') return identifier
  const fact = fields.find(({ wire }) => wire === name)?.fact
  const compared = fact && facts[fact]
  if (compared) return compared
  const known = fields.flatMap(({ wire, fact }) => (facts[fact] ? [wire] : []))
  throw refusedAt(at, `is no field to compare; there are identifier, ${known.join(', ')}`)
}
