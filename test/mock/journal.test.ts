import { expect, test } from 'vitest'
import { call, callerOf, idOf, world } from '../support/api.ts'
import { least, names, versions } from '../support/names.ts'

for (const version of versions) {
  const { title, key: header } = names[version]

  test(`the journal has every request with what was answered (${version})`, async () => {
    const { service, key } = world()
    const caller = callerOf(service, key, version)
    const made = await caller.create({ title: 'Picnic' })
    await caller.list('?page=2&x=y')
    await caller.send('DELETE', `/events/${idOf(made)}`)
    await call(service, `${service.baseUrl}/nowhere`)
    expect(service.requests).toMatchObject([
      { number: 1, method: 'POST', path: `/api/${version}/events`, version, query: {}, status: 200 },
      { number: 2, method: 'GET', path: `/api/${version}/events`, version, query: { page: '2', x: 'y' }, status: 200 },
      { number: 3, method: 'DELETE', path: `/api/${version}/events/${idOf(made)}`, version, status: 405 },
      { number: 4, method: 'GET', path: '/nowhere', status: 404 },
    ])
    expect(service.requests[0]?.operation).toBe('events.create')
    expect(service.requests[0]?.body).toEqual(least(version, { title: 'Picnic' }))
    expect(service.requests[1]).not.toHaveProperty('body')
    expect(service.requests[3]).not.toHaveProperty('operation')
    expect(service.requests[3]).not.toHaveProperty('version')
    expect(service.requests[1]?.url).toBe(`${service.baseUrl}/api/${version}/events?page=2&x=y`)
  })

  test(`the journal shows no key, wherever it was sent (${version})`, async () => {
    const { service, key, individualKey } = world()
    const secret = `${key.token}`
    await call(service, `${service.baseUrl}/api/${version}/events?note=${secret}`, {
      method: 'POST',
      headers: { [header]: secret, 'x-note': `my key is ${individualKey.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...least(version), [title]: `Key ${secret}` }),
    })
    await call(service, `${service.baseUrl}/api/${version}/events/${secret}`, { headers: { [header]: secret } })
    const journal = JSON.stringify(service.requests)
    expect(service.requests).toHaveLength(2)
    expect(journal).not.toContain(secret)
    expect(journal).not.toContain(individualKey.token)
    expect(service.requests[0]?.headers[header.toLowerCase()]).toBe('[redacted]')
  })

  test(`the journal shows no key in any of its spellings (${version})`, async () => {
    const { service } = world()
    const token = 'secret key/+&"\\?%'
    service.addKey({ token })
    const spellings = [encodeURIComponent(token), new URLSearchParams({ token }).toString().slice(6)]
    for (const spelling of spellings) {
      await call(service, `${service.baseUrl}/api/${version}/events?note=${spelling}`)
      await call(service, `${service.baseUrl}/api/${version}/events/${spelling}`)
    }
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' } }
    const url = `${service.baseUrl}/api/${version}/events`
    await call(service, url, { ...init, body: JSON.stringify({ [title]: token, [token]: ['x', { note: token }] }) })
    await call(service, url, { ...init, body: `broken ${token}` })
    const journal = JSON.stringify(service.requests)
    expect(journal).not.toMatch(/secret/i)
    expect(service.requests).toHaveLength(6)
  })

  test(`the journal shows no unknown key that came in a key header either (${version})`, async () => {
    const { service } = world()
    for (const name of ['api-key', 'OSDI-API-Token']) {
      await call(service, `${service.baseUrl}/api/${version}/events`, { headers: { [name]: 'somebody-elses-secret' } })
    }
    expect(service.requests).toHaveLength(2)
    expect(JSON.stringify(service.requests)).not.toContain('somebody-elses-secret')
  })

  test(`a text body stands in the journal as text (${version})`, async () => {
    const { service } = world()
    const init = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{half' }
    await call(service, `${service.baseUrl}/api/${version}/events`, init)
    expect(service.requests[0]?.body).toBe('{half')
  })
}

test('what a caller does to the journal changes nothing in the service', async () => {
  const { service, key } = world()
  await callerOf(service, key, 'v2').list()
  const [entry] = service.requests
  expect(Reflect.set(entry?.headers ?? {}, 'x', 'y') && service.requests[0]?.headers.x === 'y').toBe(false)
})
