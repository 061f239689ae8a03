import fc from 'fast-check'
import { createMockService, type MockService, type MockSnapshot, type MockState, type Version } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { callerOf, eventsOf, idOf, type Resource } from '../support/api.ts'
import { least, names, versions, wire } from '../support/names.ts'
import { attended, changed, type ModelEvent, type Outcome, posted, type Sent } from './model.ts'

const sent: fc.Arbitrary<Sent> = fc.record({
  title: fc.constantFrom('Picnic', 'Walk', 'Clean-up', 'Büchertisch 📚', '\ud800 "\\\n\u2028', 'é'.repeat(9000)),
  start: fc.option(fc.constantFrom('2026-05-04T09:00:00', '2026-07-01T18:30'), { nil: undefined }),
  identifiers: fc.option(
    fc.array(
      fc.integer({ min: 1, max: 9 }).map((number) => `calendar:${number}`),
      { maxLength: 3 },
    ),
    { nil: undefined, freq: 2 },
  ),
})
const key = fc.nat(2)
const version = fc.constantFrom(...versions)
const event = fc.nat(2000)

/** A step of one kind, with what it takes. */
const doing = <const Do extends string, Given extends object>(
  kind: Do,
  given: { [Name in keyof Given]: fc.Arbitrary<Given[Name]> },
) => fc.record(given).map((drawn) => ({ ...(drawn as Given), do: kind }))

