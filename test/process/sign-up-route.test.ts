import { EventsV2 } from 'osdi-events'
import { createMockService, type FaultEffect, type MockService } from 'osdi-events/mock'
import { afterEach, expect, test, vi } from 'vitest'
import { signUpRouteOf } from '../../examples/sign-up-route.ts'
import { flyingTime } from '../support/virtual-time.ts'

/** The route over a service with one event, and what it says to a form. */
function world() {
  const service = createMockService()
  const { token: apiKey } = service.seeded.group
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch, retry: false })
  const route = signUpRouteOf(events, () => service.clock.now().getTime())
  const event = service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00' }).id
  const count = async () => (await events.get(event)).total_accepted ?? 0
  const sendTo = async (to: typeof route, fields: Readonly<Record<string, string>> = {}) => {
    const body = new URLSearchParams({ event, email: 'ada@example.org', given_name: 'Ada', ...fields })
    const response = await to(new Request('https://town.example.org/sign-up', { method: 'POST', body }))
    return `${response.status} ${await response.text()}`
  }
  const send = (fields?: Readonly<Record<string, string>>) => sendTo(route, fields)
  const fail = (effect: FaultEffect, when: 'before' | 'after' = 'before') =>
    service.faults.add({ method: 'POST', times: 1, when, effect })
  return { service, events, event, count, send, sendTo, fail }
}

const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
afterEach(() => {
  // No log contains data of the person.
  expect(JSON.stringify(logged.mock.calls)).not.toMatch(/ada@|Ada/)
  logged.mockClear()
})

test('the sign-up route records one RSVP for a person who sends the form twice', async () => {
  const { count, send } = world()
  const before = await count()
  expect(await send()).toBe('200 You are on the list. See you there!')
  await send()
  expect(await count()).toBe(before + 1)
})

test('the sign-up route sends the phone number, the custom field and the tag of the form', async () => {
  const { service, send } = world()
  await send({ phone: '+1 202 555 0100', diet: 'vegan', helps: 'yes' })
  const [sent] = service.requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({
    person: { phone_numbers: [{ number: '+1 202 555 0100', number_type: 'Mobile' }], custom_fields: { diet: 'vegan' } },
    add_tags: ['volunteer'],
  })
})

test('the sign-up route takes a telephone number without an e-mail address', async () => {
  const { service, count, send } = world()
  const before = await count()
  expect(await send({ email: '', phone: '+1 202 555 0100' })).toBe('200 You are on the list. See you there!')
  expect(await count()).toBe(before + 1)
  const [sent] = service.requests.filter(({ method }) => method === 'POST')
  expect(sent?.body).toMatchObject({ person: { phone_numbers: [{ number: '+1 202 555 0100' }] } })
  expect(sent?.body).not.toHaveProperty('person.email_addresses')
})

