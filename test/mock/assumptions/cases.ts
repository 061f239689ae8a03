import type { Assumptions, MockServiceOptions, Version } from 'osdi-events/mock'
import type { worldOf } from '../../support/api.ts'

/** A world whose service has the setting under test, with calls in the version under test; other options may be added. */
export type Open = (options?: MockServiceOptions) => ReturnType<typeof worldOf>

type Prove = (open: Open, version: Version) => Promise<void> | void

/** The one version that a case concerns, and why. */
export interface Only {
  readonly version: Version
  readonly because: string
}

/** One setting of an assumption, a sentence on its effect, and a function that proves it; for both versions unless `only` names one. */
export interface Case<Setting> {
  readonly setting: Setting
  readonly says: string
  readonly only?: Only
  readonly prove: Prove
}

/** The cases of some assumptions, their default first. */
export type Cases<Name extends keyof Assumptions> = { readonly [Entry in Name]: readonly Case<Assumptions[Entry]>[] }

export const when = <const Setting>(setting: Setting, says: string, prove: Prove): Case<Setting> => ({
  ...{ setting, says, prove },
})

export const whenOnly = <const Setting>(only: Only, setting: Setting, says: string, prove: Prove): Case<Setting> => ({
  ...{ setting, says, only, prove },
})

/** A case for each of several settings; `%s` in what it says is the setting. */
export const each = <const Setting>(
  settings: readonly Setting[],
  says: string,
  prove: (setting: Setting, ...given: Parameters<Prove>) => Promise<void> | void,
): readonly Case<Setting>[] =>
  settings.map((setting) => {
    return when(setting, says.replace('%s', String(setting)), (...given) => prove(setting, ...given))
  })

export const eachOnly = <const Setting>(
  only: Only,
  ...given: Parameters<typeof each<Setting>>
): readonly Case<Setting>[] => each(...given).map((one) => ({ ...one, only }))
