import type * as z from 'zod/mini'
import { missing, oneLine } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import type { Redactor } from '../base/redact.ts'
import { isObject, isObjectLike, once } from '../base/values.ts'
import type { Issue } from '../errors/error-classes.ts'
import type { Drift } from '../hal/drift.ts'
import type { Link } from '../hal/hal.ts'
import { localTimeOf } from '../hal/local-time.ts'
import { eventsOf, linkOf } from '../hal/relations.ts'
import { alwaysInCollection, collectionSchema } from './collection.ts'
import { fits } from './fit.ts'
import type { Resource } from './resource-types.ts'
import { anything, bare, insideLenient, localTime, moment } from './schemas.ts'

/** Maximum number of differences to remember, because a service may send new names without end. */
const maxReported = 1000

/** Maximum length of a field name or value in a report. All names in the spec are shorter. */
const maxTextLength = 200

/** One difference from the spec. */
type Difference = Pick<Drift, 'kind' | 'field' | 'value'>

/** What a detector does with a difference that it has not seen before. */
interface DriftListener {
  /** Without this function, the detector looks only for the differences that it warns of. */
  readonly report: ((drift: Drift) => void) | undefined
  warn(message: string, drift: Drift): void
  /** Removes API keys from what the detector says. */
  readonly redactor: Redactor
}

/** Compares results with the spec, counts the differences, and reports each difference once. */
export class DriftDetector {
  readonly #differences: Readonly<Record<Drift['resource'], (value: object) => Iterable<Difference>>>
  readonly #listener: DriftListener
  readonly #counters = new Map<string, { count: number }>()

  constructor(event: Resource, listener: DriftListener) {
    const alwaysInEvent = once(() => new Set(event.always()))
    this.#differences = {
      event: (value) => differences(value, event.schema(), alwaysInEvent()),
      page: (value) => differences(value, collectionSchema(), alwaysInCollection),
    }
    this.#listener = listener
  }

  /** @param url of the response */
  event(event: object, url: string): void {
    this.#tell(this.#countEvent(event, url))
  }

  /** @param query parameters of the request for the page */
  page(page: object, url: string, query: object): void {
    const events = eventsOf(page).filter(isObjectLike)
    this.#tell([
      ...this.#count('page', page, url, dropped(query, linkOf(page, 'next'), url)),
      ...events.flatMap((event) => this.#countEvent(event, url)),
    ])
  }

  #countEvent(event: object, url: string): Drift[] {
    return this.#count('event', event, url, originOf(event)?.issues?.map(asDifference))
  }

  /** Counts each difference once per resource, and returns the differences that are new for this client. */
  #count(resource: Drift['resource'], value: object, url: string, others: readonly Difference[] = []): Drift[] {
    const found = new Map<string, Difference>()
    const add = (difference: Difference) => {
      const { kind, field, value = '' } = difference
      found.set([resource, kind, field.slice(0, maxTextLength), value.slice(0, maxTextLength)].join('\n'), difference)
      return found.size < maxReported
    }
    others.every(add)
    if (this.#listener.report) for (const each of this.#differences[resource](value)) if (!add(each)) break
    return [...found].flatMap(([key, difference]) => {
      const known = this.#counters.get(key)
      if (known) known.count += 1
      if (known || this.#counters.size >= maxReported) return []
      const counter = { count: 1 }
      this.#counters.set(key, counter)
      return this.#drift(resource, difference, url, counter)
    })
  }

  /** A frozen report. Its `count` is a getter, so the number is always current, and callers cannot change it. */
  #drift(
    resource: Drift['resource'],
    { kind, field, value }: Difference,
    url: string,
    counter: { count: number },
  ): Drift {
    const { redactor } = this.#listener
    const shown = (text: string) => oneLine(redactor.start(text), maxTextLength)
    return Object.freeze({
      kind,
      resource,
      field: shown(field),
      ...(value !== undefined && { value: shown(value) }),
      url: redactor.text(url),
      get count() {
        return counter.count
      },
    })
  }

  /** Reports new differences. Call it after all resources of a response are counted, so that `count` is right in the first report. */
  #tell(fresh: readonly Drift[]): void {
    for (const drift of fresh) {
      this.#listener.report?.(drift)
      const { kind, url, field } = drift
      if (kind === 'dropped parameter')
        this.#listener.warn(`The link to the page after ${url} leaves out the parameter ${field}`, drift)
    }
  }
}

