import type { Assumptions } from '../assumptions.ts'
import { eventFields } from '../fields/events.ts'
import { type FieldRow, type FieldTable, isAssumed, nameIn, rowWith } from '../fields/row.ts'
import { type FieldNameOf, fieldTables, type TableName } from '../fields/tables.ts'
import type { Role } from '../store/model.ts'
import type { Version } from '../types/index.ts'

/** A field of a resource in one version. */
export interface Field<Name extends string = string> {
  readonly fieldName: Name
  readonly row: FieldRow
  /** The name of the field in requests and responses. */
  readonly wire: string
  /** For a value that is an object: the names of members that differ in this version. Only the sponsor has such members. */
  readonly members?: Readonly<Record<string, string>>
  /** Whether requests can set the field. */
  readonly editable: boolean
}

/** The fields that every kind of resource has in a version, in the order of responses. */
export type Fields = { readonly [Name in TableName]: readonly Field<FieldNameOf<Name>>[] }

/** The rules in which the two versions differ. */
export interface Policy {
  /** Effect of a POST with an identifier that an event of the same owner already has. */
  readonly known: 'update' | 'unchanged' | 409
  /** Whether the identifiers of a PUT are added to the existing identifiers, or replace them. */
  readonly putIdentifiers: 'add' | 'replace'
  /** For the key of a group: the roles that a person needs in this group to be the creator of an event. */
  readonly creatorRoles: readonly Role[]
  /** Whether a location has the country that the geocoder finds, or the country that the caller sent. */
  readonly country: 'geocoded' | 'kept'
  readonly postalCode: 'optional' | 400
}

/** All differences between the two versions. Both versions show the same stored records. */
export interface Dialect {
  readonly version: Version
  readonly namespace: string
  /** Header that carries the key (v1 §5.1, v2 §5.1). */
  readonly keyHeader: string
  readonly fields: Fields
  /** Names of some fields that several kinds of resources have. */
  readonly names: Readonly<Record<'title' | 'origin_system' | 'created' | 'modified', string>>
  /** The path segment of a collection of attendances. This is also the collection's relation, without `osdi:`. */
  readonly attendances: 'attendance' | 'attendances'
  /** Relations of an event's links to the record-attendance helper (v2 §2.5, assumption `attendanceHelper`). */
  readonly attendanceHelpers: readonly string[]
  /** Which events embed their creator and organizer (v1 §2.3, assumption `campaignEventPeople`). */
  readonly embedsPeople: 'always' | 'in campaigns' | 'never'
  /** Whether people have the fields of recorded responses (assumption `personFields`). */
  readonly recordsPeople: boolean
  /** Whether the spec of the version mentions a path that ends in `/petitions` (v1 §4.6). */
  readonly petitions: boolean
  /** First segments of paths at which the version has only GET. */
  readonly readOnly: readonly string[]
  readonly policy: Policy
}

/** The fields of a version, with a namespace and assumptions. */
export function fieldsOf(version: Version, namespace: string, assumptions: Readonly<Assumptions>): Fields {
  const settings = JSON.stringify([namespace, assumptions])
  const known = latest.get(version)
  if (known?.settings === settings) return known.fields
  const tables = Object.entries(fieldTables)
  const fields = Object.fromEntries(
    tables.map(([name, table]) => [name, fieldsIn(table, version, namespace, assumptions)]),
  ) as Fields
  latest.set(version, { settings, fields })
  return fields
}

/** The latest fields of each version. To make them is half of the work of a new service, and most services have the same settings. */
const latest = new Map<Version, { readonly settings: string; readonly fields: Fields }>()

/** The fields of one table in a version, with a namespace and assumptions. */
export const fieldsIn = (
  table: FieldTable,
  version: Version,
  namespace: string,
  settings: Readonly<Assumptions>,
): readonly Field[] => {
  // The spec of version 1 has a table of people (v1 §2.3).
  const assumptions = version === 'v1' ? ({ ...settings, personFields: 'as documented' } as const) : settings
  return Object.entries(table).flatMap(([fieldName, row]): readonly Field[] => {
    const wire = isAssumed(row, assumptions) ? nameIn(row, version, namespace) : undefined
    if (wire === undefined) return []
    const renamed = Object.entries(row.members ?? {}).flatMap(([name, { [version]: own = name }]) => {
      return own === name ? [] : [[name, own] as const]
    })
    const members = renamed.length > 0 && { members: Object.fromEntries(renamed) }
    return [{ fieldName, row: rowWith(row, assumptions), wire, ...members, editable: row.setBy === 'request' }]
  })
}

/** The names in a version of some fields that several kinds of resources have. */
export const namesOf = (version: Version): Dialect['names'] => ({
  title: eventFields.title[version],
  origin_system: eventFields.origin_system[version],
  created: eventFields.created[version],
  modified: eventFields.modified[version],
})

/** Makes the dialect of a version, with a namespace and assumptions. */
export type DialectMaker = (namespace: string, assumptions: Assumptions) => Dialect
