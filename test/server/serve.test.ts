import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'

const open = async (options = {}) => {
  const service = createMockService({ events: 3, perPage: 2 })
  const server = await serve(service, options)
  const get = (path: string, init: RequestInit = {}) =>
    fetch(`${server.url}${path}`, { ...init, headers: { 'OSDI-API-Token': server.keys.group, ...init.headers } })
  return { service, server, get, [Symbol.asyncDispose]: () => server.close() }
}

test('a served service answers over a socket, and its links lead back to the address that was used', async () => {
  await using opened = await open()
  const { server, get } = opened
  const answer = await get('/api/v2/events')
  const page = (await answer.json()) as { _links: { next: { href: string } } }
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toBe('application/hal+json')
  expect(page._links.next.href).toBe(`${server.url}/api/v2/events?page=2`)
  expect(server.url).toBe(`http://127.0.0.1:${server.port}`)
})

test('an event is made over a socket', async () => {
  await using opened = await open()
  const { service, get } = opened
  const body = JSON.stringify({ title: 'Grünes Picknick 🌳', origin_system: 'Calendar' })
  const answer = await get('/api/v2/events', {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(await answer.json()).toMatchObject({ title: 'Grünes Picknick 🌳' })
  expect(service.requests).toMatchObject([{ operation: 'events.create', status: 200 }])
})
