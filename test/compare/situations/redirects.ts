import { serve } from '../server.ts'
import { extraSecret, key, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { nameOf, watch } from '../watch.ts'

/** Which of the secrets came along with a request. */
export function secretsIn(headers: Readonly<Record<string, unknown>>, subject: Subject): string {
  const names = [subject.keyHeader, subject.extraHeader].filter((name) => name !== undefined)
  const came = (name: string) => {
    const value = String(headers[name.toLowerCase()] ?? '')
    return value.includes(key) || value.includes(extraSecret)
  }
  const words = names.map((name) => `\`${name}\` ${came(name) ? '**arrives**' : 'does not arrive'}`)
  return words.join(', ')
}

/** What a client is opened with to send both of its headers. */
export const withBoth = (subject: Subject, origin: string) => ({
  origin,
  key,
  ...(subject.extraHeader !== undefined && { extra: [subject.extraHeader, extraSecret] as const }),
})

/** Redirects a GET to a second server, and says what arrived there. */
export async function redirected(subject: Subject, bound: boolean): Promise<string> {
  const { dialect } = subject
  await using foreign = await serve(() => ({
    headers: { 'content-type': dialect.contentType },
    body: dialect.thing('1', 'http://127.0.0.1'),
  }))
  await using home = await serve(() => ({ status: 302, headers: { location: `${foreign.origin}/elsewhere` } }))
  const ending = await watch(() => subject.open({ ...withBoth(subject, home.origin), bound }).get(), 5000)
  const [arrived] = foreign.requests
  if (arrived) return `followed; ${secretsIn(arrived.headers, subject)}`
  return `not followed: ${ending.how === 'error' ? nameOf(ending.error) : 'taken for an answer'}`
}

export const redirects: Situation = {
  id: 'redirect',
  row: 'a GET is redirected to another origin',
  how: 'The answer to a GET is a 302 to a second server. Which headers with a secret arrive there: that of the key, and another that the client can be told to send?',
  try: (subject) => redirected(subject, false),
}
