import type { FieldTable } from '../core/version/fields.ts'
import { attendanceFields as attendanceFieldsV1, eventFields as eventFieldsV1 } from '../v1/fields.ts'
import { attendanceFields as attendanceFieldsV2, eventFields as eventFieldsV2 } from '../v2/fields.ts'
import type { Version } from './service.ts'

// What the command line shows of each field, and the flag that sets it. Rows have the names of version 2, which has a place for every field of version 1;
// the tables of the versions say what version 1 calls them.

/** A row. */
interface Shown {
  /** Where its column stands: among the first, after most others, or not in a table that nobody chose columns for. @default 'first' */
  readonly column?: 'last' | 'none'
  /** Its place in the short table of `list`, if it stands there. */
  readonly short?: number
  /** Members that stand there in place of the field. */
  readonly shortParts?: readonly string[]
  /** Members that have columns of their own, in place of the field. */
  readonly parts?: readonly string[] | Readonly<Record<Version, readonly string[]>>
  /** Members whose columns stand behind those of other fields. */
  readonly lateParts?: readonly string[]
  /** The flag that sets it to a text, by the name commander gives its value, and what the help says of it. */
  readonly flag?: string
  readonly help?: string
}

type Table = Readonly<Record<string, Shown>>

const events = {
  identifiers: {},
  title: { short: 1, flag: 'title', help: 'title for the public' },
  name: { flag: 'name', help: "title for the organizers' own use" },
  start_date: {
    short: 2,
    flag: 'start',
    help: 'start by the clock at its place, such as 2026-05-01T18:00:00',
  },
  end_date: { flag: 'end', help: 'end by the clock at its place' },
  status: { short: 4 },
  location: {
    parts: [
      ...['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'],
      ...['location.latitude', 'location.longitude'],
    ],
    // Where a place was looked up in, and how well it was found.
    lateParts: ['language', 'location.accuracy'],
    short: 3,
    shortParts: ['locality'],
  },
  total_accepted: { short: 5 },
  capacity: {},
  browser_url: { flag: 'url', help: "address of the event's page elsewhere" },
  featured_image_url: {},
  origin_system: { flag: 'originSystem', help: 'where the event comes from, for people to read' },
  created_date: {},
  modified_date: {},
  event_campaign_id: {},
  hidden: {},
  sponsor: { parts: { v1: ['summary', 'url'], v2: ['title', 'browser_url'] } },
  visibility: {},
  transparence: {},
  guests_can_invite_others: {},
  reminders: {},
  description: { column: 'last', flag: 'description', help: 'may hold HTML' },
  instructions: { column: 'last', flag: 'instructions', help: 'what people see after they RSVP; may hold HTML' },
} as const satisfies { readonly [Name in keyof typeof eventFieldsV2]: Shown }

const attendances = {
  identifiers: { column: 'none' },
  status: {},
  created_date: {},
  modified_date: {},
  person_id: {},
  event_id: { column: 'none' },
  person: {
    column: 'none',
    parts: [
      ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses', 'languages_spoken'],
    ],
  },
} as const satisfies { readonly [Name in Exclude<keyof typeof attendanceFieldsV2, '_links'>]: Shown }

const fieldsOf = {
  events: { v1: eventFieldsV1, v2: eventFieldsV2 },
  attendances: { v1: attendanceFieldsV1, v2: attendanceFieldsV2 },
}

const shownOf: Readonly<Record<Listed, Table>> = { events, attendances }

/** What has fields. */
export type Listed = keyof typeof fieldsOf

/** A row under the name that a version gives its field; `own` names carry the service's own prefix. */
export interface Row extends Omit<Shown, 'parts'> {
  readonly name: string
  readonly own: boolean
  readonly parts: readonly string[] | undefined
  /** Whether a create needs it, or takes it. */
  readonly sent: 'required' | 'optional' | undefined
}

/** The rows of the fields that a version has, in the order of their columns. */
export function rowsOf(listed: Listed, version: Version): readonly Row[] {
  const tables: Readonly<Record<Version, FieldTable>> = fieldsOf[listed]
  return Object.entries(shownOf[listed]).flatMap(([inVersion2, { parts, ...shown }]) => {
    const { other } = tables.v2[inVersion2] ?? {}
    const name = version === 'v2' || other === undefined ? inVersion2 : other
    const field = name === null ? undefined : tables[version][name]
    if (name === null || !field) return []
    const own = field.own === true
    return { ...shown, name, own, parts: parts && 'v1' in parts ? parts[version] : parts, sent: field.sent }
  })
}

/** Values of the flags that set a field to a text. */
export type FieldFlags = {
  readonly [Name in keyof typeof events as (typeof events)[Name] extends { readonly flag: infer Flag extends string }
    ? Flag
    : never]?: string
}
