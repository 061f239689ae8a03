import { EventsV2 } from 'osdi-events'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { CalendarFeed, type FeedOptions } from '../../examples/calendar-feed/feed.ts'

const start_date = '2026-06-20T12:00:00'
const began = Date.parse('2026-05-01T12:00:00Z')
const day = 86_400_000

/** A feed over a service with two events. */
function world(options: MockServiceOptions = {}, feedOptions: FeedOptions = {}) {
  const service = createMockService({ now: '2026-05-01T12:00:00Z', assumptions: { filter: 'honoured' }, ...options })
  const { baseUrl, fetch, seeded } = service
  const events = ['Picnic', 'Walk'].map((title) => service.addEvent({ title, start_date }))
  const said: string[] = []
  const feed = new CalendarFeed(new EventsV2({ baseUrl, apiKey: seeded.group.token, fetch }), {
    ...{ zone: 'America/Chicago', onProblem: (message: string) => void said.push(message) },
    ...feedOptions,
  })
  const ask = (headers: HeadersInit = {}) =>
    feed.respond(new Request('https://town.example.org/calendar.ics', { headers }))
  const titles = async () => (await ask().text()).match(/(?<=^SUMMARY:).+$/gm) ?? []
  return { service, events, feed, said, ask, titles }
}

test('the calendar feed answers from its copy, without a request to the service', async () => {
  const { service, feed, ask } = world()
  expect([ask().status, ask().headers.get('retry-after')]).toEqual([503, '60'])
  await feed.refresh(began)
  const asked = service.requests.length
  const first = ask()
  expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const text = await first.text()
  expect(text).toContain('DTSTART;TZID=America/Chicago:20260620T120000')
  const etag = first.headers.get('etag') ?? ''
  for (const tag of [etag, `W/${etag}`, `"x", ${etag}`, '*']) {
    const again = ask({ 'if-none-match': tag })
    expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([304, '', etag])
  }
  expect(service.requests.length).toBe(asked)
  service.addEvent({ title: 'Fair', start_date })
  await feed.refresh(began + 300_000)
  expect(ask({ 'if-none-match': etag }).status).toBe(200)
})

test('the calendar feed asks for changes, and once a day for everything, which shows what was removed', async () => {
  const { service, events, feed, titles } = world()
  await feed.refresh(began)
  const [picnic = '', walk = ''] = events.map(({ id }) => id)
  service.clock.advance('PT10M')
  service.updateEvent(picnic, { title: 'Picnic, indoors' })
  service.removeEvent(walk)
  await feed.refresh(began + 600_000)
  expect(service.requests.at(-1)?.url).toContain('filter=modified_date')
  expect(await titles()).toEqual(['Picnic\\, indoors', 'Walk'])
  await feed.refresh(began + day)
  expect(await titles()).toEqual(['Picnic\\, indoors'])
})

test('the calendar feed keeps its copy where the list ends early, and repeats the request for everything', async () => {
  const { service, feed, titles } = world({ perPage: 1 })
  await feed.refresh(began)
  service.faults.add({ query: { page: '2' }, times: 1, effect: { kind: 'status', status: 400 } })
  await expect(feed.refresh(began + day)).rejects.toThrow('400')
  expect(await titles()).toHaveLength(2)
  await feed.refresh(began + day + 1)
  expect(await titles()).toHaveLength(2)
})

test('the calendar feed has the events of all pages, and no hidden ones', async () => {
  const { service, feed, titles } = world()
  for (let number = 0; number < 60; number += 1) service.addEvent({ title: `Event ${number}`, start_date })
  service.addEvent({ title: 'Secret', start_date, hidden: true })
  await feed.refresh(began)
  expect(await titles()).toHaveLength(62)
  expect(await titles()).not.toContain('Secret')
})

test('the calendar feed logs an invalid event once, and fails when no event is left', async () => {
  const { service, feed, said, titles } = world({ perPage: 1 })
  service.faults.add({ query: { page: '2' }, effect: { kind: 'shape', set: { end_date: 'soon' } } })
  for (const time of [began, began + day]) await feed.refresh(time)
  expect(await titles()).toHaveLength(2)
  expect(said).toEqual([expect.stringMatching(/^event [\w-]+: end_date cannot be read; it has no end$/)])
  service.faults.clear()
  service.faults.add({ effect: { kind: 'shape', set: { start_date: 'soon' } } })
  await expect(feed.refresh(began + 2 * day)).rejects.toThrow('no event can be put into a calendar')
  expect(await titles()).toHaveLength(2)
})

test('the calendar feed leaves out an invalid event, keeps one that it had, and fails when all are invalid', async () => {
  const { service, feed, said, titles } = world({ perPage: 1 })
  service.faults.add({ nth: 1, effect: { kind: 'shape' } })
  await feed.refresh(began)
  expect(await titles()).toHaveLength(1)
  expect(said).toEqual(['left out 1 events that are not what the API describes'])
  service.faults.clear()
  await feed.refresh(began + day)
  service.faults.add({ nth: 1, effect: { kind: 'shape' } })
  await feed.refresh(began + 2 * day)
  expect(await titles()).toHaveLength(2)
  service.faults.add({ effect: { kind: 'shape' } })
  await expect(feed.refresh(began + 3 * day)).rejects.toThrow('no event is what the API describes')
})
