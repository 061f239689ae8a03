import type { Dialect } from '../api/dialect.ts'
import type { AttendanceRecord, EventRecord, Instant } from '../store/model.ts'
import { instantFrom, localDigits } from '../text/local-time.ts'
import { totalAccepted } from './attendances.ts'
import { type Context, nativeIdentifier } from './context.ts'
import type { EventFacts } from './event-facts.ts'
import { identifiersOf } from './identifiers.ts'
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
export interface Compared<Item> {
  readonly kind: Kind
  /** Its value, undefined where the record has none. Of `identifier` every record has several, which are asked for otherwise. */
  readonly of: (item: Item, context: Context) => Value | undefined
}

const as = <Item>(kind: KindName, of: Compared<Item>['of']): Compared<Item> => ({ kind: kinds[kind], of })

/** What filters compare of one kind of record. */
export interface Filtered<Item> {
  /** Fields by their names in a version. */
  readonly fields: ReadonlyMap<string, Compared<Item>>
  /** The field that the index of changes is ordered by. */
  readonly modified: Compared<Item>
  /** Identifiers of a record besides its bare id. */
  readonly identifiersOf: (context: Context, item: Item) => readonly string[]
}

const modifiedOf = as('moment', ({ modified }: EventRecord | AttendanceRecord) => modified)

/** The facts with one value, as events show them. */
const facts: { readonly [Fact in keyof EventFacts]?: Compared<EventRecord> } = {
  origin_system: as('text', ({ content }) => content.origin_system),
  created: as('moment', ({ created }) => created),
  modified: modifiedOf,
  name: as('text', ({ content }) => content.name),
  title: as('text', ({ content }) => content.title),
  description: as('text', ({ content }) => content.description),
  instructions: as('text', ({ content }) => content.instructions),
  browser_url: as('text', (event, context) => event.content.browser_url ?? page(event, context)),
  public_url: as('text', (event, context) => page(event, context)),
  featured_image_url: as('text', (event) => event.featured_image_url),
  start: as('local', ({ content }) => wall(content.start)),
  end: as('local', ({ content }) => wall(content.end)),
  total_accepted: as('number', (event, context) => totalAccepted(context, event)),
  campaign: as('text', ({ campaign }) => campaign),
  status: as('text', ({ status }) => status),
  transparence: as('text', () => 'opaque'),
  visibility: as('text', ({ visibility }) => visibility),
  guests_can_invite_others: as('flag', () => true),
  capacity: as('number', ({ capacity }) => capacity),
  hidden: as('flag', ({ hidden }) => hidden),
}

const page = (event: EventRecord, context: Context) => (event.via === 'ui' ? publicUrl(context, event) : undefined)

/** Of `identifier`, any of a record's identifiers is meant. */
export const identifier: Compared<unknown> = as('identifier', () => undefined)

/** What filters of a version compare of events. */
export const filteredEvent = ({ fields }: Dialect): Filtered<EventRecord> => ({
  fields: new Map(
    fields.flatMap(({ wire, fact }) => {
      const compared = facts[fact]
      return compared ? [[wire, compared] as const] : []
    }),
  ),
  modified: modifiedOf,
  identifiersOf,
})

/** What they compare of attendances. */
export const filteredAttendance = ({ names }: Dialect): Filtered<AttendanceRecord> => ({
  fields: new Map([
    [names.created, as('moment', ({ created }: AttendanceRecord) => created)],
    [names.modified, modifiedOf],
    ['status', as('text', ({ status }) => status)],
  ]),
  modified: modifiedOf,
  identifiersOf: (context, { id }) => [nativeIdentifier(context, id)],
})

/** The field of a name. Throws an HTTP error that lists them for any other name. */
export function comparedIn<Item>({ fields }: Filtered<Item>, name: string, at: number): Compared<Item> {
  const compared = name === 'identifier' ? identifier : fields.get(name)
  if (compared) return compared
  throw refusedAt(at, `is no field to compare; there are identifier, ${[...fields.keys()].join(', ')}`)
}
