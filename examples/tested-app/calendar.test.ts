// Run it: `npx vitest run`, or with the prefix and the conventions of the Action Network: `EVENTS_NAMESPACE=action_network npx vitest run`
import { inspect } from 'node:util'
import { EventsV2 } from 'osdi-events'
import {
  actionNetwork,
  createMockService,
  type FaultEffect,
  type MockServiceOptions,
  type NewMockEvent,
} from 'osdi-events/mock'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { announce, weekOf } from './calendar.ts'

const conventions = process.env.EVENTS_NAMESPACE === actionNetwork.namespace ? actionNetwork : {}

/** A service for each test: nothing is shared, and nothing needs to be put back. */
function opened(options: MockServiceOptions = {}) {
  const service = createMockService({ ...conventions, ...options })
  const { baseUrl, namespace, fetch } = service
  const key = service.seeded.group
  const events = new EventsV2({ baseUrl, namespace, apiKey: key.token, fetch })
  const add = (...all: NewMockEvent[]) => all.map((event) => service.addEvent(event, { key }))
  return { service, key, events, add }
}

/** What is waited for by timers, such as another attempt, takes no time. */
beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

async function withoutWaiting<Result>(promise: Promise<Result>): Promise<Result> {
  promise.catch(() => {}) // it may reject before it is awaited
  await vi.advanceTimersByTimeAsync(300_000)
  return await promise
}

const picnic = { title: 'Picnic', start_date: '2026-06-20T12:00:00' }
const down: FaultEffect = { kind: 'status', status: 503 }

