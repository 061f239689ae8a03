import { collections } from './assumptions/collections.ts'
import { errors } from './assumptions/errors.ts'
import { identifiers } from './assumptions/identifiers.ts'
import { links } from './assumptions/links.ts'
import { fields } from './assumptions/resource-fields.ts'
import { type AssumptionRow, type AssumptionTable, settingOf } from './assumptions/row.ts'
import { rsvps } from './assumptions/rsvps.ts'
import { frozen, isPlainObject } from './text/json.ts'
import type { Assumptions } from './types/assumptions.ts'
import { type Check, oneOf, validate, validateKeys } from './validate.ts'

export type { Assumptions } from './types/assumptions.ts'

/** The table of assumptions by the headings of the guide. */
export const assumptionSections = {
  Errors: errors,
  Collections: collections,
  Identifiers: identifiers,
  Fields: fields,
  'People and RSVPs': rsvps,
  'Links and the entry point': links,
} as const

const table = {
  ...errors,
  ...collections,
  ...identifiers,
  ...fields,
  ...rsvps,
  ...links,
} as const satisfies AssumptionTable

type Rows = typeof table

type ShownBy<Probe> = {
  [Name in keyof Rows]: Rows[Name] extends { readonly probe: Probe } ? Name : never
}[keyof Rows]

/** The assumptions that a GET can show. */
export type ShownAssumption = ShownBy<'GET'>

/** The assumptions that only a write can show. */
export type WrittenAssumption = ShownBy<'write'>

export const assumptionRow = (name: keyof Assumptions): AssumptionRow => table[name]

export const assumptionNames = Object.keys(table) as (keyof Assumptions)[]

/**
 * The default settings of all assumptions.
 *
 * @example
 * ```ts
 * import { createMockService, defaultAssumptions } from 'osdi-events/mock'
 *
 * console.log(defaultAssumptions.notFound) // 404
 * createMockService({ assumptions: { notFound: 403 } })
 * ```
 */
export const defaultAssumptions: Readonly<Assumptions> = checkAssumptions({})

/** Checks a setting. Returns a frozen copy. */
export function checkSetting<Name extends keyof Assumptions>(
  name: Name,
  value: unknown,
  field: string,
): Assumptions[Name] {
  const { settings, others } = assumptionRow(name)
  const check = (others?.check ?? oneOf(...settings.map(settingOf))) as Check<Assumptions[Name]>
  const setting = validate(check, value, field, 'option')
  if (isPlainObject(setting)) validateKeys(setting, field, ['perSecond', 'retryAfter'], 'option')
  return frozen(structuredClone(setting))
}

/** Checks assumptions and fills in the defaults. */
export function checkAssumptions(assumptions: unknown): Readonly<Assumptions> {
  const given = validateKeys(assumptions, 'assumptions', assumptionNames, 'option')
  const all = assumptionNames.map((name) => {
    const value = given[name]
    const setting =
      value === undefined
        ? settingOf(assumptionRow(name).settings[0])
        : checkSetting(name, value, `assumptions.${name}`)
    return [name, setting]
  })
  return Object.freeze(Object.fromEntries(all) as Assumptions)
}

/** The settings of the preset for the Action Network that differ from the defaults. */
export const presetAssumptions: Readonly<Partial<Assumptions>> = Object.freeze(
  Object.fromEntries(
    assumptionNames.flatMap((name) => {
      const { preset } = assumptionRow(name)
      return preset === undefined ? [] : [[name, preset]]
    }),
  ),
)
