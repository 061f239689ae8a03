import type { ComponentType } from 'preact'
import type { Route } from '../routing/route.ts'

/** One view of the explorer: an entry of the navigation, and what it leads to. */
export interface View {
  /** First segment of its addresses. */
  readonly name: string
  readonly title: string
  /** Outline of its icon, in a box of 16 by 16. */
  readonly icon: string
  /** Draws everything below its name. Headings begin at `h1`, and there is one of those. */
  readonly Page: ComponentType<{ readonly route: Route }>
}
