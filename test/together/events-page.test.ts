import { readFileSync } from 'node:fs'
import { createMockService, type FaultEffect, type MockServiceOptions, type NewMockEvent } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { appOf } from '../../examples/events-page/app.ts'
import { type Settings, siteOf } from '../../examples/events-page/lib/site.ts'

const second = 1_000
const minute = 60 * second
const newYork = {
  venue: 'Band shell',
  address_lines: ['1 Park Row'],
  locality: 'New York',
  region: 'NY',
  country: 'US',
}
const tokyo = { address_lines: ['1 Chome'], locality: 'Tokyo', country: 'JP' }
const picnic = { title: 'Picnic', start_date: '2026-06-20T12:00:00', location: newYork }
const down: FaultEffect = { kind: 'status', status: 503 }

interface World extends MockServiceOptions {
  readonly at?: string
  readonly settings?: Settings
}

/** The example's Hono app over a mock service with these events. */
function opened({ at = '2026-06-01T12:00:00Z', settings = {}, ...options }: World, ...all: NewMockEvent[]) {
  const service = createMockService({ now: at, namespace: 'action_network', ...options })
  const key = service.seeded.group
  const added = all.map((event) => service.addEvent(event, { key }))
  const clock = { ms: Date.parse(at) }
  const log: string[] = []
  const given = { EVENTS_BASE_URL: service.baseUrl, EVENTS_API_KEY: key.token, ...settings }
  const site = siteOf(given, {
    client: { fetch: service.fetch, retry: false, rateLimit: undefined },
    now: () => clock.ms,
    onError: (message) => void log.push(message),
  })
  const app = appOf(site)
  const get = async (path: string) => {
    const response = await app.request(path)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const titles = async (query = '') =>
    [...(await get(`/events${query}`)).text.matchAll(/<h3><a [^>]*>(.*?)<\/a>/g)].map(([, title]) => title)
  const post = async (
    id: string,
    fields: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = { 'sec-fetch-site': 'same-origin' },
  ) => {
    const response = await app.request(`/events/${id}`, { method: 'POST', body: new URLSearchParams(fields), headers })
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  const lists = () => service.requests.filter(({ operation }) => operation === 'events.list').length
  return {
    site,
    service,
    key,
    clock,
    log,
    get,
    titles,
    post,
    lists,
    ids: added.map(({ id }) => id),
    id: added[0]?.id ?? '',
  }
}

const ada = { given_name: 'Ada', email: 'ada@example.org' }

test('the events page shows at nine in the evening in New York an event of that evening at half past nine', async () => {
  const evening = { ...picnic, title: 'Vigil', start_date: '2026-06-20T21:30:00' }
  // Nine in New York is ten in the morning of the next day in Tokyo.
  const { titles, clock } = opened(
    { at: '2026-06-21T01:00:00Z' },
    { ...evening, title: 'Tea', start_date: '2026-06-21T09:30:00', location: tokyo },
    { ...evening, title: 'Lunch', start_date: '2026-06-21T12:00:00', location: tokyo },
    evening,
  )
  expect(await titles()).toEqual(['Vigil', 'Lunch'])
  clock.ms += 31 * minute
  expect(await titles()).toEqual(['Lunch'])
})

test('the events page shows an event that has begun until its end, and says so', async () => {
  const { get, titles, clock } = opened({ at: '2026-06-20T16:30:00Z' }, { ...picnic, end_date: '2026-06-20T13:00:00' })
  expect((await get('/events')).text).toContain('On now')
  clock.ms += 30 * minute
  expect(await titles()).toEqual([])
})

test('the events page shows an event without an address by the clock of EVENTS_ZONE', async () => {
  const online = { title: 'Call', start_date: '2026-06-20T21:30:00' }
  const at = '2026-06-21T01:45:00Z'
  expect(await opened({ at, settings: { EVENTS_ZONE: 'America/New_York' } }, online).titles()).toEqual([])
  expect(await opened({ at }, online).titles()).toEqual(['Call'])
  expect(() => opened({ settings: { EVENTS_ZONE: 'Mars/Olympus' } })).toThrow(/zone/)
})

test('the events page sorts by local time, and names day, time with zone, and place', async () => {
  const { get, titles } = opened(
    {},
    { ...picnic, start_date: '2026-06-20T12:00:00', end_date: '2026-06-20T15:00:00' },
    { ...picnic, title: 'Walk', start_date: '2026-06-19T22:00:00', end_date: '2026-06-20T01:00:00' },
  )
  expect(await titles()).toEqual(['Walk', 'Picnic'])
  const { text } = await get('/events')
  expect(text).toMatch(/Jun<\/span><span class="day">20<\/span>\s*<span class="weekday">Sat</)
  expect(text).toContain('Saturday, June 20, 2026, </span>12:00 PM – 3:00 PM EDT')
  expect(text).toContain('Jun 19, 10:00 PM – Jun 20, 1:00 AM EDT')
  expect(text).toContain('Band shell, 1 Park Row, New York, NY')
})

test('the events page filters by place and by date, and ignores a choice that it does not know', async () => {
  const { titles, get } = opened(
    {},
    picnic,
    { ...picnic, title: 'Walk', start_date: '2026-06-25T12:00:00' },
    { ...picnic, title: 'Tea', location: tokyo },
  )
  expect(await titles('?place=Tokyo')).toEqual(['Tea'])
  expect(await titles('?from=2026-06-21')).toEqual(['Walk'])
  expect((await titles('?to=2026-06-20')).sort()).toEqual(['Picnic', 'Tea'])
  expect(await titles('?place=New+York%2C+NY&from=2026-06-20&to=2026-06-24')).toEqual(['Picnic'])
  expect(await titles('?place=%3Cscript%3E&from=soon&to=2026-13-40')).toHaveLength(3)
  expect((await get('/events?place=Tokyo')).text).toContain('<option value="Tokyo" selected')
  expect((await get('/events?from=2027-01-01')).text).toContain('No event matches.')
})

test.for(['platform', 'action_network'])(
  'the events page shows no hidden and no private event of a service with the prefix %s',
  async (namespace) => {
    const { titles } = opened(
      { namespace, settings: { EVENTS_NAMESPACE: namespace } },
      picnic,
      { ...picnic, title: 'Rehearsal', hidden: true },
      { ...picnic, title: 'Board', visibility: 'private' },
    )
    expect(await titles()).toEqual(['Picnic'])
  },
)

test('the events page shows the HTML of titles and descriptions as text', async () => {
  const description =
    '<p>Bring <b>bread</b>.<script>alert(1)</script></p><p><a href="javascript:alert(2)">Notes</a> at https://example.org/a?b=1&amp;c="2.</p>'
  const { get, id } = opened({}, { ...picnic, title: '<img src=x onerror=alert(3)>', description })
  const { text } = await get(`/events/${id}`)
  expect(text).toContain('<h1>&lt;img src=x onerror=alert(3)&gt;</h1>')
  expect(text).toContain('<p>Bring bread.</p>')
  const about = text.slice(text.indexOf('<div class="text">'))
  expect([...about.matchAll(/href="(https?[^"]*)"/g)].map(([, href]) => href)).toEqual([
    'https://example.org/a?b=1&amp;c=',
  ])
  expect(text).not.toMatch(/<script|href="javascript|<img/)
})

test('the events page asks the service once a minute, however many visitors come', async () => {
  const { get, titles, clock, lists, service, key } = opened({}, picnic)
  await Promise.all(Array.from({ length: 50 }, () => get('/events')))
  expect(lists()).toBe(1)
  service.addEvent({ ...picnic, title: 'Walk' }, { key })
  clock.ms += 59 * second
  expect(await titles()).toEqual(['Picnic'])
  clock.ms += second
  await titles() // renews it behind this answer
  await expect.poll(() => titles()).toHaveLength(2)
  expect(lists()).toBe(2)
})

test('the events page shows the events that it has while the service is down, says how old they are, and asks every ten seconds', async () => {
  const { get, titles, clock, lists, log, service } = opened({}, picnic)
  await titles()
  service.faults.add({ times: 99, effect: down })
  clock.ms += 20 * minute
  const { status, text } = await get('/events')
  expect([status, text]).toEqual([200, expect.stringContaining('This list is 20 minutes old')])
  expect(await titles()).toEqual(['Picnic'])
  expect([lists(), log.length]).toEqual([2, 1])
  clock.ms += 10 * second
  expect(await titles()).toEqual(['Picnic'])
  expect(lists()).toBe(3)
  service.faults.clear()
  clock.ms += 10 * second
  expect((await get('/events')).text).not.toContain('minutes old')
})

test('the events page says that the service is down if it has nothing, with 503, and logs the reason without the key', async () => {
  const { get, log, service, key } = opened({}, picnic)
  service.faults.add({ times: 99, effect: down })
  for (const path of ['/events', '/events/any']) {
    const { status, headers, text } = await get(path)
    expect([status, text]).toEqual([503, expect.stringContaining('We cannot show our events right now')])
    expect([headers.get('cache-control'), headers.get('retry-after')]).toEqual(['no-store', '30'])
  }
  expect(log[0]).toContain('answered 503')
  expect(log.join()).not.toContain(key.token)
})

test('the events page shows no part of a list that ended early', async () => {
  const { get, service } = opened({ perPage: 1 }, picnic, { ...picnic, title: 'Walk' })
  service.faults.add({ query: { page: '2' }, effect: { kind: 'status', status: 200, body: {} } })
  expect((await get('/events')).status).toBe(503)
})

test('the events page leaves out an event that the API does not describe, and logs it; it has no name if its events have several organisations', async () => {
  const service = createMockService({ namespace: 'action_network' })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = await (await service.fetch(input, init)).text()
    let count = 0
    const sponsored = body.replaceAll(/sponsor":\{"title":"/g, (start) => `${start}${count++} `)
    return new Response(sponsored.replace('"title":"Odd"', '"title":7'), {
      headers: { 'content-type': 'application/hal+json' },
    })
  }
  for (const title of ['Odd', 'Picnic', 'Walk']) service.addEvent({ ...picnic, title }, { key: service.seeded.group })
  const log: string[] = []
  const { baseUrl, seeded } = service
  const site = siteOf(
    { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: seeded.group.token },
    {
      client: { fetch, rateLimit: undefined },
      now: () => Date.parse('2026-06-01T12:00:00Z'),
      onError: (message) => void log.push(message),
    },
  )
  expect((await site.upcoming({})).events.map(({ title }) => title)).toEqual(['Picnic', 'Walk'])
  expect(await site.frame()).toEqual({ name: '', home: '/events', contact: undefined })
  expect(log).toEqual(['Left out 1 events that are not what the API describes.'])
})

test('an event that is not there has a page that says so, with 404', async () => {
  const { get, lists } = opened({}, picnic)
  const { status, text } = await get('/events/no-such-event')
  expect([status, text]).toEqual([404, expect.stringContaining('We cannot find this event')])
  await get('/events/another')
  expect(lists()).toBe(1)
})

test('all pages name the site and lead home: by SITE_NAME and SITE_HOME, or with the organisation that all events have', async () => {
  const home = 'https://www.example.org/'
  const { get, post, id, service } = opened({ settings: { SITE_NAME: 'Parks & <us>', SITE_HOME: home } }, picnic)
  const named = /<header class="site"><a href="([^"]*)">(.*?)<\/a><\/header>/
  const frame = ({ text }: { readonly text: string }) => named.exec(text)?.slice(1)
  const paths = ['', `/${id}`, `/${id}/thanks`, '/none']
  for (const path of paths) expect(frame(await get(`/events${path}`))).toEqual([home, 'Parks &amp; &lt;us&gt;'])
  expect(frame(await post(id, {}))?.[0]).toBe(home)
  service.faults.add({ times: 99, effect: down })
  const none = opened({ settings: { SITE_NAME: 'Parks' } })
  none.service.faults.add({ times: 99, effect: down })
  expect(frame(await none.get('/events'))).toEqual(['/events', 'Parks'])
  // Without SITE_NAME: the organisation, also on a page that shows no event.
  for (const path of ['/events/none', '/none']) {
    const { get } = opened({}, picnic)
    const [, organisation] = frame(await get(path)) ?? []
    expect((await get('/events.json')).text).toContain(`"organisation":{"name":"${organisation}"`)
  }
  for (const SITE_HOME of ['us', 'mailto:a@example.org'])
    expect(() => opened({ settings: { SITE_HOME } })).toThrow(/SITE_HOME must be/)
})

