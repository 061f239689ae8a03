import fc from 'fast-check'
import { idOf, unappliedOf } from 'osdi-events'
import type { Assumptions, FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { aHundredChanges, changesOfAHundred } from '../support/changed-events.ts'
import { clientWorld } from '../support/client-world.ts'
import { collect, failureOf } from '../support/failure.ts'
import { isNight, runs } from '../support/runs.ts'
import { versions } from '../support/versions.ts'
import { flyingTime } from '../support/virtual-time.ts'
import { faults, longestResponse } from './matrix/faults.ts'

const noon = '2026-05-01T12:00:00Z'

/** Any character, as `unit: 'binary'`, which first maps all 1,112,064 of them. */
const unit = fc.integer({ min: 0, max: 0x10_ffff }).map(
  (point) => String.fromCodePoint(point),
  (text) => String(text).codePointAt(0) ?? 0,
)

/** Well-formed text of any characters, not only white space. */
const anything = fc
  .string({ unit, minLength: 1, maxLength: 30 })
  .filter((text) => text.isWellFormed() && text.trim() !== '')

const reports: Readonly<Record<Assumptions['filter'], string>> = {
  honoured: 'honoured',
  ignored: 'ignored',
  'by day': 'ignored',
  'dropped from next': 'dropped',
  refused: '400',
}

const settings = Object.keys(reports) as readonly Assumptions['filter'][]

for (const subject of versions) {
  const { names, least } = subject

  test(`list of ${subject.version} sends any text, moment or number in a filter to the service unchanged`, async () => {
    await using world = await clientWorld(subject, { assumptions: { filter: 'honoured' } })
    const { service, client, key } = world
    const event = service.addEvent({ title: 'x', origin_system: 'y' }, { key })
    const values = fc.record({ title: anything, origin_system: anything, description: anything, other: anything })
    await fc.assert(
      fc.asyncProperty(
        values,
        fc.integer({ min: 0, max: 4e9 }),
        fc.integer(),
        async ({ other, ...texts }, time, count) => {
          service.updateEvent(event, texts)
          const filter = {
            [names.title]: texts.title,
            [names.origin]: texts.origin_system,
            description: texts.description,
          }
          // The client leaves out extra events, so one event means that the service read the filter as it was given.
          expect(await collect(client.list({ filter }))).toHaveLength(1)
          const moment = new Date(time * 1000)
          const isEarlier = moment < new Date(noon)
          const compared = { ...filter, [names.created]: { gt: moment }, total_accepted: { gt: count } }
          expect(await collect(client.list({ filter: compared }))).toHaveLength(isEarlier && count < 0 ? 1 : 0)
          const pager = client.list({ filter: { identifier: `calendar:${other.trim() || 'x'}` } })
          expect(await collect(pager)).toEqual([])
          expect(pager.report?.filter).toBe('unproven')
        },
      ),
      { numRuns: runs(40) },
    )
  })

  test.each(settings)(
    `list of ${subject.version} yields the right events or throws when the service's filters are %s`,
    async (filter) => {
      await using world = await clientWorld(subject, { assumptions: { filter } })
      const { service, client, key } = world
      for (const title of ['a', 'b', 'c', 'd', 'e', 'f', 'g']) {
        service.addEvent({ title, origin_system: title < 'c' ? 'Sheet' : 'Calendar' }, { key })
        service.clock.advance('PT1H')
      }
      const since = { [names.modified]: { gt: '2026-05-01T14:30:00Z' }, [names.origin]: 'Calendar' }
      // The total without the filter proves the filter.
      await client.page(1)
      for (const prefetch of [0, 4]) {
        const pager = client.list({ filter: since, prefetch })
        if (filter === 'refused') {
          expect(await failureOf(() => collect(pager))).toMatchObject({ code: 'http', status: 400 })
          continue
        }
        const titles = (await collect(pager)).map((event) => Reflect.get(event, names.title))
        expect(titles.join(' ')).toBe('d e f g')
        expect(pager.report).toMatchObject({ complete: true, filter: reports[filter] })
      }
    },
  )

  test.each(settings)(
    `find and a second upsert of ${subject.version} find the event of the first upsert when filters are %s`,
    async (filter) => {
      await using world = await clientWorld(subject, { assumptions: { filter } })
      const { service, client, key } = world
      for (const title of ['a', 'b', 'c']) service.addEvent({ title, origin_system: 'x' }, { key })
      expect(await client.find("cal:O'Brien")).toBeUndefined()
      const picnic = { ...least, identifiers: ["cal:O'Brien", 'sheet:1'] }
      const { event, created } = await client.upsert(picnic)
      expect(created).toBe(subject.version === 'v1' ? undefined : true)
      const again = await client.upsert({ ...picnic, [names.title]: 'Moved', identifiers: ['sheet:1'] })
      expect(again.created).toBe(subject.version === 'v1' ? undefined : false)
      expect([idOf(again.event as never), unappliedOf(again.event)]).toEqual([idOf(event as never), []])
      expect(again.event).toMatchObject({
        [names.title]: 'Moved',
        identifiers: expect.arrayContaining(picnic.identifiers),
      })
      expect(await client.find("cal:O'Brien")).toEqual(expect.objectContaining({ [names.title]: 'Moved' }))
      expect(service.snapshot().toJSON().events).toHaveLength(4)
    },
  )

  test(`upsert and unappliedOf of ${subject.version} show what the service did not apply`, async () => {
    await using world = await clientWorld(subject, { assumptions: { filter: 'honoured' } })
    const { service, client, key, open } = world
    const other = service.addGroup({ title: 'Others' })
    const others = open(subject, service.addKey({ group: other }))
    await others.upsert({ ...least, identifiers: ['cal:theirs'] })
    const refused = await failureOf(() => client.upsert({ ...least, identifiers: ['cal:theirs'] }))
    expect(refused).toMatchObject({ code: 'http', status: 409, outcome: 'not applied' })
    await client.upsert({ ...least, identifiers: ['cal:1'] })
    const second = service.addEvent({ ...{ title: 'Second', origin_system: 'x' } }, { key })
    const twin = await client.update(second.id, { identifiers: ['cal:1'], [names.title]: 'Third' })
    expect(unappliedOf(twin)).toEqual(['identifiers'])
    const stranger = service.addPerson({ given_name: 'A', family_name: 'B' })
    const { event } = await client.upsert({ ...least, identifiers: ['cal:2'] }, { creator: stranger.id })
    expect(unappliedOf(event)).toEqual(['creator'])
  })
}

test('changes sends at most 6 requests for a hundred changes, or reads the whole list when filters are ignored', async () => {
  const { titles, requests } = await changesOfAHundred(1_000, 'honoured')
  expect(titles).toEqual(aHundredChanges)
  expect(requests).toBeLessThanOrEqual(6)
  expect(await changesOfAHundred(1_000, 'ignored')).toEqual({ titles: aHundredChanges, requests: 40 })
})

const empty = await Promise.all(
  versions.map(async (subject) => {
    const world = await clientWorld(subject, { assumptions: { filter: 'honoured' } })
    return { subject, world, state: world.service.snapshot() }
  }),
)

/** Upserts once under a fault and once without it. @returns the titles after each upsert, and the end of the first */
async function twice(
  { subject, world, state }: (typeof empty)[number],
  isKnown: boolean,
  rules: readonly FaultRule[],
  unreachable: boolean,
) {
  const { service, key } = world
  service.restore(state)
  const event = { ...subject.least, identifiers: ['cal:1'] }
  const title = subject.names.title
  let isDown = false
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const cause = Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' })
    if (isDown) throw new TypeError('fetch failed', { cause })
    return service.fetch(input, init)
  }
  const open = () => world.open(subject, key, { retry: undefined, maxResponseBytes: longestResponse, fetch })
  const client = open()
  if (isKnown) await client.upsert({ ...event, [title]: 'First' })
  for (const rule of rules) service.faults.add(rule)
  isDown = unreachable
  const end = await client.upsert({ ...event, [title]: 'Second' }).then(
    () => undefined,
    (error: unknown) => error,
  )
  isDown = false
  service.faults.clear()
  const { outcome, code } = (end ?? { outcome: 'applied' }) as { outcome?: string; code?: string }
  const shown = () =>
    service
      .snapshot()
      .toJSON()
      .events.filter(({ identifiers }) => identifiers?.includes('cal:1'))
  const after = shown()
  // A new client, without the pause of the first.
  await open().upsert({ ...event, [title]: 'Third' })
  const last = shown()
  return { code, outcome, after: after.map((each) => each.title), last: last.map((each) => each.title) }
}

