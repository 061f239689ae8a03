import type { Collection, ListOptions, PagingReport } from 'osdi-events'
import type { Io } from '../run/io.ts'
import type { AnyClient } from '../run/service.ts'
import { note } from '../terminal/messages.ts'

/** The pages of a list, or of several lists one after another. The report is that of all of them. */
export interface Pages extends AsyncDisposable {
  readonly checkpoint: string | undefined
  readonly report: Pick<PagingReport, 'pages' | 'events' | 'rejected' | 'complete' | 'certain'> &
    Partial<Pick<PagingReport, 'totalAtStart' | 'totalAtEnd'>>
  next(): Promise<IteratorResult<Collection<object>, unknown>>
}

/** The pages of the key's own list, then those of each of its event campaigns. The same event may be in several lists. */
export function pagesWithCampaigns(events: AnyClient, options: ListOptions, io: Io): Pages {
  const lists: ReturnType<ReturnType<AnyClient['list']>['pages']>[] = []
  let hasAllLists = false
  async function* pagesOf(more: ListOptions) {
    await using pages = events.list({ ...options, ...more }).pages()
    lists.push(pages)
    for (let next = await pages.next(); !next.done; next = await pages.next()) yield next.value
  }
  async function* all() {
    yield* pagesOf({})
    const { items, complete } = await campaignsOf(events, io)
    for (const campaign of items) yield* pagesOf({ campaign })
    hasAllLists = complete
  }
  const pages = all()
  const sum = (name: 'pages' | 'events' | 'rejected') => lists.reduce((total, { report }) => total + report[name], 0)
  const every = (name: 'complete' | 'certain') => hasAllLists && lists.every(({ report }) => report[name])
  return {
    next: () => pages.next(),
    checkpoint: undefined,
    get report() {
      const counts = { pages: sum('pages'), events: sum('events'), rejected: sum('rejected') }
      return { ...counts, complete: every('complete'), certain: every('certain') }
    },
    async [Symbol.asyncDispose]() {
      await pages.return(undefined)
    },
  }
}

/** The event campaigns of a key whose own events were read. A service may refuse to list those of an individual, who has none. */
async function campaignsOf(events: AnyClient, io: Io) {
  const { isEventsError } = await import('osdi-events')
  const none = { items: [], complete: true }
  const found = await events
    .campaigns({ signal: io.signal })
    .toArray({ max: Number.POSITIVE_INFINITY })
    .catch((error) => {
      if (isEventsError(error) && error.code === 'http' && error.status === 403) return none
      throw error
    })
  if (found.items.length === 0) {
    note(io, '--campaigns: this key has no event campaigns, as keys of individuals; these are its own events')
  }
  return found
}
