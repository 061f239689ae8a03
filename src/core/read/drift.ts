import type { Issue } from '../errors/error-classes.ts'
import { eventsOf, type Link, linkOf } from '../hal/hal.ts'
import { localTimeOf } from '../hal/local-time.ts'
import type { Drift, OnDrift } from '../options/drift.ts'
import { callHook, type Listeners, writeLog } from '../options/hooks.ts'
import { oneLine } from '../text/messages.ts'
import { isObject, isObjectLike } from '../values/arguments.ts'
import { matches } from '../values/fast-check.ts'
import { originOf } from '../values/origin.ts'
import type { Kind, Member, Shape } from '../values/shape.ts'
import { missing } from '../values/validate.ts'
import { collection } from './response-schema.ts'

/** Maximum number of differences to remember, because a service may send new names without end. */
const maxReported = 1000

/** Maximum length of a field name or value in a report. All names in the spec are shorter. */
const maxTextLength = 200

/** One difference from the spec. */
type Difference = Pick<Drift, 'kind' | 'field' | 'value'>

/** Compares results with the spec, counts the differences, and reports each difference once. */
export class DriftDetector {
  readonly #shapes: Readonly<Record<Drift['resource'], Shape>>
  /** Without this function, the detector looks only for the differences that it writes to the logger. */
  readonly #onDrift: OnDrift | undefined
  readonly #listeners: Listeners
  readonly #counters = new Map<string, { count: number }>()

  constructor(event: Shape, onDrift: OnDrift | undefined, listeners: Listeners) {
    this.#shapes = { event, page: collection }
    this.#onDrift = onDrift
    this.#listeners = listeners
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
    if (this.#onDrift) for (const each of differences(value, this.#shapes[resource])) if (!add(each)) break
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
    const { redactor } = this.#listeners
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
    const onDrift = this.#onDrift
    const { logger } = this.#listeners
    for (const drift of fresh) {
      if (onDrift) callHook(this.#listeners, 'onDrift', () => onDrift(drift))
      const { kind, url, field } = drift
      if (logger && kind === 'dropped parameter')
        writeLog(logger, 'warn', `The link to the page after ${url} leaves out the parameter ${field}`, drift)
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
const isReadable = (text: string) => text.trim() === '' || localTimeOf(text) !== undefined

/** The differences between a value and its description in the spec. Does not check types again, because the schema has done that. */
function* differences(value: unknown, kind: Kind, place = ''): Generator<Difference, void> {
  const field = place
  if (typeof kind === 'string') {
    const isTime = kind === 'moment' || kind === 'localTime'
    if (isTime && typeof value === 'string' && !isReadable(value)) yield { kind: 'invalid value', field }
  } else if ('known' in kind) {
    if (typeof value === 'string' && !kind.known.includes(value)) yield { kind: 'new value', field, value }
  } else if ('list' in kind) {
    for (const entry of [value].flat()) yield* differences(entry, kind.list, `${place}[]`)
  } else if ('relation' in kind) {
    // Uses the same field name for one link and for an array of links.
    for (const entry of [value].flat()) yield* differences(entry, kind.relation, place)
  } else if (Array.isArray(value)) {
    yield { kind: 'invalid value', field }
  } else if (isObject(value)) {
    yield* differencesOfMembers(value, kind, (name) => (place === '' ? name : `${place}.${name}`))
  }
}

function* differencesOfMembers(value: object, shape: Shape, within: (name: string) => string) {
  const members = new Map(Object.entries<Member>(shape.fields))
  for (const [name, field] of Object.entries(value)) {
    const member = members.get(name)
    if (!member) yield { kind: 'unknown field', field: within(name) } as const
    else if (member.lenient && field !== null && !matches(member.kind, field))
      yield { kind: 'invalid value', field: within(name) } as const
    else yield* differences(field, member.kind, within(name))
  }
  for (const [name, { always }] of members) {
    if (always && !Object.hasOwn(value, name)) yield { kind: 'missing field', field: within(name) } as const
  }
}
