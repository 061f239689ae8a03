import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { Sandboxes } from '../../mock-server/server/sandboxes.ts'
import { callerOf, hrefOf, titlesOf } from '../support/api.ts'
import { versions } from '../support/names.ts'
import { adminRequest, everyStepTakesATurn, served } from '../support/served.ts'

interface Sandbox {
  readonly url: string
  readonly keys: { readonly group: string; readonly individual: string }
}

const makeSandbox = async (url: string, options: object = {}): Promise<Sandbox> => {
  const { status, json } = await adminRequest(url, 'POST sandboxes', options)
  expect(status).toBe(200)
  return json as Sandbox
}

const callerAt = ({ url, keys }: Sandbox, version: 'v1' | 'v2' = 'v2', key = keys.group) =>
  callerOf({ baseUrl: url, fetch: globalThis.fetch }, key, version)

test('POST /_mock/sandboxes makes a separate service with the sent options, and all its links lead to the sandbox', async () => {
  await using opened = await served()
  const sandbox = await makeSandbox(opened.server.url, {
    events: 3,
    perPage: 2,
    now: '2026-07-01T00:00:00Z',
    namespace: 'action_network',
    assumptions: { totals: 'absent' },
    requestLog: 5,
  })
  expect(sandbox.url).toMatch(new RegExp(`^${opened.server.url}/_mock/sandboxes/[0-9a-f]{16}$`))
  for (const version of versions) {
    const caller = callerAt(sandbox, version)
    const first = await caller.list()
    expect(first).not.toHaveProperty('total_records')
    expect(JSON.stringify(first)).toContain('action_network:')
    const next = hrefOf(first, 'next') ?? ''
    expect(next).toBe(`${sandbox.url}/api/${version}/events?page=2`)
    expect(titlesOf(await caller.follow(next), version)).toHaveLength(1)
  }
  expect((await adminRequest(sandbox.url, 'GET clock')).json).toEqual({ now: '2026-07-01T00:00:00.000Z' })
  expect(opened.service.requests).toEqual([])
})

test('GET /_mock/sandboxes lists names and numbers of requests, the most recently used sandbox first', async () => {
  await using opened = await served()
  const { url } = opened.server
  const list = async () => (await adminRequest(url, 'GET sandboxes')).json
  expect(await list()).toEqual([])
  const named = await makeSandbox(url, { name: 'RSVP form' })
  const unnamed = await makeSandbox(url)
  await callerAt(named).list()
  await callerAt(named).list()
  const [first, second] = [named, unnamed].map((sandbox) => ({ ...sandbox, id: sandbox.url.slice(-16) }))
  expect(await list()).toEqual([
    { ...first, name: 'RSVP form', requests: 2 },
    { ...second, name: second?.id, requests: 0 },
  ])
  await adminRequest(named.url, 'DELETE requests')
  expect(await list()).toMatchObject([{ name: 'RSVP form', requests: 0 }, {}])
  expect(await mockAdmin(url).sandboxes()).toEqual(await list())
  await adminRequest(url, `DELETE sandboxes/${first?.id}`)
  expect(await list()).toMatchObject([{ id: second?.id }])
  const { status, json } = await adminRequest(url, 'POST sandboxes', { name: ' ' })
  expect([status, json]).toMatchObject([400, { field: 'name' }])
})

test('a sandbox has all admin routes except those that create and list sandboxes', async () => {
  await using opened = await served()
  const sandbox = await makeSandbox(opened.server.url)
  const { json: person } = await adminRequest(sandbox.url, 'POST people', { email_address: 'ada@example.org' })
  expect(person).toMatchObject({ email_address: 'ada@example.org' })
  await callerAt(sandbox).create()
  expect((await adminRequest(sandbox.url, 'GET requests')).json).toMatchObject([{ path: '/api/v2/events' }])
  const { json: made } = await adminRequest(sandbox.url, `POST events?key=${sandbox.keys.group}`, { title: 'Picnic' })
  expect(JSON.stringify(made)).toContain(`${sandbox.url}/api/v2/events/`)
  expect((await adminRequest(sandbox.url, 'POST reset')).json).toEqual(sandbox)
  expect(await callerAt(sandbox).list()).toMatchObject({ total_records: 0 })
  expect((await adminRequest(sandbox.url, 'POST sandboxes', {})).status).toBe(404)
  const addressesOf = async (url: string) => {
    const { addresses } = (await adminRequest(url, 'GET ')).json as { addresses: { method: string; href: string }[] }
    return addresses.map(({ method, href }) => `${method} ${href.replace(`${url}/_mock`, '')}`)
  }
  const ofServer = await addressesOf(opened.server.url)
  expect(ofServer).toContain('GET /events')
  expect(await addressesOf(sandbox.url)).toEqual(ofServer.filter((address) => !address.includes(' /sandboxes')))
})

