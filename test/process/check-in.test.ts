import { EventsV2 } from 'osdi-events'
import { actionNetwork, createMockService, type FaultEffect } from 'osdi-events/mock'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { checkInOf } from '../../examples/check-in.ts'

const names = ['Ada Lovelace', 'Grace Hopper', '<b>Mallory</b> =1+1']

/** The route over a service in the manner of the Action Network, with three RSVPs. */
async function world() {
  const service = createMockService({
    ...actionNetwork,
    assumptions: { ...actionNetwork.assumptions, rateLimit: 'off' },
  })
  const { baseUrl, namespace } = service
  const group = service.addGroup({ title: 'Park friends' })
  const key = service.addKey({ group })
  const { id } = service.addEvent({ title: 'Picnic' }, { key })
  /** Pages of RSVPs wait for this. */
  const held = { until: Promise.resolve() }
  const events = new EventsV2({
    baseUrl,
    namespace,
    apiKey: key.token,
    fetch: async (input, init) => {
      const response = await service.fetch(input, init)
      if (new Request(input, init).url.includes('/attendances?')) await held.until
      return response
    },
    retry: false,
  })
  for (const [index, name] of names.entries()) {
    const [given_name, family_name = ''] = name.split(/ (.*)/)
    const person = { given_name, family_name, email_addresses: [{ address: `guest${index}@example.org` }] }
    await events.recordAttendance(id, { person })
  }
  const route = checkInOf(events, id)
  const page = async (query = '') => (await route(new Request(`https://town.example.org/check-in${query}`))).text()
  const post = async (fields: Readonly<Record<string, string>>) => {
    const body = new URLSearchParams(fields)
    return route(new Request('https://town.example.org/check-in', { method: 'POST', body }))
  }
  const fail = (effect: FaultEffect, method = 'PUT') => service.faults.add({ method, times: 1, effect })
  const requests = () => service.requests.map(({ method, path }) => `${method} ${path.replace(/[\da-f-]{36}/g, ':id')}`)
  return { service, events, id, page, post, fail, requests, held }
}

const idsIn = (page: string) => [...page.matchAll(/name="rsvp" value="([^"]+)"/g)].map(([, id = '']) => id)

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/Ada|Grace|Mallory|guest\d@/)
  logged.mockClear()
})

test('the roster of the check-in example shows all names as text, never as markup, and no e-mail address', async () => {
  const { page } = await world()
  const shown = await page()
  expect(shown).toContain('0 of 3 are here')
  expect(shown.indexOf('Ada Lovelace')).toBeLessThan(shown.indexOf('Grace Hopper'))
  expect(shown).toContain('&#60;b&#62;Mallory&#60;/b&#62; =1+1')
  expect(shown).not.toMatch(/<b>|guest\d@/)
  expect(idsIn(shown)).toHaveLength(3)
})

test('the CSV roster of the check-in example has a line for each guest, and no cell that a spreadsheet runs as a formula', async () => {
  const { events, id, page } = await world()
  const person = { given_name: '=HYPERLINK("x")', email_addresses: [{ address: 'guest9@example.org' }] }
  await events.recordAttendance(id, { person })
  const csv = await page('?csv')
  expect(csv).toMatch(/^name,status\r\n/)
  expect(csv).toContain('"Ada Lovelace","accepted"\r\n')
  expect(csv).toContain(`"'=HYPERLINK(""x"")","accepted"\r\n`)
  expect(csv.split('\r\n')).toHaveLength(6)
})

test('a click in the check-in example marks a guest as attended, and a second click changes nothing', async () => {
  const { page, post, events, id } = await world()
  const [first = ''] = idsIn(await page())
  for (const _ of [1, 2]) {
    const { status, headers } = await post({ rsvp: first })
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([303, '?', 'no-store'])
  }
  expect(await page()).toContain('1 of 3 are here')
  expect(await events.attendance(id, first)).toMatchObject({ status: 'attended' })
})

