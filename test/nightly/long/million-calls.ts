/** Makes a million calls with one client, and prints what memory is used after each tenth. Needs `--expose-gc`. */
import { EventsV2, isEventsError } from 'osdi-events'
import { eventOf } from '../../support/client-answers.ts'

const event = JSON.stringify(eventOf('v2'))
const refusal = JSON.stringify({ error: 'Not found' })
const headers = { 'content-type': 'application/hal+json' }

let calls = 0
const client = new EventsV2({
  baseUrl: 'https://events.example.org',
  // New keys, so that what is kept of keys counts too.
  apiKey: () => `k3y-that-nobody-may-see-${Math.floor(calls / 100)}`,
  fetch: async () => {
    // As a network does: what waits for the end of a turn of the event loop must get one.
    await new Promise(setImmediate)
    return calls % 10 === 0 ? new Response(refusal, { status: 404, headers }) : new Response(event, { headers })
  },
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
  // What is weakly held goes turn by turn.
  for (let round = 0; round < 5; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    globalThis.gc?.()
  }
  used.push(process.memoryUsage().heapUsed)
}
console.log(JSON.stringify({ calls, used }))
