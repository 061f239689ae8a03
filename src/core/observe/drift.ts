import type { Schemas } from '../dialect.ts'
import { oneLine } from '../errors/messages.ts'
import type { Redactor } from '../http/redact.ts'
import { eventsOf, isObject, type Link, linkOf } from '../results/hal.ts'
import { annotationsOf, collection } from '../schema/response-schema.ts'
import { callSafely, type Listeners, type Logger, write } from './hooks.ts'

/** A way in which a service's responses are no longer what the spec describes, though they can still be used. It is frozen. */
export interface Drift {
  /**
   * `unknown field`: the spec does not have it. `missing field`: the spec says that the service gives it to every such resource; fields
   * that may be unset are never missing. `new value`: an enum has it that the spec does not list. `dropped parameter`: the link to the next
   * page leaves out a parameter of `query`, so that the pages behind it may hold what it was to keep out; the `logger` is told too, as a warning.
   */
  readonly kind: 'unknown field' | 'missing field' | 'new value' | 'dropped parameter'
  /** What has it: an event, wherever it came from, or the page around events. */
  readonly resource: 'event' | 'page'
  /** Its place, such as `location.postal_code`, `_links.self` or `reminders[].method`; of a parameter its name. */
  readonly field: string
  /** The new value. */
  readonly value?: string
  /** Address of the first response that showed it. */
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

/** Long enough for any name in the spec, and for most values. */
const longest = 200

/** One thing that is not as the spec knows it. */
type Difference = Pick<Drift, 'kind' | 'field' | 'value'>

/** Who is told of drift. */
interface DriftListeners extends Pick<Listeners, 'failed'> {
  readonly onDrift: OnDrift | undefined
  readonly logger: Logger | undefined
}

/** Compares results with what the spec knows, counts what differs, and tells what is new. */
export class DriftDetector {
  readonly #schemas: Readonly<Record<Drift['resource'], object>>
  readonly #listeners: DriftListeners
  readonly #redactor: Redactor
  readonly #counters = new Map<string, { count: number }>()

  /** @param redactor takes keys out of what is told */
  constructor(schemas: Schemas, listeners: DriftListeners, redactor: Redactor) {
    this.#schemas = { event: schemas.event, page: collection() }
    this.#listeners = listeners
    this.#redactor = redactor
  }

  /**
   * @param url of the response
   */
  event(event: object, url: string): void {
    this.#tell(this.#count('event', this.#differences('event', event), url))
  }

  /** @param query parameters that the page was asked for with */
  page(page: object, url: string, query: object): void {
    const ofPage = [...this.#differences('page', page), ...dropped(query, linkOf(page, 'next'), url)]
    const events = eventsOf(page).filter(isObject)
    this.#tell([
      ...this.#count('page', ofPage, url),
      ...events.flatMap((event) => this.#count('event', this.#differences('event', event), url)),
    ])
  }

  #differences(resource: Drift['resource'], value: object): Iterable<Difference> {
    return this.#listeners.onDrift ? differences(value, this.#schemas[resource]) : []
  }

  /** Counts each difference of one resource once, and gives those that no other resource has shown before. */
  #count(resource: Drift['resource'], differences: Iterable<Difference>, url: string): Drift[] {
    const found = new Map<string, Difference>()
    for (const difference of differences) {
      const { kind, field, value = '' } = difference
      found.set([resource, kind, field.slice(0, longest), value.slice(0, longest)].join('\n'), difference)
      if (found.size === most) break
    }
    const fresh: Drift[] = []
    const shown = (text: string) => oneLine(this.#redactor.start(text), longest)
    for (const [key, { kind, field, value }] of found) {
      const known = this.#counters.get(key)
      if (known) known.count += 1
      else if (this.#counters.size < most) {
        const counter = { count: 1 }
        this.#counters.set(key, counter)
        // Whoever gets it may freeze or keep it: the counter itself is in nobody else's hands.
        const drift: Drift = {
          kind,
          resource,
          field: shown(field),
          ...(value !== undefined && { value: shown(value) }),
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

  /** After all of a response was counted, so that the first report says how common it is. */
  #tell(fresh: readonly Drift[]): void {
    const { onDrift, logger, failed } = this.#listeners
    for (const drift of fresh) {
      if (onDrift) callSafely(() => onDrift(drift), failed.bind(undefined, 'onDrift'))
      const { kind, url, field } = drift
      if (logger && kind === 'dropped parameter')
        write(logger, 'warn', `The link to the page after ${url} leaves out the parameter ${field}`, drift)
    }
  }
}

/** Parameters that the link to the next page leaves out. */
function* dropped(query: object, next: Link | undefined, from: string): Generator<Difference> {
  if (!next || !URL.canParse(next.href, from)) return
  const { searchParams } = new URL(next.href, from)
  for (const field of Object.keys(query)) if (!searchParams.has(field)) yield { kind: 'dropped parameter', field }
}

/** All of a value that its schema does not know, list entries each for itself. Types are the schema's to check. */
function* differences(value: unknown, schema: object, place = ''): Generator<Difference, void> {
  const { fields, entries, relation, known } = annotationsOf(schema)
  if (entries) {
    // One or many: the place of a link is called the same.
    for (const entry of [value].flat()) yield* differences(entry, entries, relation ? place : `${place}[]`)
  } else if (fields && isObject(value)) {
    const within = (name: string) => (place === '' ? name : `${place}.${name}`)
    for (const [name, field] of Object.entries(value)) {
      if (Object.hasOwn(fields, name)) yield* differences(field, fields[name] ?? {}, within(name))
      else yield { kind: 'unknown field', field: within(name) }
    }
    for (const [name, field] of Object.entries(fields)) {
      if (!annotationsOf(field).alwaysPresent || Object.hasOwn(value, name)) continue
      yield { kind: 'missing field', field: within(name) }
    }
  } else if (typeof value === 'string' && known?.includes(value) === false) {
    yield { kind: 'new value', field: place, value }
  }
}
