import type { Situation } from '../situation.ts'
import { answers } from './answers.ts'
import { creates } from './creates.ts'
import { limits } from './limits.ts'
import { links } from './links.ts'
import { redirects } from './redirects.ts'
import { shown } from './shown.ts'
import { waits } from './waits.ts'
import { walks } from './walks.ts'

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