test('a cancelled event stays in the list with its status, and its page has no form, no calendar and a way to write', async () => {
  const settings = { EVENTS_CONTACT: 'us@example.org' }
  const { get, post, titles, id, service } = opened({ settings }, { ...picnic, status: 'cancelled' })
  expect(await titles()).toEqual(['Picnic'])
  const { status, text } = await get(`/events/${id}`)
  expect([status, text]).toEqual([200, expect.stringContaining('This event is cancelled.')])
  expect(text).toContain('See what comes next</a> · <a href="mailto:us@example.org">Write to us</a></p>')
  expect(text).not.toMatch(/<form|calendar/)
  // Somebody who signed up before comes back to this page.
  expect((await get(`/events/${id}/thanks`)).text).toBe(text)
  expect(await post(id, ada)).toMatchObject({ status: 404, text: expect.stringContaining('takes no more sign-ups') })
  expect(service.requests.map(({ method }) => method)).toEqual(['GET'])
})

test('the form of an event records name, e-mail address, phone number and tags, and leads to a page that a reload may ask for again', async () => {
  const { get, post, id, service, key } = opened({}, picnic)
  for (const name of ['Volunteer', 'First time', 'Secret']) service.addTag({ name, key })
  const fields = { ...ada, family_name: 'Lovelace', phone: '+1 (202) 555-0101', tag: 'Volunteer' }
  const { status, headers } = await post(id, fields)
  expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([
    303,
    `/events/${id}/thanks`,
    'no-store',
  ])
  const sent = service.requests.at(-1)?.body
  expect(sent).toEqual({
    person: {
      given_name: 'Ada',
      family_name: 'Lovelace',
      email_addresses: [{ address: 'ada@example.org' }],
      phone_numbers: [{ number: '+1 (202) 555-0101', number_type: 'Mobile' }],
    },
    add_tags: ['Volunteer'],
  })
  const writes = () => service.requests.filter(({ method }) => method === 'POST').length
  expect(await get(`/events/${id}/thanks`)).toMatchObject({
    status: 200,
    text: expect.stringContaining('You are on the list.'),
  })
  expect(writes()).toBe(1)
  // A form can be changed: other tags are not sent.
  await post(id, { ...ada, tag: 'Secret' })
  expect(service.requests.at(-1)?.body).not.toHaveProperty('add_tags')
})