const via = fc.constantFrom('ui', 'api')
const answer = fc.constantFrom('accepted', 'accepted', 'declined')
const step = fc.oneof(
  { weight: 6, arbitrary: doing('create', { version, key, sent }) },
  { weight: 3, arbitrary: doing('add', { key, sent, via }) },
  { weight: 6, arbitrary: doing('update', { version, key, event, sent }) },
  { weight: 6, arbitrary: doing('attend', { version, key, event, person: fc.nat(3), answer }) },
  { weight: 2, arbitrary: doing('change', { event, sent }) },
  { weight: 2, arbitrary: doing('remove', { event }) },
  { weight: 1, arbitrary: fc.oneof(doing('document', {}), doing('reset', {})) },
  { weight: 2, arbitrary: fc.oneof(doing('snapshot', {}), doing('look', {})) },
  { weight: 1, arbitrary: doing('restore', { at: fc.nat(5) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Drawn> ? Drawn : never

/** A service with two keys of a group and one of an individual account, and what is in it by the model. */
class Trial {
  readonly service: MockService
  readonly #seeded: number
  readonly #perPage: number
  readonly #keys
  readonly #people
  #events: readonly ModelEvent[] = []
  /** Ids of events that were removed at some time; after a restore some may be there again. */
  #removed: readonly string[] = []
  readonly #kept: { readonly state: MockSnapshot | MockState; readonly events: readonly ModelEvent[] }[] = []

  constructor(events: number) {
    this.#seeded = events
    this.#perPage = events === 0 ? 4 : 200
    this.service = createMockService({
      events,
      perPage: this.#perPage,
      now: '2026-05-01T12:00:00Z',
      assumptions: { attendanceStatus: 'kept' },
    })
    const { seeded } = this.service
    const { events: made, attendances } = this.service.snapshot().toJSON()
    const people = Map.groupBy(attendances, ({ event }) => event)
    this.#events = made.map(({ id, title, start, identifiers }) => ({
      ...{ id, title, start, owner: seeded.group.group ?? '', foreign: identifiers },
      people: Object.fromEntries(people.get(id)?.map(({ person }) => [person, 'accepted']) ?? []),
    }))
    this.#keys = [seeded.group, this.service.addKey({ group: seeded.group.group ?? '' }), seeded.individual]
    this.#people = Array.from({ length: 4 }, () => this.service.addPerson())
    this.#keep(this.service.snapshot())
  }

  async play(step: Step): Promise<void> {
    // Twice, so that the caches are full before the next write.
    if (step.do === 'look') for (const _time of [1, 2]) await this.check()
    if (step.do === 'look') return
    if (step.do === 'snapshot') return this.#keep(this.service.snapshot())
    if (step.do === 'document') return this.#keep(JSON.parse(JSON.stringify(this.service.snapshot())))
    // What reset goes back to has no keys and people of this trial; the first snapshot stands right behind it.
    if (step.do === 'reset') {
      this.service.reset()
      expect(this.service.snapshot().toJSON().events).toHaveLength(this.#seeded)
      return this.#restore(0)
    }
    if (step.do === 'restore') return this.#restore(step.at)
    if (step.do === 'change' || step.do === 'remove') return this.#steer(step)
    const key = this.#keys[step.key] ?? this.service.seeded.group
    const owner = key.group ?? key.person
    if (step.do === 'add') return this.#add(step, key.token, owner)
    const call = callerOf(this.service, key, step.version)
    if (step.do === 'create') {
      const body = least(step.version, { ...step.sent })
      return this.#note(await call.send('POST', '/events', body), posted(this.#events, step.version, owner, step.sent))
    }
    const at = this.#events.length === 0 ? 0 : step.event % this.#events.length
    const path = `/events/${this.#events[at]?.id ?? 'none'}`
    if (step.do === 'update') {
      const answer = await call.send('PUT', path, wire(step.version, { ...step.sent }))
      return this.#note(answer, changed(this.#events, step.version, owner, at, step.sent))
    }
    const person = this.#people[step.person]
    const body = { person: { email_addresses: [{ address: person?.email_address }] }, status: step.answer }
    const answer = await call.send('POST', `${path}/${names[step.version].attendancesPath}`, body)
    const outcome = attended(this.#events, owner, at, person?.id ?? '', step.answer)
    expect(answer.status).toBe(outcome.status)
    this.#events = outcome.events
  }

  #keep(state: MockSnapshot | MockState): void {
    this.#kept.push({ state, events: this.#events })
  }

  #restore(at: number): void {
    const kept = this.#kept[at % this.#kept.length]
    if (!kept) throw new Error('nothing was kept')
    this.service.restore(kept.state)
    this.#events = kept.events
  }

  /** What is added never has an identifier that is taken: that would be refused. */
  #add({ sent: { title, start, identifiers = [] }, via }: Step & { do: 'add' }, key: string, owner: string): void {
    const taken = this.#events.flatMap(({ foreign }) => foreign)
    const foreign = [...new Set(identifiers)].filter((identifier) => !taken.includes(identifier))
    const fields = { title, identifiers: foreign, ...(start !== undefined && { start_date: start }) }
    const { id } = this.service.addEvent(fields, { key, via })
    this.#events = [...this.#events, { id, owner, title, start, foreign, people: {} }]
  }

  /** Changes or removes an event as no request can. */
  #steer(step: Step & { do: 'change' | 'remove' }): void {
    const at = step.event % Math.max(1, this.#events.length)
    const event = this.#events[at]
    if (!event) return
    if (step.do === 'remove') {
      this.service.removeEvent(event)
      this.#removed = [...this.#removed, event.id]
      this.#events = this.#events.toSpliced(at, 1)
      return
    }
    const { title, start = event.start, identifiers = event.foreign } = step.sent
    const taken = this.#events.flatMap(({ id, foreign }) => (id === event.id ? [] : foreign))
    const foreign = [...new Set(identifiers)].filter((identifier) => !taken.includes(identifier))
    this.service.updateEvent(event, { title, identifiers: foreign, ...(start !== undefined && { start_date: start }) })
    this.#events = this.#events.with(at, { ...event, title, start, foreign })
  }

  /** Holds an answer to what the model says, and takes the id of a new event from it. */
  #note(answer: { status: number; body: Resource }, { status, events, at = -1 }: Outcome): void {
    expect(answer.status).toBe(status)
    const event = events[at]
    if (!event) return
    const id = idOf(answer.body)
    expect(event.id === '' || event.id === id).toBe(true)
    expect(this.#events.some((known) => known.id === id)).toBe(event.id !== '')
    this.#events = events.with(at, { ...event, id })
  }

  /** Reads everything back, in both versions with every key. */
  async check(): Promise<void> {
    const identifiers = this.#events.flatMap(({ id, foreign }) => [`platform:${id}`, ...foreign])
    expect(new Set(identifiers).size).toBe(identifiers.length)
    const gone = this.#removed.filter((id) => !this.#events.some((event) => event.id === id))
    for (const id of gone) {
      const call = callerOf(this.service, this.#keys[0] ?? this.service.seeded.group, 'v2')
      expect((await call.send('GET', `/events/${id}`)).status).toBe(404)
    }
    for (const key of this.#keys) {
      const own = this.#events.filter(({ owner }) => owner === (key.group ?? key.person))
      const [ones, twos] = await Promise.all(versions.map((version) => this.#pages(key.token, version, own)))
      expect(ones?.map((one) => common(one, 'v1'))).toEqual(twos?.map((two) => common(two, 'v2')))
    }
  }

  /** Every event of a key by the pages of a version, each held to the model. */
  async #pages(key: string, version: Version, own: readonly ModelEvent[]): Promise<readonly Resource[]> {
    const call = callerOf(this.service, key, version)
    const pages = Math.ceil(own.length / this.#perPage)
    const found: Resource[] = []
    for (let page = 1; page <= Math.max(pages, 1); page += 1) {
      const list = await call.list(`?page=${page}`)
      expect(list).toMatchObject({ total_pages: pages, total_records: own.length, page, per_page: this.#perPage })
      expect('next' in list._links).toBe(page < pages)
      found.push(...eventsOf(list))
    }
    expect(found.map((resource) => idOf(resource))).toEqual(own.map(({ id }) => id))
    // One comparison for all of them: an assertion for each would take longer than the requests.
    const { title, start, attendancesPath } = names[version]
    const shown = found.map((event) => [event[title], event.identifiers, event.total_accepted, event[start]])
    const known = own.map((event) => [
      event.title,
      [`platform:${event.id}`, ...event.foreign],
      Object.keys(event.people).length,
      event.start && `${event.start}Z`,
    ])
    expect(shown).toEqual(known)
    const every = Math.ceil(own.length / 20)
    for (const event of own.filter((_, at) => at % every === 0)) {
      const guests = await call.follow(`/events/${event.id}/${attendancesPath}?per_page=9`)
      const attendances = guests._embedded[names[version].attendances] as readonly Resource[]
      expect(guests.total_records).toBe(Object.keys(event.people).length)
      expect(attendances.map(({ status }) => status)).toEqual(Object.values(event.people).slice(0, 9))
    }
    return found
  }
}

/** What both versions must say alike of one event. */
const common = (event: Resource, version: Version) => [
  ...(['title', 'origin', 'created', 'modified', 'instructions', 'start'] as const).map(
    (field) => event[names[version][field]],
  ),
  ...['identifiers', 'location', 'total_accepted', 'visibility', 'platform:event_campaign_id'].map(
    (field) => event[field],
  ),
]

// Sizes on both sides of where memory is divided into pieces, and what each of them leaves time for.
for (const [events, numRuns, maxLength] of [
  [0, 5, 60],
  [33, 2, 30],
  [520, 1, 8],
  [1030, 1, 4],
] as const) {
  test(`after any sequence of operations on ${events} events, with snapshots and restores, identifiers are unique, counters are right, lists are in the order of creation, both versions agree, and no response is stale (v1 §1.3, v2 §2.1, v1 §9.2)`, async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: maxLength / 2, maxLength }), async (steps) => {
      const trial = new Trial(events)
      for (const one of steps) await trial.play(one)
      await trial.check()
    })
    await fc.assert(property, { numRuns })
  })
}
