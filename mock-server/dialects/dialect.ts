import type { Assumptions } from '../assumptions.ts'
import { eventFields, type FactName, factNames, type InputName, isInput, nameIn, rowOf } from '../fields.ts'
import type { Role } from '../store/model.ts'
import type { Version } from '../types/index.ts'

/** One field of an event in one version: a row of the document's table (v1 §2.1, v2 §2.1). */
export type Field = {
  /** The name of the field in JSON. */
  readonly wire: string
  /** Names of the value's members that differ from the fact's. Only a sponsor has such members. */
  readonly members?: Readonly<Record<string, string>>
} & (
  | { readonly fact: InputName; readonly editable: true; readonly required?: true }
  | { readonly fact: FactName; readonly editable?: never; readonly required?: never }
)

/** Where the rules of the two versions differ. */
export interface Policy {
  /** What a POST does if an event of the same owner has its identifier. */
  readonly known: 'update' | 'unchanged' | 409
  /** Whether a PUT adds its identifiers to the existing ones or replaces them. */
  readonly putIdentifiers: 'add' | 'replace'
  /** Roles in the group that allow a person to be the creator, for a group's key. */
  readonly creatorRoles: readonly Role[]
  /** Whether a location has the country of the geocoder, or keeps the caller's. */
  readonly country: 'geocoded' | 'kept'
  readonly postalCode: 'optional' | 400
}

/** All differences between the versions, as data. Both versions show the same stored records. */
export interface Dialect {
  readonly version: Version
  readonly namespace: string
  /** Header that carries the key (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  /** Fields of an event, in the order of the document's table. */
  readonly fields: readonly Field[]
  /** Names of fields that other resources have too. */
  readonly names: Readonly<Record<'title' | 'origin_system' | 'created' | 'modified', string>>
  /** The path segment of a collection of attendances, and its relation without the prefix. */
  readonly attendances: 'attendance' | 'attendances'
  /** Whether an event links to the record-attendance helper (v2 §2.5). */
  readonly attendanceHelper: boolean
  /** Whether events embed their creator and organizer (v1 §2.3). */
  readonly embedsPeople: boolean
  /** Whether the document mentions a path ending in `/petitions` (v1 §4.6). */
  readonly petitions: boolean
  readonly policy: Policy
}

/** The fields of an event that a version has. */
export const fieldsOf = (version: Version, namespace: string): readonly Field[] =>
  factNames.flatMap((fact): readonly Field[] => {
    const { required, members = {}, ...names } = rowOf(fact)
    const wire = nameIn(names, version, namespace)
    if (wire === undefined) return []
    const renamed = Object.entries(members).flatMap(([name, { [version]: own = name }]) => {
      return own === name ? [] : [[name, own] as const]
    })
    const field = { wire, ...(renamed.length > 0 && { members: Object.fromEntries(renamed) }) }
    return [isInput(fact) ? { ...field, fact, editable: true, ...(required && { required }) } : { ...field, fact }]
  })

/** A version's names for fields that other resources have too. */
export const namesOf = (version: Version): Dialect['names'] => ({
  title: eventFields.title[version],
  origin_system: eventFields.origin_system[version],
  created: eventFields.created[version],
  modified: eventFields.modified[version],
})

/** Makes a version's dialect for a namespace and the assumptions. */
export type DialectMaker = (namespace: string, assumptions: Assumptions) => Dialect
