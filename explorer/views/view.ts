import type { ComponentType } from 'preact'
import type { Route } from '../routing/route.ts'

/** One view of the explorer, and what it leads to. */
export interface View {
  /** First segment of its addresses. */
  readonly name: string
  readonly title: string
  /** Outline of its icon in the navigation, in a box of 16 by 16; a view without one is reached by links of others. */
  readonly icon?: string
  /** Drawn beside its title in the navigation: what should be seen from everywhere. */
  readonly Badge?: ComponentType
  /** Draws everything below its name. Headings begin at `h1`, and there is one of those. */
  readonly Page: ComponentType<{ readonly route: Route }>
}
