import { expect, test } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { clientOver, type Step } from '../support/scripted-fetch.ts'

/** An answer whose body goes on until it is cancelled, and whether it was. */
const endless = (init: ResponseInit) => {
  const seen = { cancelled: false }
  const step: Step = () => {
    const body = new ReadableStream<Uint8Array>({
      pull: async (controller) => {
        await new Promise((resolve) => setTimeout(resolve, 1))
        controller.enqueue(new TextEncoder().encode(' '))
      },
      cancel: () => {
        seen.cancelled = true
      },
    })
    return new Response(body, { headers: { 'content-type': 'application/json' }, ...init })
  }
  return { step, seen }
}

test('a body that outlasts the time limit is cancelled, though its fetch ignores the signal', async () => {
  const { step, seen } = endless({})
  const { client } = clientOver('v2', [step], { timeout: 20 })
  expect(await failureOf(() => client.get('e1'))).toMatchObject({ code: 'timeout', attempts: [{ status: 200 }] })
  await expect.poll(() => seen.cancelled).toBe(true)
})

test('a body is cancelled by an abort, though its fetch ignores the signal', async () => {
  const { step, seen } = endless({})
  const { client } = clientOver('v2', [step])
  const stop = new AbortController()
  const reason = new Error('enough')
  setTimeout(() => stop.abort(reason), 10)
  await expect(client.get('e1', { signal: stop.signal })).rejects.toBe(reason)
  await expect.poll(() => seen.cancelled).toBe(true)
})

test('an answer whose body is no stream of the platform is read as text', async () => {
  const step: Step = () => {
    const response = new Response(null, { headers: { 'content-type': 'application/json' } })
    return Object.defineProperties(response, {
      body: { value: { pipe: () => {} } },
      text: { value: async () => JSON.stringify(eventOf('v2')) },
    })
  }
  expect(await clientOver('v2', [step]).client.get('e1')).toEqual(eventOf('v2'))
})
