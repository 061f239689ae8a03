import { inspect } from 'node:util'
import { type Cell, type Ending, extraSecret, key, nameOf, plain, type Situation, type Subject, watch } from '../kit.ts'
import { type Server, serve } from '../server.ts'

/** What a client is opened with to send both of its headers. */
const withBoth = (subject: Subject, origin: string) => ({
  origin,
  key,
  ...(subject.extraHeader !== undefined && { extra: [subject.extraHeader, extraSecret] as const }),
})

/** What came of a way to another origin: whether it was gone, and which of the secrets came along. */
function led({ requests: [arrived] }: Server, ending: Ending, subject: Subject): Cell {
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
async function redirected(subject: Subject): Promise<Cell> {
  const { dialect } = subject
  await using foreign = await serve(() => ({
    headers: { 'content-type': dialect.contentType },
    body: dialect.thing('1', 'http://127.0.0.1'),
  }))
  await using home = await serve(() => ({ status: 302, headers: { location: `${foreign.origin}/elsewhere` } }))
  const ending = await watch(() => subject.open(withBoth(subject, home.origin)).get(), 5000)
  return led(foreign, ending, subject)
}

export const redirects: Situation = {
  id: 'redirect',
  row: 'A GET is redirected to another origin',
  how: 'The answer to a GET is a 302 to a second server. Which headers with a secret arrive there: that of the key, and another that the client can be told to send?',
  try: (subject) => redirected(subject),
}

/** Names a page on a second server as the next, and says what arrived there. */
async function linked(subject: Subject): Promise<Cell> {
  const { dialect } = subject
  const pageOf = (number: number, next: string | undefined, origin: string) => {
    const ids = [String(number)]
    const place = { next, number, total: 2, perPage: 1 }
    const { body, headers } = dialect.named?.(ids, next) ?? dialect.page(ids, place, origin)
    return { headers: { 'content-type': dialect.contentType, ...headers }, body }
  }
  await using foreign = await serve(() => pageOf(2, undefined, 'http://127.0.0.1'))
  await using home = await serve(({ url }) => pageOf(1, `${foreign.origin}${url.pathname}?page=2`, url.origin))
  const opened = subject.open(withBoth(subject, home.origin))
  const ids = opened.named?.() ?? opened.ids()
  const ending = await watch(async () => {
    while (!(await ids.next()).done);
  }, 5000)
  return led(foreign, ending, subject)
}

export const links: readonly Situation[] = [
  {
    id: 'link',
    row: 'The next page is on another origin',
    how: 'The first page names a second server as the place of the next. Is it asked, and with which secrets?',
    try: (subject) => linked(subject),
  },
]

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