const places = {
  inside: 'https://events.example.org/api/v2/events',
  foreign: 'https://elsewhere.example.org/api/v2/events',
}

/** The requests of an upsert of a new and of a known event, each of which fails in turn. */
const requestsOfUpsert = {
  v1: [
    [false, 'POST'],
    [true, 'POST'],
  ],
  v2: [
    [false, 'GET'],
    [false, 'POST'],
    [true, 'GET'],
    [true, 'PUT'],
  ],
} as const

test.each(faults)(
  'upsert with the fault "$name" has the right outcome, and after a second upsert there is one event',
  async (fault) => {
    using _ = flyingTime()
    for (const start of empty) {
      const { subject } = start
      for (const [at, [isKnown, method]] of requestsOfUpsert[subject.version].entries()) {
        for (const when of fault.beforeOnly || method === 'GET'
          ? (['before'] as const)
          : (['before', 'after'] as const)) {
          for (const times of [1, 9]) {
            // By day one diagonal of the two, by turns.
            const isDiagonal = (when === 'before') === (times === 1)
            if (!isNight && isDiagonal !== ((faults.indexOf(fault) + at) % 2 === 0)) continue
            const rules = fault.effects(places).map((effect): FaultRule => ({ method, when, times, effect }))
            const { outcome, code, after, last } = await twice(start, isKnown, rules, fault.unreachable === true)
            const title = `${subject.version}, ${isKnown ? 'known' : 'new'}, ${method} ${when} ${times}: ${code}`
            expect(last, title).toEqual(['Third'])
            expect(['applied', 'not applied', 'unknown'], title).toContain(outcome)
            if (fault.claimsSuccess) continue
            if (outcome === 'applied') expect(after, title).toEqual(['Second'])
            if (outcome === 'not applied') expect(after, title).toEqual(isKnown ? ['First'] : [])
          }
        }
      }
    }
  },
)
