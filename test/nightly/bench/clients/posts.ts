/**
 * A Node program that creates events by `fetch`, sixteen at a time, as tests and scripts do. To `{ url, key, run, seconds }` it
 * answers how many it made and how long that took.
 */
import { newEvent } from '../mock/service.ts'

const atATime = 16

interface Order {
  readonly url: string
  readonly key: string
  /** Number that keeps the identifiers of this run apart from those of others. */
  readonly run: number
  readonly seconds: number
}

process.on('message', async ({ url, key, run, seconds }: Order) => {
  const headers = { 'OSDI-API-Token': key, 'Content-Type': 'application/json' }
  let requests = 0
  const began = performance.now()
  const posting = async () => {
    while (performance.now() - began < seconds * 1000) {
      requests += 1
      const answer = await fetch(url, { method: 'POST', headers, body: newEvent(run * 1e7 + requests) })
      const text = await answer.text()
      if (!answer.ok) throw new Error(`${answer.status} ${text}`)
    }
  }
  await Promise.all(Array.from({ length: atATime }, posting))
  process.send?.({ requests, microseconds: (performance.now() - began) * 1000 })
})
process.send?.({})
// Not without the one who measures.
process.once('disconnect', () => process.exit())