test('the sign-up route takes one request for the event and one for the RSVP', async () => {
  const { service, send } = world()
  await send()
  expect(service.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
})

test('the sign-up route records an RSVP without the tags that the service does not know', async () => {
  const { service, send } = world()
  expect(await send({ helps: 'yes' })).toMatch(/^200/)
  expect(JSON.stringify(service.snapshot().toJSON().people)).not.toContain('volunteer')
})

test.each<[string, (service: MockService, event: string) => void, string]>([
  ['cancelled', (service, event) => service.cancelEvent(event), 'This event is cancelled.'],
  ['over', (service) => service.clock.advance('P1000D'), 'This event is over.'],
  [
    'full',
    (service, event) => service.updateEvent(event, { capacity: 1 }) && service.attend(event, 1),
    'This event is full. If you signed up before, you are still on the list.',
  ],
])('the sign-up route sends no RSVP for an event that is %s', async (_, close, said) => {
  const { service, event, send } = world()
  close(service, event)
  expect(await send()).toBe(`409 ${said}`)
  expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each([
  ['2026-06-20T11:59:00-07:00', 200],
  ['2026-06-20T12:00:00-07:00', 409],
])('the sign-up route closes an event by the clock at its place: at %s', async (now, status) => {
  const { service, events } = world()
  const location = { locality: 'Seattle', region: 'WA', country: 'US' }
  const { id } = service.addEvent({ title: 'Picnic', start_date: '2026-06-20T12:00:00', location })
  const body = new URLSearchParams({ event: id, email: 'ada@example.org' })
  const route = signUpRouteOf(events, () => Date.parse(now))
  const response = await route(new Request('https://town.example.org/sign-up', { method: 'POST', body }))
  expect(response.status).toBe(status)
})

test('the sign-up route sends nothing for a form without an event, without a valid e-mail address, or with an invalid telephone number', async () => {
  const { service, send } = world()
  expect(await send({ event: '' })).toMatch(/^400 This form does not name an event/)
  expect(await send({ email: ' ' })).toMatch(/^400 Please fill in/)
  expect(await send({ email: 'ada' })).toMatch(/^400 This is no e-mail address/)
  expect(await send({ phone: 'call me' })).toMatch(/^400 This is no telephone number/)
  expect(service.requests.filter(({ method }) => method === 'POST')).toEqual([])
})

test.each<[string, FaultEffect, 'before' | 'after', RegExp, number]>([
  [
    'has too much to do',
    { kind: 'rate-limit', retryAfter: 0 },
    'before',
    /^503 We could not send it\. Please send the form again/,
    0,
  ],
  ['breaks the connection before it acts', { kind: 'reset' }, 'before', /^503 We could not check/, 0],
  ['breaks the connection when it has acted', { kind: 'reset' }, 'after', /^503 We could not check/, 1],
  ['does not answer', { kind: 'no-answer' }, 'after', /^503 We could not check/, 1],
  ['answers half', { kind: 'truncated' }, 'after', /^200 You are on the list/, 1],
])(
  'the sign-up route tells the person the outcome when the service %s, and a second try succeeds',
  async (_, effect, when, said, added) => {
    using _time = flyingTime()
    const { count, fail, send } = world()
    const before = await count()
    fail(effect, when)
    expect(await send()).toMatch(said)
    expect(await count()).toBe(before + added)
    expect(await send()).toBe('200 You are on the list. See you there!')
    expect(await count()).toBe(before + 1)
  },
)

test('the sign-up route says what is also true of a person on the list, when the event cannot be read on a second try', async () => {
  using _time = flyingTime()
  const { service, count, fail, send } = world()
  fail({ kind: 'reset' }, 'after')
  expect(await send()).toMatch(/^503 We could not check/)
  service.faults.add({ method: 'GET', times: 1, effect: { kind: 'status', status: 503 } })
  expect(await send()).toBe('503 We could not send it. Please send the form again in a minute.')
  expect(await count()).toBe(1)
})

test.each([400, 401, 403, 409, 422, 451])(
  'the sign-up route does not offer to try again after status %i from the service, and logs the status without its words',
  async (status) => {
    const { count, fail, send } = world()
    const before = await count()
    fail({ kind: 'status', status, body: { error: `no, because of ${status}` } })
    const said = await send()
    expect(said).toBe(
      '502 We could not put you on the list, and sending the form again does not help. Please write to us.',
    )
    expect(await count()).toBe(before)
    expect(logged.mock.calls).toEqual([[expect.stringContaining(`RSVP not applied: POST `)]])
    expect(logged.mock.calls.join()).toContain(`answered ${status}`)
    expect(logged.mock.calls.join()).not.toContain('because')
  },
)

test.each([
  ['no-such-event', 'the service does not know'],
  ['a/b?c', 'cannot be an id'],
])('the sign-up route answers that the event does not exist for the id %s, which %s', async (event) => {
  const { send } = world()
  expect(await send({ event })).toBe('404 This event is not there any more.')
})

test('the sign-up route logs an InputError, and shows the visitor no names of fields', async () => {
  const { service, sendTo } = world()
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: () => '', fetch: service.fetch })
  expect(await sendTo(signUpRouteOf(events))).toBe(
    '500 We could not put you on the list: this form does not work. Please tell us.',
  )
  expect(logged).toHaveBeenCalledWith(expect.stringMatching(/^RSVP not sent: .*apiKey: is missing or empty/))
})
