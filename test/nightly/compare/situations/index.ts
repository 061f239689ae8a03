import type { Situation } from '../kit.ts'
import { answers, creates, limits, waits } from './calls.ts'
import { links, redirects, shown } from './key.ts'
import { walks } from './listings.ts'

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
