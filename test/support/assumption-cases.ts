import type { Assumptions, MockServiceOptions, Version } from 'osdi-events/mock'
import type { world } from './api.ts'

/** A world whose service has the setting under test; other options may be added. */
export type Open = (options?: MockServiceOptions) => ReturnType<typeof world>

/** One setting of an assumption, and what shows it. */
export interface Case<Setting> {
  readonly setting: Setting
  /** What the service does under this setting. */
  readonly says: string
  /** The one version that it concerns, and why; both where it is missing. */
  readonly only?: { readonly version: Version; readonly because: string }
  prove(open: Open, version: Version): Promise<void> | void
}

/** The cases of some assumptions, their default first. */
export type Cases<Name extends keyof Assumptions> = { readonly [Entry in Name]: readonly Case<Assumptions[Entry]>[] }
