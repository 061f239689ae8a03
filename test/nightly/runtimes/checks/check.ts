import type { Script, Step } from './script.ts'

/** Where checks run. */
export interface World {
  /** Whether it is a page of a browser, which hides where redirects lead. */
  readonly page: boolean
  /** A mock service of 60 events behind a socket, ten on a page, and the key of its group. */
  readonly mock: { readonly url: string; readonly key: string }
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
  /** What a runtime does instead, in a word or two, by its name: for the page with the results. */
  readonly instead?: Readonly<Record<string, string>>
}

/** A check of one part or of several. */
export const check = (title: string, ...parts: readonly Part[]): Check => ({ title, parts })

/** A check that says what some runtimes do instead of what its title says. */
export const checkBut = (
  instead: Readonly<Record<string, string>>,
  title: string,
  ...parts: readonly Part[]
): Check => ({
  title,
  parts,
  instead,
})

/** What became of a part. */
export interface Verdict {
  readonly title: string
  readonly failure?: string
}