test('a sandbox refuses the keys of another sandbox with the same options', async () => {
  await using opened = await served()
  const [one, other] = [await makeSandbox(opened.server.url), await makeSandbox(opened.server.url)]
  const keys = [one.keys, other.keys, opened.server.keys].flatMap(({ group, individual }) => [group, individual])
  expect(new Set(keys).size).toBe(6)
  expect((await callerAt(one, 'v2', other.keys.group).send('GET', '/events')).status).toBe(403)
  expect((await callerAt(one, 'v2', opened.server.keys.group).send('GET', '/events')).status).toBe(403)
  expect((await callerAt({ ...opened.server, keys: one.keys }).send('GET', '/events')).status).toBe(403)
})

test('two sandboxes with the same seed have the same events', async () => {
  await using opened = await served()
  const shown = async () => {
    const { url, keys } = await makeSandbox(opened.server.url, { seed: 'suite', events: 2 })
    return JSON.stringify([keys, await callerAt({ url, keys }).list()]).replaceAll(url, '')
  }
  expect(await shown()).toBe(await shown())
})

test('requests to a removed sandbox answer 404, and so does a second removal', async () => {
  await using opened = await served()
  const { url } = opened.server
  const sandbox = await makeSandbox(url)
  const path = sandbox.url.slice(`${url}/_mock/`.length)
  expect(await adminRequest(url, `DELETE ${path}`)).toMatchObject({ status: 200, json: {} })
  expect((await callerAt(sandbox).send('GET', '/events')).status).toBe(404)
  expect((await adminRequest(sandbox.url, 'GET clock')).json).toMatchObject({ code: 'unknown', field: 'sandbox' })
  expect((await adminRequest(url, `DELETE ${path}`)).status).toBe(404)
})

test('the server answers requests and makes a small sandbox while it seeds a large sandbox', async () => {
  await using opened = await served()
  const made: string[] = []
  const make = async (name: string, events: number) => {
    const sandbox = await makeSandbox(opened.server.url, { events, perPage: 1 })
    made.push(name)
    return (await callerAt(sandbox).list()).total_records
  }
  everyStepTakesATurn()
  const large = make('large', 150)
  expect(await make('small', 3)).toBe(3)
  let answered = 0
  for (; made.length < 2; answered += 1) expect((await opened.ask('/api/v2/events')).status).toBe(200)
  expect(answered).toBeGreaterThan(50)
  expect(await large).toBe(150)
  expect(made).toEqual(['small', 'large'])
})

test('server.close stops the seeding of a sandbox, whose POST answers 503', async () => {
  const opened = await served()
  const making = adminRequest(opened.server.url, 'POST sandboxes', { events: 2_000_000 })
  expect((await opened.ask('/api/v2/events')).status).toBe(200)
  await opened.server.close({ grace: 600_000 })
  expect(await making).toMatchObject({ status: 503, json: { code: 'closing' } })
})

test('an aborted POST /_mock/sandboxes stops the seeding, and a second POST makes a sandbox', async () => {
  await using opened = await served()
  const gone = new AbortController()
  const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, signal: gone.signal }
  const making = fetch(`${opened.server.url}/_mock/sandboxes`, { ...init, body: '{"events":2000000}' })
  expect((await opened.ask('/api/v2/events')).status).toBe(200)
  gone.abort()
  await expect(making).rejects.toThrow('aborted')
  expect(await callerAt(await makeSandbox(opened.server.url, { events: 3 })).list()).toMatchObject({ total_records: 3 })
})

test('POST /_mock/sandboxes above the limit removes the least recently used sandbox', async () => {
  const sandboxes = new Sandboxes(3)
  const make = () => sandboxes.create({}, 'http://localhost:4010', new AbortController().signal)
  const [first, second, third] = [await make(), await make(), await make()]
  // Each request to a sandbox looks it up in this way.
  const get = ({ path }: typeof first) => sandboxes.get(path.split('/').at(-1) ?? '')
  get(first)
  const fourth = await make()
  expect([first, second, third, fourth].map(get)).toEqual([first, undefined, third, fourth])
})
