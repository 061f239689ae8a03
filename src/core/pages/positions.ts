import { idOf } from '../addresses/identifier.ts'
import { type Collection, eventsOf } from '../resources/page.ts'
import { allRejected, rememberRejected } from '../resources/rejected.ts'

/** One of the events that a page was sent with. */
export interface Position {
  /** Tells the event from others. */
  readonly id: string
  /** Whether the page left it out, as it does not fit. */
  readonly rejected: boolean
  /** Whether the same event stands before it on the page. */
  readonly twice: boolean
}

/** Whether it can be known again: what does not fit may be anything, and the same thing twice. */
export const isTellable = ({ id, rejected, twice }: Position): boolean => !rejected && !twice && id !== ''

/** Where an event stands among others, or -1. */
export const placeIn = (positions: readonly Position[], id: string | undefined): number =>
  positions.findIndex((position) => position.id === id && isTellable(position))

/** Longer is no text that tells one event from another. */
const longest = 300

/** What tells an event from others, whatever was sent in its place; empty where nothing does. */
function identityOf(event: unknown): string {
  try {
    return idOf(event as object)
  } catch {
    return startOfJson(event)
  }
}

function startOfJson(value: unknown): string {
  try {
    return JSON.stringify(value).slice(0, longest)
  } catch {
    // Nested without end.
    return ''
  }
}

/** All that a page was sent with, in its order. */
export function positionsOf(page: Collection<unknown>): Position[] {
  const known = new Set<string>()
  const positions = eventsOf(page).map((event) => {
    const id = identityOf(event)
    const twice = id !== '' && known.has(id)
    known.add(id)
    return { id, rejected: false, twice }
  })
  // In the order of their places, so each finds those before it in theirs.
  for (const { index, value } of allRejected(page)) {
    positions.splice(index, 0, { id: identityOf(value), rejected: true, twice: false })
  }
  return positions
}

/** Takes everything out of a page but the events, and the rejected ones, at these of its positions. */
export function keepOnly(page: Collection<unknown>, positions: readonly Position[], kept: ReadonlySet<number>): void {
  const fits = [...positions.keys()].filter((index) => !positions[index]?.rejected)
  const embedded = page._embedded
  if (embedded) embedded['osdi:events'] = eventsOf(page).filter((_, nth) => kept.has(fits[nth] ?? -1))
  const rejected = allRejected(page)
  if (rejected.length > 0) {
    rememberRejected(
      page,
      rejected.filter(({ index }) => kept.has(index)),
    )
  }
}
