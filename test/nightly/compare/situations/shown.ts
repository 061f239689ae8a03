import { inspect } from 'node:util'
import { serve } from '../server.ts'
import { type Cell, key, plain, type Situation } from '../situation.ts'
import type { Subject } from '../subject.ts'
import { nameOf, watch } from '../watch.ts'

/** What may show a value: what `console.log` prints of it, all of it, and its JSON. */
const views: readonly (readonly [name: string, view: (value: unknown) => string])[] = [
  ['`inspect`', (value) => inspect(value)],
  ['`inspect` of any depth', (value) => inspect(value, { depth: Number.POSITIVE_INFINITY })],
  ['JSON', (value) => JSON.stringify(value) ?? ''],
]

/** How a value shows the key; a value that cannot be JSON shows nothing that way. */
function showing(value: unknown): Cell {
  const shows = views.filter(([, view]) => {
    try {
      return view(value).includes(key)
    } catch {
      return false
    }
  })
  // What any depth shows is news only where the usual depth does not.
  const names = shows
    .map(([name]) => name)
    .filter((name, _, all) => name !== views[1]?.[0] || !all.includes('`inspect`'))
  return names.length ? plain('**shown**', `**shown** by ${names.join(' and ')}`) : plain('hidden', 'not shown')
}

async function refused(subject: Subject, message: string): Promise<Cell> {
  const body = subject.dialect.refusal(message)
  await using home = await serve(() => ({
    status: 403,
    headers: { 'content-type': subject.dialect.contentType },
    body,
  }))
  const ending = await watch(() => subject.open({ origin: home.origin, key }).get(), 5000)
  if (ending.how !== 'error') return plain('no error')
  const { brief, seen } = showing(ending.error)
  return { brief, seen: `${seen} (${nameOf(ending.error)})` }
}

export const shown: readonly Situation[] = [
  {
    id: 'error',
    row: 'The key in an error',
    how: 'A GET is refused with 403 and an ordinary message. Is the key in what `util.inspect` prints of the error, as `console.error` does, in what it prints without a limit of depth, or in its JSON?',
    try: (subject) => refused(subject, 'No access'),
  },
  {
    id: 'echo',
    row: 'The key in an error, where the service repeats it',
    how: 'The same with a message that holds the key.',
    try: (subject) => refused(subject, `No access for ${key}`),
  },
  {
    id: 'client',
    row: 'The key in the client',
    how: 'The same views of the client, or of what takes its place, after a call.',
    async try(subject) {
      const type = { 'content-type': subject.dialect.contentType }
      await using home = await serve(() => ({ headers: type, body: subject.dialect.thing('1', home.origin) }))
      const opened = subject.open({ origin: home.origin, key })
      await watch(() => opened.get(), 5000)
      return opened.client === undefined
        ? plain('not kept', 'no client keeps it: it is given to each call')
        : showing(opened.client)
    },
  },
]
