import { key, nameOf, plain, type Situation, type Subject, watch } from '../kit.ts'
import { serveCollection } from '../server.ts'
import { answers, creates, limits, waits } from './calls.ts'
import { links, redirects, shown } from './key.ts'

/** What a walk gave, and what it threw; it goes on after an error, by asking the same iterator again. */
async function walk(ids: AsyncIterator<string>): Promise<{ got: string[]; thrown: unknown[] }> {
  const got: string[] = []
  const thrown: unknown[] = []
  for (let asked = 0; asked < 40; asked += 1) {
    try {
      const { done, value } = await ids.next()
      if (done) break
      got.push(value)
    } catch (error) {
      thrown.push(error)
      if (thrown.length > 3) break
    }
  }
  return { got, thrown }
}

/** Walks a collection of six, two to a page, that changes between the first page and the second. */
async function whileItChanges(subject: Subject, change: (stored: string[]) => void, throughout: readonly string[]) {
  await using home = await serveCollection(subject.dialect, ['6', '5', '4', '3', '2', '1'], 2, (request, stored) => {
    if (request === 2) change(stored)
    return undefined
  })
  const opened = subject.open({ origin: home.origin, key })
  const ending = await watch(() => walk(opened.ids()), 10_000)
  if (ending.how !== 'value') return plain('**no end**')
  const { got, thrown } = ending.value as Awaited<ReturnType<typeof walk>>
  const lost = throughout.filter((id) => !got.includes(id)).length
  const repeated = got.length - new Set(got).size
  const words = [lost && `**${lost} lost**`, repeated && `**${repeated} repeated**`].filter(Boolean)
  const error = thrown.length ? `, with ${nameOf(thrown[0])}` : ''
  const seen = words.join(', ') || 'none lost, none repeated'
  return plain(words.join(', ') || 'exact', `${seen}, in ${home.requests.length} requests${error}`)
}

export const walks: readonly Situation[] = [
  {
    id: 'page',
    row: 'A page of a listing fails',
    how: 'The second of two pages is refused once, with 400. Is that thrown, and does the walk go on when it is asked for more?',
    async try(subject) {
      const { dialect } = subject
      const refusal = { status: 400, headers: { 'content-type': dialect.contentType }, body: dialect.refusal('No') }
      await using home = await serveCollection(dialect, ['4', '3', '2', '1'], 2, (request) =>
        request === 2 ? refusal : undefined,
      )
      const ending = await watch(() => walk(subject.open({ origin: home.origin, key }).ids()), 10_000)
      if (ending.how !== 'value') return plain('**no end**')
      const { got, thrown } = ending.value as Awaited<ReturnType<typeof walk>>
      if (!thrown.length) return plain('**not thrown**', `**not thrown**: ${got.length} of 4`)
      const first = `thrown: ${nameOf(thrown[0])}; `
      if (got.join() === '4,3,2,1') return plain('goes on', `${first}asked again, it goes on`)
      const end = thrown.length > 1 ? 'the same again and again' : 'the walk is over'
      return plain('**over**', `${first}**${end}**, with ${got.length} of 4`)
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
    row: 'An entry vanishes while paging',
    how: 'The same, but the newest entry is gone after the first page. Which of the other five are missing?',
    try: (subject) => whileItChanges(subject, (stored) => stored.shift(), ['5', '4', '3', '2', '1']),
  },
]

/** A table of the page. */
export interface Chapter {
  readonly title: string
  readonly situations: readonly Situation[]
}

/** Everything that is tried, table by table. */
export const chapters: readonly Chapter[] = [
  { title: 'Where the key goes', situations: [redirects, ...links, ...shown] },
  { title: 'Answers that are not what they should be', situations: answers },
  { title: 'Listings', situations: walks },
  { title: 'Trying again', situations: creates },
  { title: 'Time', situations: [...waits, limits] },
]
