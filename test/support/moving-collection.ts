import { address, eventOf } from './client-answers.ts'
import { counting } from './counting.ts'

/** What happens at a request. */
export interface Move {
  /** How many events are created before the response. */
  readonly created: number
  /** How many events a page has from then on. */
  readonly perPage?: number | undefined
  /** How many turns of the event loop the response takes. */
  readonly turns: number
}

/** The position of a new event in the list. */
export const orders = {
  'oldest first': (ids: readonly string[]) => ids.length,
  'newest first': () => 0,
  'the middle': (ids: readonly string[]) => ids.length >> 1,
} satisfies Readonly<Record<string, (ids: readonly string[]) => number>>

export interface MovingOptions {
  readonly size: number
  readonly perPage: number
  readonly order: keyof typeof orders
  readonly moves: readonly Move[]
  readonly totals?: boolean
}

const quiet: Move = { created: 0, turns: 0 }

async function turns(count: number, signal: AbortSignal): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve))
    signal.throwIfAborted()
  }
}

/** A collection of version 2 that changes while a client reads it. */
export function movingCollection({ size, order, moves, totals = true, ...options }: MovingOptions) {
  const ids = Array.from({ length: size }, (_, index) => `e${index}`)
  let asked = 0
  let created = 0
  let { perPage } = options

  const pageAt = (page: number) => {
    const shown = ids.slice((page - 1) * perPage, page * perPage)
    const pages = Math.ceil(ids.length / perPage)
    return {
      page,
      per_page: perPage,
      ...(totals && { total_pages: pages, total_records: ids.length }),
      _links: {
        self: { href: address('v2', `events?page=${page}`) },
        ...(page < pages && { next: { href: address('v2', `events?page=${page + 1}`) } }),
        'osdi:events': shown.map((id) => ({ href: address('v2', `events/${id}`) })),
      },
      _embedded: { 'osdi:events': shown.map((id) => eventOf('v2', id)) },
    }
  }

  const answer = async ({ url, signal }: Request): Promise<Response> => {
    const page = Number(new URL(url).searchParams.get('page') ?? 1)
    const move = moves[asked] ?? quiet
    asked += 1
    // Waits for half of the turns first, so that the page shows events that were created meanwhile.
    await turns(move.turns >> 1, signal)
    for (let made = 0; made < move.created; made += 1) {
      ids.splice(orders[order](ids), 0, `new${created}`)
      created += 1
    }
    perPage = move.perPage ?? perPage
    const response = new Response(JSON.stringify(pageAt(page)), {
      headers: { 'content-type': 'application/hal+json' },
    })
    await turns(move.turns - (move.turns >> 1), signal)
    return response
  }

  const { fetch, open } = counting((input, init) => answer(new Request(input, init)))
  /** `first`: ids of the events that exist at the start. */
  return { fetch, first: [...ids] as readonly string[], open }
}
