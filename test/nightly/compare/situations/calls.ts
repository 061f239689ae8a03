import { once } from 'node:events'
import type { Step } from '../../../support/loopback.ts'
import { type Arrived, type Cell, key, plain, type Situation, type Subject, serve, watch } from '../kit.ts'

const page = '<!doctype html><title>Sign in</title><form><input type="password"></form>'

async function answered(subject: Subject, answer: Step) {
  await using home = await serve(subject, () => answer)
  return await watch(() => subject.open({ origin: home.origin, key }).get())
}

export const answers: readonly Situation[] = [
  {
    id: 'html',
    row: 'A web page with status 200',
    how: 'A login page answers a GET with status 200 and `text/html`. Is it an error, or handed out as the thing that was asked for?',
    async try(subject) {
      const ending = await answered(subject, { headers: { 'content-type': 'text/html' }, body: page })
      if (ending.how === 'error') return plain('error', `error: ${ending.end}`)
      if (ending.how === 'open') return plain('**no end**')
      const what = typeof ending.value === 'string' ? 'the page as a string' : 'an object without data'
      return plain('**taken as data**', `**no error**: ${what}`)
    },
  },
  {
    id: 'field',
    row: 'One field is missing, another has a wrong type',
    how: 'A GET is answered with an object that lacks a field every object has, and in which another has a type it never has. Does the caller hear of it?',
    async try(subject) {
      const { body, missing, wrong } = subject.dialect.broken('http://127.0.0.1')
      const ending = await answered(subject, { body })
      if (ending.how !== 'error') {
        return plain('**unnoticed**', `**not noticed**: no \`${missing}\`, and a wrong \`${wrong}\``)
      }
      const named = [missing, wrong].filter((field) => JSON.stringify(ending.error).includes(field))
      const fields = named.map((field) => `\`${field}\``).join(' and ') || 'neither'
      return plain('error', `error: ${ending.end}, which names ${fields}`)
    },
  },
]

async function createsAt(subject: Subject, answer: Step): Promise<Cell> {
  await using home = await serve(subject, () => answer)
  // Longer than all attempts of any of them take.
  const ending = await watch(() => subject.open({ origin: home.origin, key }).create(), 20_000)
  const creates = home.requests.filter(({ method }) => method === 'POST')
  const marks = new Set(creates.map(({ headers }) => headers['idempotency-key']))
  const [mark] = marks
  const marked = mark !== undefined && marks.size === 1
  const count = creates.length > 1 && !marked ? `**${creates.length}**` : String(creates.length)
  const { outcome } = (ending.how === 'error' ? ending.error : {}) as { readonly outcome?: unknown }
  const told = typeof outcome === 'string' ? `, \`outcome: '${outcome}'\`` : ''
  const end = ending.how === 'value' ? '**no error**' : ending.end
  const how = marked ? ', with one `Idempotency-Key`' : ''
  return plain(marked && creates.length > 1 ? `${count}, *marked*` : count, `${count}${how}; ${end}${told}`)
}

export const creates: readonly Situation[] = [
  {
    id: 'post-503',
    row: 'Number of creates sent if each gets a 503',
    how: 'The service answers every POST with 503, of which nobody knows whether it took effect. How many arrive, with default settings, within 20 seconds?',
    try: (subject) => createsAt(subject, { status: 503, body: subject.dialect.refusal('Try later') }),
  },
  {
    id: 'post-cut',
    row: 'Number of creates sent if the connection breaks',
    how: 'The service takes in every POST whole, and the connection breaks without an answer.',
    try: (subject) => createsAt(subject, { ending: 'reset' }),
  },
]

/** Said in the words of the one service that has words for it. */
const message = 'You have exceeded a secondary rate limit'

export const time: readonly Situation[] = [
  {
    id: 'retry-after',
    row: 'A 429 with `Retry-After` of an hour',
    how: 'Every GET is answered 429 with `Retry-After: 3600`. What happens within 5 seconds?',
    async try(subject) {
      const headers = { 'retry-after': '3600' }
      await using home = await serve(subject, () => ({ status: 429, headers, body: subject.dialect.refusal(message) }))
      const { how, end } = await watch(() => subject.open({ origin: home.origin, key }).get())
      const asked = home.requests.length > 1 ? `**asks again**, ${home.requests.length} requests in all; ` : ''
      if (how === 'open') return plain('**waits**', `${asked}**waits** (no end within 5 s)`)
      return plain(asked ? '**asks again**' : 'error at once', asked ? `${asked}${end}` : `${end}, without a wait`)
    },
  },
  {
    id: 'abort',
    row: 'An abort during the wait before a retry',
    how: 'The first answer is 503 with `Retry-After: 3`. 300 ms after it the call is aborted. When does the call end, within 5 seconds?',
    async try(subject) {
      if (!subject.aborts) return plain('no signal', 'takes no signal')
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
        return { status: 503, headers: { 'retry-after': '3' }, body: subject.dialect.refusal('Busy') }
      }
      await using home = await serve(subject, answer)
      const { how, end } = await watch(() => subject.open({ origin: home.origin, key }).get(stop.signal))
      if (!stop.signal.aborted) {
        await once(stop.signal, 'abort')
        return plain('no retry', 'does not try again')
      }
      if (how === 'open') return plain('**no end**', '**no end** within 5 s')
      return isLate ? plain('**late**', `**not at once**: ${end}`) : plain('at once', `at once: ${end}`)
    },
  },
  {
    id: 'stall',
    row: 'A body that stalls, with a time limit of 300 ms',
    how: 'Half of the body comes, and then nothing. The time limit is set to 300 ms where the client documents such an option; the attempts are as many as it makes. Does the call end within 10 seconds?',
    async try(subject) {
      await using home = await serve(subject, () => ({
        body: subject.dialect.thing('1', home.origin),
        ending: 'stall',
      }))
      const { how, end } = await watch(() => subject.open({ origin: home.origin, key, timeout: 300 }).get(), 10_000)
      const option = subject.limits ? '' : 'no such option; '
      const attempts = home.requests.length === 1 ? 'one attempt' : `${home.requests.length} attempts`
      if (how === 'open') return plain('**no end**', `${option}**no end** within 10 s`)
      return plain('ends', `${option}${end}, ${attempts}`)
    },
  },
]
