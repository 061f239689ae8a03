import type { Script, Step } from './script.ts'

/** Where checks run. */
export interface World {
  /** Whether it is a page of a browser, which hides where redirects lead. */
  readonly page: boolean
  /** Has the service's server play a script. */
  script(...steps: readonly Step[]): Promise<Script>
  /** Has a server of another origin play a script. */
  elsewhere(...steps: readonly Step[]): Promise<Script>
}

/** A part of a check; where the runtime takes requests, each part is one of them. */
export type Part = (world: World) => Promise<void>

/** Something that must hold on every runtime. */
export interface Check {
  readonly title: string
  readonly parts: readonly Part[]
}

/** A check of one part or of several. */
export const check = (title: string, ...parts: readonly Part[]): Check => ({ title, parts })

/** What became of a part. */
export interface Verdict {
  readonly title: string
  readonly failure?: string
}
