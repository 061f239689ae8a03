import type * as z from 'zod/mini'
import type { Schemas } from '../dialect.ts'
import { oneLine } from '../errors/messages.ts'
import type { Redactor } from '../http/redact.ts'
import { eventsOf, type Link, linkOf } from '../results/hal.ts'
import { collection, factsOf } from '../schema/response-schema.ts'
import { warnOfHook } from './hooks.ts'
import { callSafely, type Logger, write } from './logger.ts'

/** A way in which a service's answers are no longer what the documents describe, though they can still be used. It is frozen. */
export interface Drift {
  /**
   * `unknown field`: the documents do not have it. `missing field`: the documents say that the service gives it to every such resource; fields
   * that may be unset are never missing. `new value`: an enum has it that the documents do not list. `dropped parameter`: the link to the next
   * page leaves out a parameter of `query`, so that the pages behind it may hold what it was to keep out; the `logger` is told too, as a warning.
   */
  readonly kind: 'unknown field' | 'missing field' | 'new value' | 'dropped parameter'
  /** What has it: an event, wherever it came from, or the page around events. */
  readonly resource: 'event' | 'page'
  /** Its place, such as `location.postal_code`, `_links.self` or `reminders[].method`; of a parameter its name. */
  readonly field: string
  /** The new value. */
  readonly value?: string
  /** Address of the first answer that showed it. */
  readonly url: string
  /**
   * How many events, or pages, of this client have shown it. It goes on counting after the report; a copy of the object holds the number of
   * its moment.
   */
  readonly count: number
}

/**
 * Is told of each {@link Drift} once. What it throws is dropped, and what it returns is not waited for.
 *
 * @example
 * ```ts
 * import { EventsV2, type OnDrift } from 'osdi-events'
 *
 * const onDrift: OnDrift = ({ kind, url, ...what }) => console.warn(kind, what, url)
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', onDrift })
 * console.log((await events.page(1)).total_records)
 * ```
 */
export type OnDrift = (drift: Drift) => unknown

/** A service that makes up names without end would fill the memory. */
const most = 1000

/** Long enough for any name in the documents, and for most values. */
const longest = 200

/** What a result shows that is to be told. */
type Shown = Pick<Drift, 'kind' | 'field' | 'value'>

const keyOf = (resource: string, { kind, field, value = '' }: Shown) =>
  [resource, kind, field.slice(0, longest), value.slice(0, longest)].join('\n')

/** Who is told of drift. */
interface Told {
  readonly onDrift: OnDrift | undefined
  readonly logger: Logger | undefined
}

/** Holds results to what the documents know, and tells what is new. */
export class DriftWatch {
  readonly #outlines: Readonly<Record<Drift['resource'], Outline>> | undefined
  readonly #told: Told
  readonly #redactor: Redactor
  readonly #counters = new Map<string, { count: number }>()

  constructor(schemas: Schemas, told: Told, redactor: Redactor) {
    this.#outlines = told.onDrift && { event: outlineOf(schemas.event), page: outlineOf(collection()) }
    this.#told = told
    this.#redactor = redactor
  }

  /** @param url of the answer */
  event(event: object, url: string): void {
    this.#tell(this.#count('event', this.#differences('event', event), url))
  }

