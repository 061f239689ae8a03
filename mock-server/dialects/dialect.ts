import type { Assumptions } from '../assumptions.ts'
import { eventFields } from '../fields/events.ts'
import { type FieldRow, type FieldTable, isAssumed, nameIn, rowWith } from '../fields/row.ts'
import { type FactOf, fieldTables, type TableName } from '../fields/tables.ts'
import type { Role } from '../store/model.ts'
import type { Version } from '../types/index.ts'

/** One field of a resource in one version. */
export interface Field<Fact extends string = string> {
  readonly fact: Fact
  readonly row: FieldRow
  /** Its name on the wire. */
  readonly wire: string
  /** Names of the value's members that differ from the fact's. Only a sponsor has such members. */
  readonly members?: Readonly<Record<string, string>>
  /** Whether requests can set it. */
  readonly editable: boolean
}

/** The fields of every kind of resource that a version has, in the order of responses. */
export type Fields = { readonly [Name in TableName]: readonly Field<FactOf<Name>>[] }

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
  readonly fields: Fields
  /** Names of fields that other resources have too. */
  readonly names: Readonly<Record<'title' | 'origin_system' | 'created' | 'modified', string>>
  /** The path segment of a collection of attendances, and its relation without the prefix. */
  readonly attendances: 'attendance' | 'attendances'
  /** Relations of an event's links to the record-attendance helper (v2 §2.5, assumption `attendanceHelper`). */
  readonly attendanceHelpers: readonly string[]
  /** Whether events embed their creator and organizer (v1 §2.3). */
  readonly embedsPeople: boolean
  /** Whether the document mentions a path ending in `/petitions` (v1 §4.6). */
  readonly petitions: boolean
  /** First segments of the paths that the version only reads. */
  readonly readOnly: readonly string[]
  readonly policy: Policy
}

/** The fields that a version has, with these settings. */
export const fieldsOf = (version: Version, namespace: string, assumptions: Readonly<Assumptions>): Fields =>
  Object.fromEntries(
    Object.entries(fieldTables).map(([name, table]) => [name, fieldsIn(table, version, namespace, assumptions)]),
  ) as Fields

/** The fields of a table that a version has, with these settings. */
export const fieldsIn = (
  table: FieldTable,
  version: Version,
  namespace: string,
  assumptions: Readonly<Assumptions>,
): readonly Field[] =>
  Object.entries(table).flatMap(([fact, row]): readonly Field[] => {
    const wire = isAssumed(row, assumptions) ? nameIn(row, version, namespace) : undefined
    if (wire === undefined) return []
    const renamed = Object.entries(row.members ?? {}).flatMap(([name, { [version]: own = name }]) => {
      return own === name ? [] : [[name, own] as const]
    })
    const members = renamed.length > 0 && { members: Object.fromEntries(renamed) }
    return [{ fact, row: rowWith(row, assumptions), wire, ...members, editable: row.setBy === 'request' }]
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