/** Turns an issue of an invalid event, kept with `onInvalid: 'keep'`, into a difference. */
const asDifference = ({ field, message }: Issue): Difference => ({
  kind: message === missing ? 'missing field' : 'invalid value',
  field: field.replace(/\[\d+\]/g, '[]'),
})

/** Parameters of the request that the link to the next page lacks. */
function dropped(query: object, next: Link | undefined, from: string): Difference[] {
  if (!next || !URL.canParse(next.href, from)) return []
  const { searchParams } = new URL(next.href, from)
  const names = Object.keys(query).filter((name) => !searchParams.has(name))
  return names.map((field) => ({ kind: 'dropped parameter', field }))
}

/** Whether a date-time can be read. An empty text means that there is no time, and passes. */
const isReadable = (value: string) => value.trim() === '' || localTimeOf(value) !== undefined

/** The texts that the spec lists, if a schema is an open enum. */
function knownTexts({ def }: z.core.$ZodTypes['_zod']): readonly unknown[] | undefined {
  const [, known] = def.type === 'union' ? def.options : []
  const inside = known && (known as z.core.$ZodTypes)._zod.def
  return inside?.type === 'literal' ? inside.values : undefined
}

/**
 * The differences between a value and the spec. Does not check types again, because the schema has done that.
 *
 * @param always what the service always sends, by the names of the drift report
 */
function* differences(
  value: unknown,
  given: z.core.$ZodType,
  always: ReadonlySet<string>,
  field = '',
): Generator<Difference, void> {
  const schema = bare(given)
  const { def } = schema._zod
  if (typeof value === 'string') {
    const isTime = [moment, localTime].some((each: z.core.$ZodType) => each === schema)
    if (isTime && !isReadable(value)) yield { kind: 'invalid value', field }
    const known = knownTexts(schema._zod)
    if (known && !known.includes(value)) yield { kind: 'new value', field, value }
  } else if (def.type === 'array') {
    for (const entry of [value].flat()) yield* differences(entry, def.element, always, `${field}[]`)
  } else if (def.type === 'union') {
    const [list, one = schema] = def.options
    const entry = list && bare(list)._zod.def
    const isRelation = entry?.type === 'array' && bare(entry.element)._zod.def.type !== 'never'
    // Uses the same field name for one link and for an array of links.
    if (isRelation) for (const each of [value].flat()) yield* differences(each, entry.element, always, field)
    else yield* differences(value, one, always, field)
  } else if (def.type === 'object' && Array.isArray(value)) {
    yield { kind: 'invalid value', field }
  } else if (def.type === 'object' && isObject(value)) {
    yield* differencesOfMembers(value, def.shape, always, (name) => (field === '' ? name : `${field}.${name}`))
  }
}

function* differencesOfMembers(
  value: Readonly<Record<string, unknown>>,
  shape: z.core.$ZodShape,
  always: ReadonlySet<string>,
  within: (name: string) => string,
) {
  for (const [name, member] of Object.entries(value)) {
    const field = within(name)
    const schema = Object.hasOwn(shape, name) ? shape[name] : undefined
    if (!schema) yield { kind: 'unknown field', field } as const
    else if (member !== null && !fits(insideLenient(schema) ?? anything, member))
      yield { kind: 'invalid value', field } as const
    else yield* differences(member, schema, always, field)
  }
  for (const name of Object.keys(shape)) {
    const field = within(name)
    if (always.has(field) && !Object.hasOwn(value, name)) yield { kind: 'missing field', field } as const
  }
}
