import type { Step } from '../../../support/loopback.ts'
import { key, nameOf, plain, type Situation, type Subject, serve, watch } from '../kit.ts'
import { answers, creates, time } from './calls.ts'
import { away, shown } from './key.ts'

/** Serves a collection as the service of a dialect would, two things to a page; `before` is told of each page first, and may answer instead. */
async function serveCollection(
  subject: Subject,
  stored: string[],
  before: (request: number, stored: string[]) => Step | undefined,
) {
  const { dialect } = subject
  const server = await serve(subject, ({ url }, request) => {
    const instead = before(request, stored)
    if (instead) return instead
    const behind = url.searchParams.get(dialect.paging)
    // A cursor whose thing is gone starts behind where it stood: ids fall.
    const passed = stored.findIndex((id) => Number(id) < Number(behind))
    const end = passed < 0 ? stored.length : passed
    const from = dialect.paging === 'number' ? (Number(url.searchParams.get('page') ?? 1) - 1) * 2 : behind ? end : 0
    const number = Math.floor(from / 2) + 1
    const next = from + 2 < stored.length ? `${server.origin}${url.pathname}?page=${number + 1}` : undefined
    const place = { next, number, total: stored.length, perPage: 2 }
    return dialect.page(stored.slice(from, from + 2), place, server.origin)
  })
  return server
}

/** Iterates a collection, and continues after an error, by asking the same iterator again; what came, and what was thrown. */
async function iterate(...collection: Parameters<typeof serveCollection>) {
  await using home = await serveCollection(...collection)
  const ids = collection[0].open({ origin: home.origin, key }).ids()
  const got: string[] = []
  const thrown: unknown[] = []
  const { how } = await watch(async () => {
    for (let asked = 0; asked < 40 && thrown.length < 4; asked += 1) {
      try {
        const { done, value } = await ids.next()
        if (done) break
        got.push(value)
      } catch (error) {
        thrown.push(error)
      }
    }
  }, 10_000)
  return how === 'value' ? { got, thrown, requests: home.requests.length } : undefined
}

/** Iterates a collection of six that changes between the first page and the second. */
async function whileItChanges(subject: Subject, change: (stored: string[]) => void, throughout: readonly string[]) {
  const iterated = await iterate(subject, ['6', '5', '4', '3', '2', '1'], (request, stored) => {
    if (request === 2) change(stored)
    return undefined
  })
  if (!iterated) return plain('**no end**')
  const { got, thrown, requests } = iterated
  const lost = throughout.filter((id) => !got.includes(id)).length
  const repeated = got.length - new Set(got).size
  const words = [lost && `**${lost} lost**`, repeated && `**${repeated} repeated**`].filter(Boolean).join(', ')
  const error = thrown.length ? `, with ${nameOf(thrown[0])}` : ''
  return plain(words || 'exact', `${words || 'none lost, none repeated'}, in ${requests} requests${error}`)
}

const walks: readonly Situation[] = [
  {
    id: 'page',
    row: 'A page of a list fails, and the caller asks again',
    how: 'The second of two pages is refused once, with 400. Is that thrown, and does the walk go on when it is asked for more?',
    async try(subject) {
      const refusal = { status: 400, body: subject.dialect.refusal('No') }
      const iterated = await iterate(subject, ['4', '3', '2', '1'], (request) => (request === 2 ? refusal : undefined))
      if (!iterated) return plain('**no end**')
      const { got, thrown } = iterated
      if (!thrown.length) return plain('**not thrown**', `**not thrown**: ${got.length} of 4`)
      const first = `thrown: ${nameOf(thrown[0])}; `
      if (got.join() === '4,3,2,1') return plain('continues', `${first}asked again, it goes on`)
      const end = thrown.length > 1 ? 'the same again and again' : 'the walk is over'
      return plain('**stops**', `${first}**${end}**, with ${got.length} of 4`)
    },
  },
  {
    id: 'insert',
    row: 'A new entry appears while paging',
    how: 'Six entries on three pages, newest first; after the first page a new one comes to stand before all others. Which of the six are missing, or met twice, and how many requests does it take?',
    try: (subject) => whileItChanges(subject, (stored) => stored.unshift('7'), ['6', '5', '4', '3', '2', '1']),
  },
  {
    id: 'remove',
    row: 'An entry is deleted while paging',
    how: 'The same, but the newest entry is gone after the first page. Which of the other five are missing?',
    try: (subject) => whileItChanges(subject, (stored) => stored.shift(), ['5', '4', '3', '2', '1']),
  },
]

/** Everything that is tried, as the rows of the page. */
export const situations: readonly Situation[] = [...away, ...shown, ...answers, ...walks, ...creates, ...time]
