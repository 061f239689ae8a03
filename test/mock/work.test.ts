import { createMockService } from 'osdi-events/mock'
import { expect, onTestFinished, test, vi } from 'vitest'
import { hrefOf, idOf, type Resource, worldOf } from '../support/api.ts'

// What others send may not cost more and more work for each further character. No test here looks at a clock.

/** How often a method of a built-in object was called during some work. */
async function callsOf<Owner extends object>(owner: Owner, method: keyof Owner & string, work: () => Promise<unknown>) {
  const spy = vi.spyOn(owner as Record<string, () => unknown>, method)
  onTestFinished(() => spy.mockRestore())
  await work()
  const calls = spy.mock.calls.length
  spy.mockRestore()
  return calls
}

const filterOf = (field: string) =>
  Array.from({ length: 300 }, (_, at) => `${field} eq 'no ${at}'`)
    .join(' or ')
    .slice(0, 8192)
    .replace(/ or [^']*(?:'[^']*)?$/, '')

test('a filter with hundreds of comparisons makes each value of a person once, even a geocoded region', async () => {
  const { service, send } = worldOf('v2', { assumptions: { filter: 'honoured' } })
  const key = service.seeded.group.token
  const people = 200
  service.attend(service.addEvent({ title: 'Walk' }, { key }), people)
  const find = async (filter: string) => {
    const headers = { 'OSDI-API-Token': key }
    const response = await service.fetch(`${service.baseUrl}/api/v2/people?filter=${encodeURIComponent(filter)}`, {
      headers,
    })
    expect(response.status).toBe(200)
  }
  expect((await send('GET', '/people')).status).toBe(200)
  const one = await callsOf(String.prototype, 'normalize', () => find("region eq 'no'"))
  const many = await callsOf(String.prototype, 'normalize', () => find(filterOf('region')))
  expect(one).toBeGreaterThanOrEqual(people)
  expect(many).toBeLessThan(2 * one)
})

test('a filter with hundreds of comparisons reads each local time of an event once', async () => {
  const service = createMockService({ events: 100, assumptions: { filter: 'honoured' } })
  const find = async (filter: string) => {
    const address = `${service.baseUrl}/api/v2/events?filter=${encodeURIComponent(filter)}`
    const response = await service.fetch(address, { headers: { 'OSDI-API-Token': service.seeded.group.token } })
    expect(response.status).toBe(200)
  }
  const times = Array.from({ length: 150 }, (_, at) => `start_date eq '19${String(at % 100).padStart(2, '0')}-05-01'`)
  const one = await callsOf(Date, 'parse', () => find(times[0] ?? ''))
  const many = await callsOf(Date, 'parse', () => find(times.join(' or ')))
  // Besides, each literal is read once.
  expect(many).toBeLessThan(2 * one + 4 * times.length)
})

test('a PUT of thousands of e-mail addresses, and the same PUT again, compares each address a few times', async () => {
  const { send } = worldOf('v2')
  const { body: person } = await send('POST', '/people', {
    person: { email_addresses: [{ address: 'a@example.org' }] },
  })
  const email_addresses = Array.from({ length: 2000 }, (_, at) => ({ address: `a${at}@example.org` }))
  const put = () => send('PUT', `/people/${idOf(person)}`, { email_addresses })
  await put()
  let after: Resource | undefined
  const calls = await callsOf(String.prototype, 'toLowerCase', async () => {
    after = (await put()).body
  })
  expect(after?.email_addresses).toHaveLength(2001)
  expect(calls).toBeLessThan(40 * email_addresses.length)
})

test('a PUT that clears hundreds of custom fields does not look for each field in the list of all', async () => {
  const { send } = worldOf('v2')
  const { body: person } = await send('POST', '/people', {
    person: { email_addresses: [{ address: 'a@example.org' }] },
  })
  const custom_fields = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`field ${at}`, at % 2 ? null : 'x']))
  let scanned = 0
  const { includes } = Array.prototype
  const spy = vi.spyOn(Array.prototype, 'includes').mockImplementation(function (this: unknown[], ...given) {
    scanned += this.length
    return includes.apply(this, given)
  })
  onTestFinished(() => spy.mockRestore())
  const { body } = await send('PUT', `/people/${idOf(person)}`, { custom_fields })
  spy.mockRestore()
  expect(Object.keys(body.custom_fields as object)).toHaveLength(250)
  expect(scanned).toBeLessThan(20_000)
})

test('the log reads a query with hundreds of parameters once', async () => {
  const { service, send } = worldOf('v2')
  await send('GET', `/events?${Array.from({ length: 500 }, (_, at) => `a${at}=1`).join('&')}&a0=2`)
  const calls = await callsOf(URLSearchParams.prototype, 'get', async () => {
    const { query = {} } = service.requests.at(-1) ?? {}
    expect([Object.keys(query).length, query.a0]).toEqual([500, '1'])
  })
  expect(calls).toBeLessThan(10)
})

test('an embed code does not grow with the texts of its event', async () => {
  const { service, key, send } = worldOf('v2')
  const sizes = ['', '<'.repeat(160_000)].map(async (description) => {
    const event = service.addEvent({ title: 'Walk', ...(description && { description }) }, { key })
    const { body } = await send('GET', `/events/${event.id}`)
    const { body: embed } = await send('GET', hrefOf(body, 'platform:embed') ?? '')
    return JSON.stringify(embed).length
  })
  const [plain, long] = await Promise.all(sizes)
  expect(plain).toBe(long)
})

test('the log redacts a request with very many unknown keys as a whole', async () => {
  const { service, send } = worldOf('v2')
  const keys = Array.from({ length: 300 }, (_, at) => `aaaaaaaaaa${at}`).join(',')
  await service.fetch(`${service.baseUrl}/api/v2/people`, {
    method: 'POST',
    headers: { 'X-Api-Token': keys, 'Content-Type': 'application/json' },
    body: JSON.stringify({ text: 'aaaaaaaaaa299' }),
  })
  await send('GET', '/events')
  const [first, second] = service.requests.slice(-2)
  expect([first?.status, first?.path, first?.body]).toEqual([403, '[redacted]', '[redacted]'])
  expect(JSON.stringify(first)).not.toContain('aaaaaa')
  expect(second?.path).toBe('/api/v2/events')
})