const mistakes = [
  [{}, 'given_name', 'Enter your first name'],
  [{ given_name: 'Ada' }, 'email', 'Enter your e-mail address or your mobile phone'],
  [{ given_name: 'Ada', email: 'ada@home' }, 'email', 'Enter an e-mail address like name@example.org'],
  [{ ...ada, phone: 'call me' }, 'phone', 'Enter a phone number like 202 555 0101'],
  [{ given_name: 'Ada', phone: '555' }, 'phone', 'Enter a phone number like 202 555 0101'],
  [{ ...ada, family_name: 'x'.repeat(201) }, 'family_name', 'Enter at most 200 characters'],
  [{ ...ada, website: 'https://spam.example' }, 'website', 'Leave this field empty'],
] as const

test('a form with a mistake is sent to nobody, and its page names the field', async () => {
  const { post, id, service } = opened({}, picnic)
  for (const [fields, field, message] of mistakes) {
    const { status, text } = await post(id, { ...fields })
    expect(status, message).toBe(422)
    expect(text).toContain(`<a href="#${field}">${message}</a>`)
    expect(text).toContain(`id="${field}-error">${message}<`)
    expect(text).toMatch(new RegExp(`id="${field}"[^>]*aria-describedby="${field}-error[" ]`))
    expect(text).toContain('<title>Error: Picnic</title>')
    if ('email' in fields) expect(text).toContain(`value="${fields.email}"`)
  }
  expect(service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

const refusals = [
  [{ kind: 'status', status: 403 }, 502, 'refused your RSVP'],
  [{ kind: 'status', status: 404 }, 404, 'takes no more sign-ups'],
  [{ kind: 'status', status: 503 }, 503, 'We do not know whether you are on the list'],
  [{ kind: 'reset' }, 503, 'We do not know whether you are on the list'],
  // Last: it pauses the client.
  [{ kind: 'status', status: 429 }, 503, 'We could not send your RSVP'],
] as const

test('an RSVP that the service refuses or does not answer gets a page that says what is known, and a line in the log', async () => {
  const { post, id, service, log, key } = opened({}, picnic)
  for (const [effect, status, words] of refusals) {
    const when = effect.kind === 'reset' ? 'after' : 'before'
    service.faults.add({ operation: 'attendances.record', times: 9, effect, when })
    const answer = await post(id, ada)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(words)])
    expect(answer.text).not.toContain('Write to us')
    service.faults.clear()
  }
  expect(log).toHaveLength(refusals.length)
  expect(log.join()).not.toMatch(new RegExp(`ada|${key.token}`, 'i'))
})

test('an RSVP that the service took, but answered with a person, counts as recorded', async () => {
  const { post, id, service } = opened({}, picnic)
  const body = { given_name: 'Ada', email_addresses: [{ address: 'ada@example.org' }], _links: {} }
  service.faults.add({ operation: 'attendances.record', when: 'after', effect: { kind: 'status', status: 200, body } })
  expect((await post(id, ada)).status).toBe(303)
})

test('an RSVP that gets half an answer with success is not known to be recorded', async () => {
  const { post, id, service } = opened({}, picnic)
  service.faults.add({ operation: 'attendances.record', effect: { kind: 'truncated' } })
  const { status, text } = await post(id, ada)
  expect([status, text]).toEqual([503, expect.stringContaining('We do not know whether you are on the list')])
})

test('behind a proxy with TLS, the form takes posts from the origin of the site, and from no other', async () => {
  const { site, id } = opened({}, picnic)
  const app = appOf(site, 'https://events.example.org')
  const statusFrom = async (origin: string) => {
    const body = new URLSearchParams(ada)
    return (await app.request(`http://127.0.0.1:3000/events/${id}`, { method: 'POST', body, headers: { origin } }))
      .status
  }
  expect(await statusFrom('https://events.example.org')).toBe(303)
  expect(await statusFrom('https://evil.example')).toBe(403)
})

test('EVENTS_CAMPAIGN chooses the events of one campaign', async () => {
  const { service, id, titles } = opened({}, picnic)
  const { group } = service.seeded
  const campaign = service.addCampaign({ title: 'River', key: group })
  service.addEvent({ ...picnic, title: 'Clean-up', campaign: campaign.id }, { key: group })
  const { EVENTS_BASE_URL, EVENTS_API_KEY } = { EVENTS_BASE_URL: service.baseUrl, EVENTS_API_KEY: group.token }
  const site = siteOf(
    { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_CAMPAIGN: campaign.id },
    { client: { fetch: service.fetch, rateLimit: undefined }, now: () => Date.parse('2026-06-01T12:00:00Z') },
  )
  expect((await site.upcoming({})).events.map(({ title }) => title)).toEqual(['Clean-up'])
  expect(await site.event(id)).toBeUndefined()
  expect(await titles()).toHaveLength(2)
})

test('the form of another website is refused, and one that is too large', async () => {
  const { post, id, service } = opened({}, picnic)
  const elsewhere = { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }
  expect((await post(id, ada, elsewhere)).status).toBe(403)
  expect((await post(id, { ...ada, family_name: 'x'.repeat(100_000) })).status).toBe(413)
  expect(service.requests).toHaveLength(0)
})

test('a POST that is no form gets the form with its mistakes', async () => {
  const { site, id } = opened({}, picnic)
  const body = JSON.stringify(ada)
  const sent = { method: 'POST', body, headers: { 'content-type': 'application/json' } }
  expect((await appOf(site).request(`/events/${id}`, sent)).status).toBe(422)
})

test('an event that has reached its capacity is full: its page has no form', async () => {
  const { get, id, service } = opened({}, { ...picnic, capacity: 2 })
  service.attend(id, 2)
  expect((await get('/events')).text).toContain('>Full</span>')
  const { text } = await get(`/events/${id}`)
  expect(text).toContain('This event is full.')
  expect(text).not.toContain('<form')
})

test('events.json has the same events for pages elsewhere', async () => {
  const { get } = opened({}, picnic, { ...picnic, title: 'Tea', location: tokyo })
  const { headers, text } = await get('/events.json?place=Tokyo')
  expect(JSON.parse(text).events).toEqual([
    expect.objectContaining({ title: 'Tea', start: '2026-06-20T12:00:00', place: 'Tokyo' }),
  ])
  expect(headers.get('access-control-allow-origin')).toBe('*')
})

test('siteOf({ keep }) chooses the events of the site: its list, its pages and its form', async () => {
  const { service, id, titles } = opened({}, picnic, { ...picnic, title: 'Run' })
  expect(await titles()).toEqual([picnic.title, 'Run'])
  const given = { EVENTS_BASE_URL: service.baseUrl, EVENTS_API_KEY: service.seeded.group.token }
  const site = siteOf(given, {
    client: { fetch: service.fetch, rateLimit: undefined },
    now: () => Date.parse('2026-06-01T12:00:00Z'),
    keep: ({ title }) => title === 'Run',
  })
  expect((await site.upcoming({})).events.map(({ title }) => title)).toEqual(['Run'])
  expect(await site.event(id)).toBeUndefined()
  expect(await site.signUp(id, new FormData())).toEqual({ kind: 'closed' })
})

test('the page of an event offers a file for calendars, in the zone of its place', async () => {
  const { get, id } = opened({}, picnic)
  const [, path = ''] = /href="([^"]+calendar\.ics)"/.exec((await get(`/events/${id}`)).text) ?? []
  const { status, headers, text } = await get(path)
  expect([status, headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  expect(text).toContain('DTSTART;TZID=America/New_York:20260620T120000')
  expect((await get('/events/nobody/calendar.ics')).status).toBe(404)
})

test('the page of a cancelled, past or full event says so once, before its description, and has no form', async () => {
  const about = { ...picnic, description: 'Bring bread.' }
  const { get, id, clock, service, key } = opened({}, { ...about, capacity: 2 })
  const cancelled = service.addEvent({ ...about, status: 'cancelled' }, { key })
  service.attend(id, 2)
  const said = async (of: string, isAhead = false) => {
    const { text } = await get(`/events/${of}`)
    expect(text.includes('Add to calendar')).toBe(isAhead)
    expect(text).not.toMatch(/<form|On now/)
    const [, words, after = ''] = text.split(/(This event is [a-z]+\.)/)
    expect(after).toContain('Bring bread.')
    return words
  }
  // Those who signed up before it was full still come.
  expect(await said(id, true)).toBe('This event is full.')
  expect(await said(cancelled.id)).toBe('This event is cancelled.')
  clock.ms = Date.parse('2026-06-21T12:00:00Z')
  expect(await said(id)).toBe('This event is over.')
  expect(await said(cancelled.id)).toBe('This event is cancelled.')
})

const descriptions: readonly (readonly [text: string, links: readonly (readonly string[])[]])[] = [
  ['at https://example.org/a.', [['https://example.org/a', 'https://example.org/a']]],
  ['at www.example.org, and', [['https://www.example.org/', 'www.example.org']]],
  ['to ada.b+c@example.org.', [['mailto:ada.b+c@example.org', 'ada.b+c@example.org']]],
  [
    'call (202) 555-0101 or +44 20 7946 0958',
    [
      ['tel:2025550101', '(202) 555-0101'],
      ['tel:+442079460958', '+44 20 7946 0958'],
    ],
  ],
  ['from 2026-06-20 12:00 to 10-12, room 1234567', []],
  [
    '<a href="https://example.org/map?a=1&amp;b=2">the <b>map</b> </a>of it',
    [['https://example.org/map?a=1&b=2', 'the map ']],
  ],
  ['<a href="https://example.org/m"><img src="x"></a>', [['https://example.org/m', 'https://example.org/m']]],
  [
    '<a href="mailto:ada@example.org?subject=Hi"><p>Write</p><p>us</p></a>',
    [['mailto:ada@example.org?subject=Hi', ' Write us ']],
  ],
  ['<a href="tel:+12025550101">Call</a>', [['tel:+12025550101', 'Call']]],
  ['<a href="https://evil.example/">https://bank.example/</a>', [['https://evil.example/', 'https://evil.example/']]],
  [
    '<a href="java\nscript:alert(1)">a</a><a href=" data:text/html,x">b</a><a href="/events">c</a><a name="d">d</a>',
    [],
  ],
  ['<a href="javascript:alert(1)">https://example.org/</a>', [['https://example.org/', 'https://example.org/']]],
  ['&#xE000;javascript:alert(1)&#xE001;Go&#xE002;', []],
  ['<a href="https://example.org/&quot; onclick=&quot;x">e</a>', [['https://example.org/%22%20onclick=%22x', 'e']]],
]

test('a description shows its web, e-mail and telephone addresses as links, and no other link', async () => {
  const events = descriptions.map(([text]) => ({ ...picnic, description: `<div>Look ${text}</div>` }))
  const { get, ids } = opened({}, ...events)
  const plain = (html = '') => html.replaceAll('&amp;', '&')
  for (const [at, [description, links]] of descriptions.entries()) {
    const { text } = await get(`/events/${ids[at]}`)
    const about = /<div class="text">(.*?)<\/div>/s.exec(text)?.[1] ?? ''
    expect(about).toContain('Look')
    expect(about).not.toMatch(/[\uE000-\uE002]/)
    const found = [...about.matchAll(/<a href="([^"]*)" rel="nofollow noopener">(.*?)<\/a>/g)]
    expect(
      found.map(([, href, words]) => [plain(href), plain(words)]),
      description,
    ).toEqual(links)
    expect(about.split('<a ')).toHaveLength(found.length + 1)
  }
})

test('the events page has a heading for each month and twenty events at a time, and its links keep the choice', async () => {
  const days = Array.from({ length: 45 }, (_, at) => new Date(Date.UTC(2026, 5, 11 + at)).toISOString().slice(0, 10))
  const { get, titles } = opened({}, ...days.map((day) => ({ ...picnic, title: day, start_date: `${day}T12:00:00` })))
  const headings = async (query: string) =>
    [...(await get(`/events${query}`)).text.matchAll(/<h2 class="heading" id="[\d-]*">(.*?)<\/h2>/g)].map(
      ([, name]) => name,
    )
  const link = async (query: string, words: string) =>
    new RegExp(`href="/events([^"]*)">${words}</a>`)
      .exec((await get(`/events${query}`)).text)?.[1]
      ?.replaceAll('&amp;', '&')
  expect([await headings(''), await headings('?page=2')]).toEqual([['June 2026'], ['July 2026']])
  expect(await headings('?from=2026-06-15')).toEqual(['June 2026', 'July 2026'])
  expect((await get('/events')).text).toContain('45 events')
  expect(await link('', 'Earlier events')).toBeUndefined()
  const months = async (query: string) => [
    ...(/aria-label="Months">(.*?)<\/nav>/s
      .exec((await get(`/events${query}`)).text)?.[1]
      ?.matchAll(/href="([^"]*)"/g) ?? []),
  ]
  const jumps = (await months('?page=3&from=2026-06-15')).map(([, href = '']) => href.replaceAll('&amp;', '&'))
  expect(jumps).toEqual(['/events?from=2026-06-15#2026-06', '/events?from=2026-06-15#2026-07'])
  expect((await months('')).map(([, href]) => href)).toEqual(['/events#2026-06', '/events?page=2#2026-07'])
  expect((await get('/events?page=2')).text).toContain('<h2 class="heading" id="2026-07">')
  expect(await months('?to=2026-06-30')).toEqual([])
  // Two months on one page are in sight by their headings.
  expect(await months('?from=2026-06-29&to=2026-07-03')).toEqual([])
  const query = '?place=New+York%2C+NY&from=2026-06-12'
  const seen: string[][] = []
  for (let next: string | undefined = query; next !== undefined; next = await link(next, 'More events'))
    seen.push((await titles(next)) as string[])
  expect(seen.map((page) => page.length)).toEqual([20, 20, 4])
  expect(seen.flat()).toEqual(days.slice(1))
  expect(await link(`${query}&page=2`, 'Earlier events')).toBe(query)
  for (const page of ['0', '-1', 'x', '1e9', 'Infinity', '1.5']) expect(await titles(`?page=${page}`)).not.toEqual([])
  expect(JSON.parse((await get('/events.json')).text).events).toHaveLength(45)
})

test('the page of an event names the organisation, and has a map, the featured image and one column without a description', async () => {
  const { get, id, service, key } = opened({}, { ...picnic, featured_image_url: 'http://img.example/a.png?b=1&c="2' })
  const online = service.addEvent({ title: 'Call', start_date: '2026-06-20T12:00:00' }, { key })
  const { text, headers } = await get(`/events/${id}`)
  expect(text).toMatch(/<p>By <a href="https?:[^"]*\/groups\/[^"]*" rel="nofollow noopener">[^<]+<\/a><\/p>/)
  expect(text).toContain('<img src="https://img.example/a.png?b=1&amp;c=%222" alt=""')
  expect(headers.get('content-security-policy')).toContain('img-src https:')
  const map = 'https://www.google.com/maps/search/?api=1&amp;query=Band+shell%2C+1+Park+Row%2C+New+York%2C+NY%2C+US'
  expect(text).toContain(
    `<p class="where"><a href="${map}" rel="noopener">Band shell, 1 Park Row, New York, NY</a></p>`,
  )
  const call = (await get(`/events/${online.id}`)).text
  expect(call).toContain('<div class="columns single">')
  expect(call).toContain('<p class="where">Place to be announced</p>')
  expect(call).not.toMatch(/google|<img|class="text"/)
})

test('the page after an RSVP offers the calendar, the way there and the other events', async () => {
  const { get, id } = opened({}, picnic)
  const { text } = await get(`/events/${id}/thanks`)
  const next = text.slice(text.indexOf('You are on the list.'))
  expect(
    [...next.matchAll(/<a class="(button|secondary)" href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(([, ...link]) => link),
  ).toEqual([
    ['button', `/events/${id}/calendar.ics`, 'Add to calendar'],
    [
      'secondary',
      expect.stringContaining('https://www.google.com/maps/dir/?api=1&amp;destination=Band+shell'),
      'Get directions',
    ],
    ['secondary', '/events', 'See all events'],
  ])
  expect(next).not.toContain('Write to us')
})

test('with EVENTS_CONTACT visitors can write to it after an RSVP, and after one that was refused; what is no address is refused at once', async () => {
  for (const [set, href] of [
    ['rsvp@example.org', 'mailto:rsvp@example.org'],
    [' +1 202 555 0101 ', 'tel:+12025550101'],
    ['www.example.org/contact', 'https://www.example.org/contact'],
  ] as const) {
    const { get, post, id, service } = opened({ settings: { EVENTS_CONTACT: set } }, picnic)
    const link = `<a href="${href}">Write to us</a>`
    expect((await get('/events')).text).toContain(`${link}</footer>`)
    expect((await get(`/events/${id}/thanks`)).text).toContain(`Something came up? ${link}, so that`)
    service.faults.add({ operation: 'attendances.record', effect: { kind: 'status', status: 403 } })
    expect((await post(id, ada)).text).toContain(link)
  }
  for (const set of ['us', 'javascript:alert(1)', 'write to a@example.org'])
    expect(() => opened({ settings: { EVENTS_CONTACT: set } })).toThrow(/EVENTS_CONTACT must be/)
})

test('the form of an event takes a phone number without an e-mail address', async () => {
  const { get, post, id, service } = opened({}, picnic)
  const { text } = await get(`/events/${id}`)
  for (const field of ['email', 'phone'])
    expect(text).toMatch(new RegExp(`id="${field}" (?![^>]*required)[^>]*aria-describedby="${field}-hint"`))
  expect(await post(id, { given_name: 'Ada', phone: '202 555 0101' })).toMatchObject({ status: 303 })
  expect(service.requests.at(-1)?.body).toEqual({
    person: { given_name: 'Ada', phone_numbers: [{ number: '202 555 0101', number_type: 'Mobile' }] },
  })
})

test('a form that is sent again is not told that its person is not on the list, if the service is down or the event full', async () => {
  const { post, id, service, clock } = opened({}, { ...picnic, capacity: 1 })
  expect((await post(id, ada)).status).toBe(303)
  clock.ms += 11 * minute
  const full = await post(id, ada)
  expect([full.status, full.text]).toEqual([404, expect.stringContaining('you are still on the list')])
  service.faults.add({ times: 99, effect: down })
  clock.ms += 25 * 60 * minute
  const late = await post(id, ada)
  expect([late.status, late.text]).toEqual([503, expect.stringContaining('you will not be counted twice')])
  expect(full.text + late.text).not.toMatch(/not on the list/i)
})

test('the hero of an event leads to its form, if it has one', async () => {
  const { get, id, service, key } = opened({}, picnic)
  const hero = '<a class="button" href="#rsvp">Count me in</a>'
  const { text } = await get(`/events/${id}`)
  expect(text).toContain(hero)
  expect(text).toContain('<section id="rsvp"')
  const cancelled = service.addEvent({ ...picnic, status: 'cancelled' }, { key })
  const { get: later } = opened({ at: '2027-01-01T00:00:00Z' }, picnic)
  expect((await get(`/events/${cancelled.id}`)).text + (await later('/events')).text).not.toContain('#rsvp')
  expect((await get(`/events/${id}/thanks`)).text).not.toContain('#rsvp')
})

test('the summary of a list in HTML, or in lines, reads as a sentence', async () => {
  const list = '<ul><li>Doors open at six</li><li>The <b>room</b> is upstairs</li></ul>'
  const numbered = '<ol><li>Sturdy shoes</li><li>Water!</li><li>A hat</li></ol>'
  const lines = '<br>- Doors open at six<br>* The room is upstairs<br>'
  const { get, ids } = opened(
    {},
    { ...picnic, description: `<p>Good to know:</p>${list}<p>Bring bread.</p>` },
    { ...picnic, description: `Good to know:${lines}Bring bread.` },
    { ...picnic, description: `<h3>What to bring</h3>${numbered}` },
  )
  const summary = '<p class="summary">Good to know: Doors open at six, The room is upstairs. Bring bread.</p>'
  const { text } = await get('/events')
  expect(text.split(summary)).toHaveLength(3)
  expect(text).toContain('<p class="summary">What to bring: Sturdy shoes, Water! A hat</p>')
  for (const id of ids) expect((await get(`/events/${id}`)).text).not.toMatch(/>\s*\* Doors/)
})

test('both faces of the events page have the same words, classes and rules of links', () => {
  const read = (...files: string[]) =>
    files.map((file) => readFileSync(new URL(`../../examples/events-page/${file}`, import.meta.url), 'utf8')).join('\n')
  const app = 'next/app/events/'
  const faces = [
    read('view.ts'),
    read(`${app}view.tsx`, `${app}filters.tsx`, `${app}problems.tsx`, `${app}[id]/rsvp.tsx`, 'next/app/layout.tsx'),
  ].map((code) => {
    const found = (pattern: RegExp) =>
      [...new Set([...code.matchAll(pattern)].map(([, words = '']) => words.trim()))].sort()
    return {
      words: found(/>\s*([A-Z][\w' .,!?()]+?)\s*</g),
      classes: found(/class(?:Name)?="([a-z-]+)"/g),
      rels: found(/<a[^>]*? rel="(no[^"]*)"/g),
    }
  })
  expect(faces[0]?.words).toContain('More events')
  expect(faces[1]).toEqual(faces[0])
})
