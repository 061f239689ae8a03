import { createMockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'

function made(options = {}) {
  const service = createMockService(options)
  const headers = { 'OSDI-API-Token': service.seeded.group.token, 'Content-Type': 'application/json' }
  return { service, headers, events: `${service.baseUrl}/api/v2/events` }
}

test('service.fetch accepts a string, a URL or a Request, and works without this', async () => {
  const { service, headers, events } = made()
  const { fetch } = service
  const whole = new Request(events, { headers })
  const answers = [fetch(events, { headers }), fetch(new URL(events), { headers }), fetch(whole)]
  for (const answer of [...answers, fetch(new Request(events), { headers })]) {
    const response = await answer
    for (const one of [response, response.clone()]) expect(one).toMatchObject({ status: 200, url: events })
  }
})

test('changing the bytes of a response body changes no later response, for every way to read a body', async () => {
  const { service, headers, events } = made({ events: 3 })
  const [id = ''] = service.targeting(service.seeded.group).map((event) => event.id)
  for (const address of [events, `${events}/${id}`]) {
    const ask = () => service.fetch(address, { headers })
    const whole = new TextEncoder().encode(await (await ask()).text())
    expect(JSON.parse(new TextDecoder().decode(whole))).toHaveProperty('_links.self.href', address)
    for (const read of [all, inChunks, intoOwnMemory, ofClone]) {
      const bytes = await read(await ask())
      expect(Buffer.compare(bytes, whole)).toBe(0)
      // The cached bytes of the service must not be the bytes of this response.
      bytes.fill(0)
    }
  }
})

const all = async (answer: Response): Promise<Uint8Array> => new Uint8Array(await answer.arrayBuffer())

async function inChunks(answer: Response): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body ?? []) chunks.push(chunk)
  return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)
}

/** Reads a few bytes at a time into a buffer of the reader (BYOB). */
async function intoOwnMemory(answer: Response): Promise<Uint8Array> {
  const reader = (answer.body as ReadableStream<Uint8Array<ArrayBuffer>>).getReader({ mode: 'byob' })
  const read: Uint8Array[] = []
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(1000))
    if (done) return Buffer.concat(read)
    read.push(value)
  }
}

async function ofClone(answer: Response): Promise<Uint8Array> {
  const clone = answer.clone()
  const first = await all(answer)
  first.fill(0)
  return all(clone)
}

test('changing the bytes of a response that a fault has cut changes no later response', async () => {
  const { service, headers, events } = made({ events: 3 })
  const whole = await (await service.fetch(events, { headers })).text()
  service.faults.add({ nth: 1, when: 'after', effect: { kind: 'truncated' } })
  const half = await (await service.fetch(events, { headers })).body?.getReader().read()
  half?.value?.fill(0)
  expect(await (await service.fetch(events, { headers })).text()).toBe(whole)
})

test('service.fetch with an aborted signal rejects with its reason and logs no request', async () => {
  const { service, headers, events } = made()
  const reason = new Error('enough')
  await expect(service.fetch(events, { headers, signal: AbortSignal.abort(reason) })).rejects.toBe(reason)
  expect(service.requests).toEqual([])
})

test('an abort while a request body is still arriving rejects with its reason and stores nothing', async () => {
  const { service, headers, events } = made()
  const controller = new AbortController()
  const reason = new Error('enough')
  const endless = new ReadableStream({ pull: () => new Promise(() => {}) })
  const request = new Request(events, { method: 'POST', headers, body: endless, duplex: 'half' } as RequestInit)
  const answer = service.fetch(request, { signal: controller.signal })
  controller.abort(reason)
  await expect(answer).rejects.toBe(reason)
  expect(service.requests).toEqual([])
})

test('reading a response body after an abort rejects with the reason of the signal', async () => {
  const { service, headers, events } = made({ events: 3 })
  const controller = new AbortController()
  const answer = await service.fetch(events, { headers, signal: controller.signal })
  const reason = new Error('enough')
  controller.abort(reason)
  await expect(answer.text()).rejects.toBe(reason)
})

test('a POST that is aborted right after service.fetch was called stores nothing', async () => {
  const { service, headers, events } = made()
  const controller = new AbortController()
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })
  const answer = service.fetch(events, { method: 'POST', headers, body, signal: controller.signal })
  controller.abort()
  await expect(answer).rejects.toMatchObject({ name: 'AbortError' })
  const page = await (await service.fetch(events, { headers })).json()
  expect(page.total_records).toBe(0)
})

test('service.fetch to another origin rejects with the TypeError of an unreachable host', async () => {
  const { service } = made()
  await expect(service.fetch('https://elsewhere.example.org/api/v2/events')).rejects.toMatchObject({
    name: 'TypeError',
    message: 'fetch failed',
    cause: { code: 'ENOTFOUND' },
  })
  expect(service.requests).toEqual([])
})

test('with a baseUrl that has a path, every link contains the path, and addresses outside of the path are not served', async () => {
  const { service, headers, events } = made({ baseUrl: 'https://example.org/osdi/', events: 2, perPage: 1 })
  expect(service.baseUrl).toBe('https://example.org/osdi')
  const page = await (await service.fetch(events, { headers })).json()
  expect(page._links.next.href).toBe('https://example.org/osdi/api/v2/events?page=2')
  const beside = await service.fetch('https://example.org/api/v2/events', { headers })
  expect([beside.status, await beside.json()]).toEqual([404, { error: 'Not found' }])
})

test('service.fetch treats a percent-encoded path like the same path without encoding', async () => {
  const { service, headers } = made({ baseUrl: 'https://example.org/a%20b/' })
  const statusOf = async (path: string) => (await service.fetch(`https://example.org${path}`, { headers })).status
  for (const path of ['/a%20b/api/v2/%65vents', '/%61%20b/%61pi/%76%32/events/']) expect(await statusOf(path)).toBe(200)
  for (const path of ['/a%2520b/api/v2/events', '/a%20b/api%2Fv2/events', '/%zz/api/v2/events'])
    expect(await statusOf(path), path).toBe(404)
})