  /** @param query parameters that the page was asked for with */
  page(page: object, url: string, query: object): void {
    const events = eventsOf(page).filter((event) => typeof event === 'object' && event !== null)
    this.#tell([
      ...this.#count('page', [...this.#differences('page', page), ...dropped(query, linkOf(page, 'next'), url)], url),
      ...events.flatMap((event) => this.#count('event', this.#differences('event', event as object), url)),
    ])
  }

  #differences(resource: Drift['resource'], value: object): Iterable<Shown> {
    return this.#outlines ? differences(value, this.#outlines[resource]) : []
  }

  /** Counts what one resource shows, and gives what no other has shown before. */
  #count(resource: Drift['resource'], shows: Iterable<Shown>, url: string): Drift[] {
    const found = new Map<string, Shown>()
    for (const difference of shows) {
      found.set(keyOf(resource, difference), difference)
      if (found.size === most) break
    }
    const fresh: Drift[] = []
    for (const [key, { kind, field, value: named }] of found) {
      const known = this.#counters.get(key)
      if (known) known.count += 1
      else if (this.#counters.size < most) {
        const counter = { count: 1 }
        this.#counters.set(key, counter)
        const shown = (text: string) => oneLine(this.#redactor.start(text), longest)
        // Whoever gets it may freeze or keep it: the counter itself is in nobody else's hands.
        const drift: Drift = {
          kind,
          resource,
          field: shown(field),
          ...(named !== undefined && { value: shown(named) }),
          url: this.#redactor.text(url),
          get count() {
            return counter.count
          },
        }
        fresh.push(Object.freeze(drift))
      }
    }
    return fresh
  }

  /** After all of an answer was counted, so that the first report says how common it is. */
  #tell(fresh: readonly Drift[]): void {
    const { onDrift, logger } = this.#told
    for (const drift of fresh) {
      if (onDrift)
        callSafely(
          () => onDrift(drift),
          (thrown) => warnOfHook(logger, 'onDrift', thrown, this.#redactor),
        )
      const { kind, url, field } = drift
      if (logger && kind === 'dropped parameter')
        write(logger, 'warn', `The link to the page after ${url} leaves out the parameter ${field}`, drift)
    }
  }
}

/** Parameters that the link to the next page leaves out. */
function* dropped(query: object, next: Link | undefined, from: string): Generator<Shown> {
  if (!next || !URL.canParse(next.href, from)) return
  const { searchParams } = new URL(next.href, from)
  for (const field of Object.keys(query)) if (!searchParams.has(field)) yield { kind: 'dropped parameter', field }
}

/** A watch for those who asked for one. */
export const driftWatch = (schemas: Schemas, told: Told, redactor: Redactor): DriftWatch | undefined =>
  told.onDrift || told.logger ? new DriftWatch(schemas, told, redactor) : undefined

/** What the documents know of a place in an answer: a field, an object or a list. */
export interface Outline {
  readonly fields?: ReadonlyMap<string, Outline>
  /** Names of those fields that the service gives every resource. */
  readonly always?: readonly string[]
  readonly entries?: Outline
  readonly known?: ReadonlySet<string>
}

/** Reads the outline off a schema, so that fields are listed in one place. */
export function outlineOf(schema: z.core.$ZodType): Outline {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const { known, entries, relation } = factsOf(schema)
  // One or many: the place of a link is called the same.
  if (entries && relation) return outlineOf(entries)
  const own = {
    ...(known && { known: new Set(known) }),
    ...(entries && { entries: outlineOf(entries) }),
  }
  if (def.type === 'optional' || def.type === 'nullable') return { ...outlineOf(def.innerType), ...own }
  if (def.type !== 'object') return own
  const fields = Object.entries(def.shape)
  return {
    ...own,
    fields: new Map(fields.map(([name, field]) => [name, outlineOf(field)])),
    always: fields.filter(([, field]) => factsOf(field).always).map(([name]) => name),
  }
}

/** One thing that is not as the documents know it. */
export interface Difference {
  readonly kind: 'unknown field' | 'missing field' | 'new value'
  readonly field: string
  readonly value?: string
}

/** Everything in a value that is not as its outline, list entries each for itself. Types are the schema's to check. */
export function* differences(value: unknown, outline: Outline, place = ''): Generator<Difference, void> {
  if (Array.isArray(value)) {
    const { entries } = outline
    for (const entry of value) yield* differences(entry, entries ?? outline, entries ? `${place}[]` : place)
  } else if (typeof value === 'object' && value !== null) {
    if (!outline.fields) return
    const within = (name: string) => (place === '' ? name : `${place}.${name}`)
    for (const [name, field] of Object.entries(value)) {
      const known = outline.fields.get(name)
      if (known) yield* differences(field, known, within(name))
      else yield { kind: 'unknown field', field: within(name) }
    }
    for (const name of outline.always ?? []) {
      if (!Object.hasOwn(value, name)) yield { kind: 'missing field', field: within(name) }
    }
  } else if (typeof value === 'string' && outline.known?.has(value) === false) {
    yield { kind: 'new value', field: place, value }
  }
}
