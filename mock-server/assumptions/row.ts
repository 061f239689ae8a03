import type { Assumptions } from '../types/assumptions.ts'
import type { Version } from '../types/common.ts'
import type { Check } from '../validate.ts'

/** A setting alone, or a setting and what it means in words. */
export type SettingRow<Setting = unknown> = Setting | readonly [setting: Setting, meaning: string]

/**
 * How a check of a real service can find the setting. `GET` and `write`: `check/` has a probe with the name of the assumption. `neither`:
 * why a check cannot tell, and how to find out.
 */
export type ProbeRow = 'GET' | 'write' | { readonly neither: string }

/** All that is known of an assumption. The guide on assumptions and the docstrings of the type {@link Assumptions} are written from it. */
export interface AssumptionRow<Setting = unknown> {
  /** What the spec leaves open, in words that a report of a check also uses. */
  readonly about: string
  /** More about what is open. */
  readonly detail?: string
  /** The settings. The first is the default. */
  readonly settings: readonly [SettingRow<Setting>, ...SettingRow<Setting>[]]
  /** For an assumption that has further settings: the check of all settings, the further ones in words, and their TypeScript types. */
  readonly others?: { readonly check: Check<Setting>; readonly says: string; readonly types: readonly string[] }
  /** The setting of the preset for the Action Network, if it is not the default. */
  readonly preset?: Setting
  /** The reason for the default, and the evidence for the preset. */
  readonly why: string
  /** The only version that the assumption is about. */
  readonly only?: Version
  readonly probe: ProbeRow
}

export type AssumptionTable = { readonly [Name in keyof Assumptions]: AssumptionRow<Assumptions[Name]> }

/** The setting of a row without its meaning. */
export const settingOf = <Setting>(row: SettingRow<Setting>): Setting =>
  Array.isArray(row) ? row[0] : (row as Setting)