test('a click in the check-in example takes one request, and the page after it none', async () => {
  const { page, post, requests } = await world()
  const [first = ''] = idsIn(await page())
  const before = requests().length
  await post({ rsvp: first })
  expect(await page()).toContain('1 of 3 are here')
  expect(requests().slice(before)).toEqual([expect.stringMatching(/^PUT .*\/attendances\/:id$/)])
})

test('after 30 seconds the check-in example shows the list at once, and reads in the background only RSVPs and new people', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { events, id, page, requests, service } = await world()
  await page()
  const person = { given_name: 'Zoe', email_addresses: [{ address: 'guest8@example.org' }] }
  await events.recordAttendance(id, { person })
  vi.setSystemTime(Date.now() + 31_000)
  const before = requests().length
  expect(await page()).toContain('0 of 3 are here')
  await vi.waitFor(async () => expect(await page()).toContain('Zoe'))
  const people = requests()
    .slice(before)
    .filter((request) => request.includes('/people/'))
  expect(people).toHaveLength(1)
  // A list of yesterday is not shown.
  vi.setSystemTime(Date.now() + 86_400_000)
  service.faults.add({ method: 'GET', times: 1, effect: { kind: 'reset' } })
  expect(await page()).toBe('The service does not answer. ')
  expect(await page()).toContain('0 of 4 are here')
})

test('the check-in example shows the list of a moment ago while the service fails, and reads a person again that it could not read', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { page, service } = await world()
  service.faults.add({ operation: 'people.get', times: 1, effect: { kind: 'status', status: 500 } })
  expect(await page()).toContain('(no name)')
  vi.setSystemTime(Date.now() + 31_000)
  service.faults.add({ method: 'GET', times: 1, effect: { kind: 'reset' } })
  expect(await page()).toContain('(no name)')
  await vi.waitFor(async () => expect(await page()).not.toContain('(no name)'))
})

test('a click in the check-in example stays on the page when RSVPs that were read before it come after it', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const { events, id, page, post, requests, held } = await world()
  const [first = ''] = idsIn(await page())
  const person = { given_name: 'Zoe', email_addresses: [{ address: 'guest8@example.org' }] }
  await events.recordAttendance(id, { person })
  vi.setSystemTime(Date.now() + 31_000)
  const { promise, resolve } = Promise.withResolvers<void>()
  held.until = promise
  const before = requests().length
  await page()
  await vi.waitFor(() => expect(requests().slice(before)).toContainEqual(expect.stringMatching(/\/attendances$/)))
  await post({ rsvp: first })
  resolve()
  await vi.waitFor(async () => expect(await page()).toContain('Zoe'))
  expect(await page()).toContain('1 of 4 are here')
})

test('a click on the page of another process marks the guest', async () => {
  const { events, id, page, post } = await world()
  const [first = ''] = idsIn(await page())
  const body = new URLSearchParams({ rsvp: first })
  await checkInOf(events, id)(new Request('https://town.example.org/check-in', { method: 'POST', body }))
  expect(await events.attendance(id, first)).toMatchObject({ status: 'attended' })
  expect((await post({ rsvp: first })).status).toBe(303)
})

test.each<[string, FaultEffect, number, RegExp]>([
  ['breaks the connection', { kind: 'reset' }, 503, /load the page again/],
  ['answers 500', { kind: 'status', status: 500 }, 503, /load the page again/],
])('the check-in example says that the result is unknown when the service %s', async (_, effect, status, said) => {
  const { page, post, fail } = await world()
  const [first = ''] = idsIn(await page())
  fail(effect)
  const response = await post({ rsvp: first })
  expect([response.status, await response.text()]).toEqual([status, expect.stringMatching(said)])
  expect((await post({ rsvp: first })).status).toBe(303)
})

test('the check-in example answers a form without an RSVP or with an unknown RSVP with an error', async () => {
  const { post } = await world()
  expect((await post({})).status).toBe(400)
  expect((await post({ rsvp: '00000000-0000-4000-8000-000000000000' })).status).toBe(404)
})
