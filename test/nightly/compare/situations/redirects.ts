import { type Server, serve } from '../server.ts'
import { type Cell, extraSecret, key, plain, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { type Ending, nameOf, watch } from '../watch.ts'

/** What a client is opened with to send both of its headers. */
export const withBoth = (subject: Subject, origin: string) => ({
  origin,
  key,
  ...(subject.extraHeader !== undefined && { extra: [subject.extraHeader, extraSecret] as const }),
})

/** What came of a way to another origin: whether it was gone, and which of the secrets came along. */
export function led({ requests: [arrived] }: Server, ending: Ending, subject: Subject): Cell {
  if (!arrived) {
    return plain('refused', `not followed: ${ending.how === 'error' ? nameOf(ending.error) : 'taken for the answer'}`)
  }
  const came = (name = '') => {
    const value = String(arrived.headers[name.toLowerCase()] ?? '')
    return value.includes(key) || value.includes(extraSecret)
  }
  const headers = [subject.keyHeader, subject.extraHeader].filter((name) => name !== undefined)
  const words = headers.map((name) => `\`${name}\` ${came(name) ? '**arrives**' : 'does not arrive'}`)
  const other = came(subject.extraHeader) ? '**other header sent**' : 'no secret sent'
  return { brief: came(subject.keyHeader) ? '**key sent**' : other, seen: `followed; ${words.join(', ')}` }
}

/** Redirects a GET to a second server, and says what arrived there. */
export async function redirected(subject: Subject, bound: boolean): Promise<Cell> {
  const { dialect } = subject
  await using foreign = await serve(() => ({
    headers: { 'content-type': dialect.contentType },
    body: dialect.thing('1', 'http://127.0.0.1'),
  }))
  await using home = await serve(() => ({ status: 302, headers: { location: `${foreign.origin}/elsewhere` } }))
  const ending = await watch(() => subject.open({ ...withBoth(subject, home.origin), bound }).get(), 5000)
  return led(foreign, ending, subject)
}

export const redirects: Situation = {
  id: 'redirect',
  row: 'A GET is redirected to another origin',
  how: 'The answer to a GET is a 302 to a second server. Which headers with a secret arrive there: that of the key, and another that the client can be told to send?',
  try: (subject) => redirected(subject, false),
}
