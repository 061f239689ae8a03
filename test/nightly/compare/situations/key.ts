import { inspect } from 'node:util'
import type { Step } from '../../../support/loopback.ts'
import { type Cell, extraSecret, key, type Opened, plain, type Situation, type Subject, serve, watch } from '../kit.ts'

/** Has a client, which sends both of its headers, led to a second server: whether it went, and which of the secrets came along. */
async function led(
  subject: Subject,
  there: () => Step,
  toThere: (foreign: string) => Step,
  call: (opened: Opened) => Promise<unknown>,
): Promise<Cell> {
  const { keyHeader, extraHeader } = subject
  await using foreign = await serve(subject, there)
  await using home = await serve(subject, () => toThere(foreign.origin))
  const extra = extraHeader === undefined ? {} : { extra: [extraHeader, extraSecret] as const }
  const { how, end } = await watch(() => call(subject.open({ origin: home.origin, key, ...extra })))
  const [arrived] = foreign.requests
  if (!arrived) return plain('refused', `not followed: ${how === 'error' ? end : 'taken for the answer'}`)
  const came = (name = '') => {
    const value = String(arrived.headers[name.toLowerCase()] ?? '')
    return value.includes(key) || value.includes(extraSecret)
  }
  const headers = [keyHeader, extraHeader].filter((name) => name !== undefined)
  const words = headers.map((name) => `\`${name}\` ${came(name) ? '**arrives**' : 'does not arrive'}`)
  const other = came(extraHeader) ? '**other header sent**' : 'no secret sent'
  return { brief: came(keyHeader) ? '**key sent**' : other, seen: `followed; ${words.join(', ')}` }
}

export const away: readonly Situation[] = [
  {
    id: 'redirect',
    row: 'A GET is redirected to another origin',
    how: 'The answer to a GET is a 302 to a second server. Which headers with a secret arrive there: that of the key, and another that the client can be told to send?',
    try: (subject) =>
      led(
        subject,
        () => ({ body: subject.dialect.thing('1', 'http://127.0.0.1') }),
        (foreign) => ({ status: 302, headers: { location: `${foreign}/elsewhere` } }),
        (opened) => opened.get(),
      ),
  },
  {
    id: 'link',
    row: 'The next page is on another origin',
    how: 'The first page names a second server as the place of the next. Is it asked, and with which secrets?',
    try: (subject) => {
      const { dialect } = subject
      const page = (number: number, next?: string) => {
        const place = { next, number, total: 2, perPage: 1 }
        return dialect.named?.([String(number)], next) ?? dialect.page([String(number)], place, 'http://127.0.0.1')
      }
      const walk = async ({ named, ids }: Opened) => {
        const all = named?.() ?? ids()
        while (!(await all.next()).done);
      }
      return led(
        subject,
        () => page(2),
        (foreign) => page(1, `${foreign}/api/v2/events?page=2`),
        walk,
      )
    },
  },
]

/** What may show a value: what `console.log` prints of it, all of it, and its JSON. */
const views: Readonly<Record<string, (value: unknown) => string>> = {
  '`inspect`': (value) => inspect(value),
  '`inspect` of any depth': (value) => inspect(value, { depth: Number.POSITIVE_INFINITY }),
  JSON: (value) => JSON.stringify(value) ?? '',
}

/** How a value shows the key; a value that cannot be JSON shows nothing that way. */
function showing(value: unknown): Cell {
  const shows = Object.entries(views).filter(([, view]) => {
    try {
      return view(value).includes(key)
    } catch {
      return false
    }
  })
  const all = shows.map(([name]) => name)
  // What any depth shows is news only where the usual depth does not.
  const names = all.filter((name) => name !== '`inspect` of any depth' || !all.includes('`inspect`'))
  return names.length ? plain('**shown**', `**shown** by ${names.join(' and ')}`) : plain('hidden', 'not shown')
}

async function refused(subject: Subject, message: string): Promise<Cell> {
  await using home = await serve(subject, () => ({ status: 403, body: subject.dialect.refusal(message) }))
  const ending = await watch(() => subject.open({ origin: home.origin, key }).get())
  if (ending.how !== 'error') return plain('no error')
  const { brief, seen } = showing(ending.error)
  return { brief, seen: `${seen} (${ending.end})` }
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
    row: 'The key in an error, if the service repeats it',
    how: 'The same with a message that holds the key.',
    try: (subject) => refused(subject, `No access for ${key}`),
  },
  {
    id: 'client',
    row: 'The key in the printed client',
    how: 'The same views of the client, or of what takes its place, after a call.',
    async try(subject) {
      await using home = await serve(subject, () => ({ body: subject.dialect.thing('1', home.origin) }))
      const opened = subject.open({ origin: home.origin, key })
      await watch(() => opened.get())
      return opened.client === undefined
        ? plain('not kept', 'no client keeps it: it is given to each call')
        : showing(opened.client)
    },
  },
]