describe('the week', () => {
  test('shows the events of the week from all pages, in order, in local time', async () => {
    const { events, add } = opened({ perPage: 2 })
    add(
      { title: 'The Sunday before', start_date: '2026-06-14T23:59:00' },
      { title: 'Late on Sunday', start_date: '2026-06-21T23:59:00' },
      { title: 'Picnic', start_date: '2026-06-20T12:00:00', location: { venue: 'Band shell', locality: 'Chicago' } },
      { title: 'Early on Monday', start_date: '2026-06-15T00:00:00' },
      { title: 'The next Monday', start_date: '2026-06-22T00:00:00' },
    )
    const week = await weekOf(events, '2026-06-15')
    expect(week.state === 'shown' && week.entries.map(({ title }) => title)).toEqual([
      'Early on Monday',
      'Picnic',
      'Late on Sunday',
    ])
    expect(week).toMatchObject({ entries: [{}, { start: '2026-06-20T12:00:00', place: 'Band shell, Chicago' }, {}] })
  })

  test('leaves out hidden and private events', async () => {
    const { events, add } = opened()
    add({ ...picnic, hidden: true }, { ...picnic, visibility: 'private' })
    expect(await weekOf(events, '2026-06-15')).toEqual({ state: 'shown', entries: [] })
  })

  test('is shown when the service is down only for a moment', async () => {
    const { service, events, add } = opened()
    add(picnic)
    service.faults.add({ operation: 'events.list', times: 2, effect: down })
    expect(await withoutWaiting(weekOf(events, '2026-06-15'))).toMatchObject({ entries: [{ title: 'Picnic' }] })
    expect(service.requests.map(({ status }) => status).slice(0, 3)).toEqual([503, 503, 200])
  })

  test.for<FaultEffect>([down, { kind: 'reset' }, { kind: 'no-answer' }, { kind: 'rate-limit', retryAfter: 3_600 }])(
    'is unavailable when the service fails with $kind',
    async (effect) => {
      const { service, events } = opened()
      service.faults.add({ effect })
      expect(await withoutWaiting(weekOf(events, '2026-06-15'))).toEqual({ state: 'unavailable' })
    },
  )

  test('leaves out an invalid event, and shows all other events', async () => {
    const { service, events, add } = opened({ perPage: 1 })
    add(picnic, { ...picnic, title: 'Hike' })
    service.faults.add({ nth: 1, effect: { kind: 'shape', set: { title: 7 } } })
    expect(await weekOf(events, '2026-06-15')).toMatchObject({ state: 'shown', entries: [{ title: 'Hike' }] })
  })

  test('is unavailable when its second page fails', async () => {
    const { service, events, add } = opened({ perPage: 1 })
    add(picnic, { ...picnic, title: 'Hike' })
    service.faults.add({ operation: 'events.list', nth: 2, times: 9, effect: down })
    expect(await withoutWaiting(weekOf(events, '2026-06-15'))).toEqual({ state: 'unavailable' })
  })

  test('is unavailable when the list ends too early', async () => {
    const { service, events, add } = opened({ perPage: 1 })
    add(picnic, { ...picnic, title: 'Hike' })
    const empty: FaultEffect = { kind: 'status', status: 200, body: {} }
    service.faults.add({ operation: 'events.list', nth: 2, effect: empty })
    expect(await weekOf(events, '2026-06-15')).toEqual({ state: 'unavailable' })
  })

  test.for<[string, FaultEffect]>([
    ['a proxy that wants a login', { kind: 'html' }],
    ['events of another shape', { kind: 'shape' }],
    ['pages that never end', { kind: 'next', to: 'loop' }],
    ['a refused key that is repeated', { kind: 'echo-key' }],
  ])('throws an error without the key for %s', async ([, effect]) => {
    const { service, key, events, add } = opened()
    add(picnic)
    service.faults.add({ effect })
    const error: unknown = await weekOf(events, '2026-06-15').catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(Error)
    expect(inspect(error, { depth: 9 })).not.toContain(key.token)
  })

  test('sends no further request after the visitor has left', async () => {
    const { service, events } = opened()
    service.faults.add({ effect: { kind: 'no-answer' } })
    const leaving = new AbortController()
    const week = weekOf(events, '2026-06-15', leaving.signal)
    leaving.abort(new Error('gone'))
    await expect(week).rejects.toThrow('gone')
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('an announcement', () => {
  test('is in the week of its start', async () => {
    const { service, events } = opened()
    expect(await announce(events, 7, picnic)).toMatchObject({ state: 'announced' })
    expect(await weekOf(events, '2026-06-15')).toMatchObject({ entries: [{ title: 'Picnic' }] })
    const [request] = service.requests.assert({ operation: 'events.create', status: 200 }, 1)
    expect(request?.body).toEqual({ ...picnic, origin_system: 'Calendar', identifiers: ['calendar:7'] })
  })

  test.for([
    ['start_date', { ...picnic, start_date: '2026-06-20T12:00:00-04:00' }],
    ['title', { ...picnic, title: ' ' }],
  ] as const)('with a wrong %s is refused with the name of the field, and is not sent', async ([field, fields]) => {
    const { service, events } = opened()
    expect(await announce(events, 7, fields)).toMatchObject({ state: 'refused', field })
    expect(service.requests).toHaveLength(0)
  })

  test('with an unknown field throws an error, because that is a mistake of the program', async () => {
    const { events } = opened()
    const fields = Object.assign({ colour: 'red' }, picnic)
    await expect(announce(events, 7, fields)).rejects.toMatchObject({ code: 'input', field: 'event.colour' })
  })

  test('whose response is lost is found, and exists only once', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', when: 'after', effect: { kind: 'reset' } })
    expect(await withoutWaiting(announce(events, 7, picnic))).toMatchObject({ state: 'announced' })
    expect((await events.page(1)).total_records).toBe(1)
  })

  test('that does not reach the service is not made, and is not sent again automatically', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', effect: { kind: 'reset' } })
    expect(await withoutWaiting(announce(events, 7, picnic))).toEqual({ state: 'unsure' })
    service.requests.assert({ operation: 'events.create' }, 1)
  })

  test('has an unknown result when the service is down during the search for it', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', when: 'after', effect: { kind: 'no-answer' } })
    service.faults.add({ operation: 'events.list', effect: down })
    expect(await withoutWaiting(announce(events, 7, picnic))).toEqual({ state: 'unsure' })
  })

  test('that the service refuses with 429 is sent again later', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', times: 1, effect: { kind: 'rate-limit', retryAfter: 30 } })
    expect(await withoutWaiting(announce(events, 7, picnic))).toMatchObject({ state: 'announced' })
    service.requests.assert({ operation: 'events.create' }, 2)
  })

  test('is unavailable, and is not made, when it would have to wait too long', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', times: 1, effect: { kind: 'rate-limit', retryAfter: 3_600 } })
    expect(await withoutWaiting(announce(events, 7, picnic))).toEqual({ state: 'unavailable' })
    service.requests.assert({ operation: 'events.create' }, 1)
  })

  test('that the service refuses shows the reason', async () => {
    const { service, events } = opened()
    service.faults.add({ operation: 'events.create', effect: { kind: 'status', status: 422, body: 'no picnics' } })
    expect(await announce(events, 7, picnic)).toMatchObject({
      state: 'refused',
      message: expect.stringContaining('no picnics'),
    })
  })
})
