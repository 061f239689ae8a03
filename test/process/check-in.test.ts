import { EventsV2 } from 'osdi-events'
import { actionNetwork, createMockService, type FaultEffect } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
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
  const events = new EventsV2({
    baseUrl,
    namespace,
    apiKey: key.token,
    fetch: service.fetch,
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
  return { events, id, page, post, fail }
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
