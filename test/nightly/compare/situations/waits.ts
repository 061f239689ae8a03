import { once } from 'node:events'
import { type Arrived, serve } from '../server.ts'
import { key, plain, type Situation } from '../situation.ts'
import { nameOf, watch } from '../watch.ts'

/** Said in the words of the one service that has words for it. */
const message = 'You have exceeded a secondary rate limit'

export const waits: readonly Situation[] = [
  {
    id: 'retry-after',
    row: 'A refusal that asks to wait an hour',
    how: 'Every GET is answered 429 with `Retry-After: 3600`. What happens within 5 seconds?',
    async try(subject) {
      const { contentType, refusal } = subject.dialect
      const headers = { 'content-type': contentType, 'retry-after': '3600' }
      await using home = await serve(() => ({ status: 429, headers, body: refusal(message) }))
      const ending = await watch(() => subject.open({ origin: home.origin, key }).get(), 5000)
      const asked = home.requests.length > 1 ? `**asks again**, ${home.requests.length} requests in all; ` : ''
      if (ending.how === 'open') return plain('**waits**', `${asked}**waits** (no end within 5 s)`)
      const end = ending.how === 'error' ? nameOf(ending.error) : 'no error'
      return plain(asked ? '**asks again**' : 'error at once', asked ? `${asked}${end}` : `${end}, without a wait`)
    },
  },
  {
    id: 'abort',
    row: 'An abort while it waits to try again',
    how: 'The first answer is 503 with `Retry-After: 3`. 300 ms after it the call is aborted. When does the call end, within 5 seconds?',
    async try(subject) {
      if (!subject.aborts) return plain('no signal', 'takes no signal')
      const { contentType, refusal } = subject.dialect
      const stop = new AbortController()
      let isLate = false
      const answer = (_: Arrived, number: number) => {
        if (number === 1)
          setTimeout(() => {
            stop.abort()
            // Less than any wait of these clients. A machine that stands still makes the timer late as well.
            setTimeout(() => {
              isLate = true
            }, 400).unref()
          }, 300).unref()
        return { status: 503, headers: { 'content-type': contentType, 'retry-after': '3' }, body: refusal('Busy') }
      }
      await using home = await serve(answer)
      const ending = await watch(() => subject.open({ origin: home.origin, key }).get(stop.signal), 5000)
      if (!stop.signal.aborted) {
        await once(stop.signal, 'abort')
        return plain('no retry', 'does not try again')
      }
      if (ending.how === 'open') return plain('**no end**', '**no end** within 5 s')
      const end = ending.how === 'error' ? nameOf(ending.error) : 'no error'
      return isLate ? plain('**late**', `**not at once**: ${end}`) : plain('at once', `at once: ${end}`)
    },
  },
]
