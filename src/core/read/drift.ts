import type { Issue } from '../errors/error-classes.ts'
import { eventsOf, type Link, linkOf } from '../hal/hal.ts'
import { localTimeOf } from '../hal/local-time.ts'
import type { Drift, OnDrift } from '../options/drift.ts'
import { callHook, type Listeners, writeLog } from '../options/hooks.ts'
import { oneLine } from '../text/messages.ts'
import { isObject, isRecord } from '../values/arguments.ts'
import { matches } from '../values/fast-check.ts'
import { originOf } from '../values/origin.ts'
import type { Kind, Member, Shape } from '../values/shape.ts'
import { missing } from '../values/validate.ts'
import type { Schemas } from '../version/dialect.ts'
import { collection } from './response-schema.ts'

/** A service that makes up names without end would fill the memory. */
const maxReported = 1000

/** Long enough for any name in the spec, and for most values. */
const maxTextLength = 200

/** One thing that is not as the spec knows it. */
type Difference = Pick<Drift, 'kind' | 'field' | 'value'>

/** Compares results with what the spec knows, counts what differs, and tells what is new. */
export class DriftDetector {
  readonly #shapes: Readonly<Record<Drift['resource'], Shape>>
  /** Without it, only what the logger is told of too is looked for. */
  readonly #onDrift: OnDrift | undefined
  readonly #listeners: Listeners
  readonly #counters = new Map<string, { count: number }>()

  constructor(schemas: Schemas, onDrift: OnDrift | undefined, listeners: Listeners) {
    this.#shapes = { event: schemas.event, page: collection }
    this.#onDrift = onDrift
    this.#listeners = listeners
  }

  /** @param url of the response */
  event(event: object, url: string): void {
    this.#tell(this.#count('event', event, url))
  }

  /** @param query parameters that the page was asked for with */
  page(page: object, url: string, query: object): void {
    const events = eventsOf(page).filter(isObject)
    const issues = new Map(originOf(page)?.rejected?.map(({ value, issues }) => [value, issues]))
    this.#tell([
      ...this.#count('page', page, url, dropped(query, linkOf(page, 'next'), url)),
      ...events.flatMap((event) => this.#count('event', event, url, issues.get(event)?.map(asDifference))),
    ])
  }

  /** Counts each difference of one resource once, and gives those that no other resource has shown before. */
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

  /** Whoever gets it may freeze or keep it: the counter itself is in nobody else's hands. */
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

  /** After all of a response was counted, so that the first report says how common it is. */
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

/** An issue of an event that was kept. */
const asDifference = ({ field, message }: Issue): Difference => ({
  kind: message === missing ? 'missing field' : 'invalid value',
  field: field.replace(/\[\d+\]/g, '[]'),
})

/** Parameters that the link to the next page leaves out. */
function dropped(query: object, next: Link | undefined, from: string): Difference[] {
  if (!next || !URL.canParse(next.href, from)) return []
  const { searchParams } = new URL(next.href, from)
  const names = Object.keys(query).filter((name) => !searchParams.has(name))
  return names.map((field) => ({ kind: 'dropped parameter', field }))
}

/** Whether a date-time can be read; one that says nothing need not be. */
const isReadable = (text: string) => text.trim() === '' || localTimeOf(text) !== undefined

/** All of a value that its table does not know, each entry of a list on its own. The schema checks types. */
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
    // One or many: the place of a link is called the same.
    for (const entry of [value].flat()) yield* differences(entry, kind.relation, place)
  } else if (Array.isArray(value)) {
    yield { kind: 'invalid value', field }
  } else if (isRecord(value)) {
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
