/** Makes a million calls with one client and prints what memory is used after each tenth of them. Needs `--expose-gc`. */
import { EventsV2, isEventsError } from 'osdi-events'

const event = JSON.stringify({
  identifiers: ['platform:e1'],
  title: 'Picnic',
  created_date: '2026-05-01T12:00:00Z',
  modified_date: '2026-05-01T12:00:00Z',
  _links: { self: { href: 'https://events.example.org/api/v2/events/e1' } },
})
const refusal = JSON.stringify({ error: 'Not found' })
const headers = { 'content-type': 'application/hal+json' }

let calls = 0
const client = new EventsV2({
  baseUrl: 'https://events.example.org',
  // A new key for every call, so that what is kept of keys counts too.
  apiKey: () => `k3y-that-nobody-may-see-${calls}`,
  fetch: async () =>
    calls % 10 === 0 ? new Response(refusal, { status: 404, headers }) : new Response(event, { headers }),
  hooks: { onRequest: () => {} },
  onDrift: () => {},
})

const used: number[] = []
const signal = new AbortController().signal
for (let tenth = 0; tenth < 10; tenth += 1) {
  for (let number = 0; number < 100_000; number += 1) {
    calls += 1
    try {
      await (calls % 7 === 0 ? client.update('e1', { description: String(calls) }) : client.get('e1', { signal }))
    } catch (error) {
      if (!isEventsError(error)) throw error
    }
  }
  globalThis.gc?.()
  used.push(process.memoryUsage().heapUsed)
}
console.log(JSON.stringify({ calls, used }))
