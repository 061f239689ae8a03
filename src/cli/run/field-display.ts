import type { FieldList, ListedField } from '../../core/schema/field-list.ts'
import { attendanceFields as attendanceFieldsV1 } from '../../v1/attendance-rows.ts'
import { campaignFields as campaignFieldsV1 } from '../../v1/campaigns.ts'
import { eventFields as eventFieldsV1 } from '../../v1/event-rows.ts'
import { personFields as personFieldsV1 } from '../../v1/person-rows.ts'
import { attendanceFields as attendanceFieldsV2 } from '../../v2/attendance-rows.ts'
import { campaignFields as campaignFieldsV2 } from '../../v2/campaigns.ts'
import { eventFields as eventFieldsV2 } from '../../v2/event-rows.ts'
import { personFields as personFieldsV2 } from '../../v2/person-rows.ts'
import type { Version } from './service.ts'

// How the command line shows fields, and the flags that set fields. The tables name fields of version 2, which has every field of version 1. The names
// in version 1 come from the client's lists of fields. A plain field needs no entry here: its column is behind those of the table.

/** How the command line shows a field. */
interface FieldDisplay {
  /** Where the column is in a table without `--fields`: behind most other columns (`last`), or nowhere (`none`). @default among the first columns */
  readonly column?: 'last' | 'none'
  /** Members of the field that are columns, instead of the field itself. */
  readonly parts?: readonly string[] | Readonly<Record<Version, readonly string[]>>
  /** Members of the field whose columns are behind most others. */
  readonly lateParts?: readonly string[]
  /** Members of the field that are no columns. */
  readonly members?: readonly string[]
  /** Whether the value is a list of texts. */
  readonly isList?: true
  /** Whether the field is for organizers or guests, and not for everyone. */
  readonly isPrivate?: true
  /** The flag that sets the field to a text, in camel case as commander returns it. */
  readonly flag?: string
  /** Help text of the flag. */
  readonly help?: string
}

type DisplayTable = Readonly<Record<string, FieldDisplay>>

const events = {
  identifiers: { isList: true },
  title: { flag: 'title', help: 'title for the public' },
  name: { isPrivate: true, flag: 'name', help: "title for the organizers' own use" },
  start_date: {
    flag: 'start',
    help: 'start by the clock at its place, such as 2026-05-01T18:00:00',
  },
  end_date: { flag: 'end', help: 'end by the clock at its place' },
  status: {},
  location: {
    parts: [
      ...['venue', 'address_lines', 'locality', 'region', 'postal_code', 'country'],
      ...['location.latitude', 'location.longitude'],
    ],
    // Results of the geocoding.
    lateParts: ['language', 'location.accuracy'],
  },
  total_accepted: {},
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
  reminders: { members: ['method', 'minutes'] },
  tag_list: { isList: true },
  description: { column: 'last', flag: 'description', help: 'may hold HTML' },
  instructions: {
    column: 'last',
    // Often holds the link of a call, or a telephone number.
    isPrivate: true,
    flag: 'instructions',
    help: 'what people see after they RSVP; may hold HTML',
  },
} as const satisfies { readonly [Name in keyof typeof eventFieldsV2]?: FieldDisplay }

const attendances = {
  identifiers: { column: 'none' },
  status: {},
  created_date: {},
  modified_date: {},
  person_id: {},
  event_id: { column: 'none' },
  referrer_data: { column: 'none', parts: ['source', 'referrer', 'website', 'email_referrer', 'mobile_referrer'] },
  person: {
    column: 'none',
    parts: [
      ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses', 'languages_spoken'],
    ],
  },
} as const satisfies { readonly [Name in keyof typeof attendanceFieldsV2]?: FieldDisplay }

const campaigns = {
  identifiers: {},
  title: {},
  name: {},
  total_events: {},
  total_rsvps: {},
  browser_url: {},
  host_url: {},
  featured_image_url: {},
  origin_system: {},
  created_date: {},
  modified_date: {},
  hidden: {},
  sponsor: { parts: { v1: ['summary', 'url'], v2: ['title', 'url'] } },
  tag_list: {},
  description: { column: 'last' },
  host_pitch: { column: 'last' },
  host_instructions: { column: 'last' },
} as const satisfies { readonly [Name in keyof typeof campaignFieldsV2]?: FieldDisplay }

const fieldsOf = {
  events: { v1: eventFieldsV1, v2: eventFieldsV2 },
  attendances: { v1: attendanceFieldsV1, v2: attendanceFieldsV2 },
  campaigns: { v1: campaignFieldsV1, v2: campaignFieldsV2 },
}

const displayOf: Readonly<Record<ResourceKind, DisplayTable>> = { events, attendances, campaigns }

/** The kinds of resources that the command line lists. */
export type ResourceKind = keyof typeof fieldsOf

/** How the command line shows a field of one version. */
export interface FieldRow extends Omit<FieldDisplay, 'parts'> {
  /** Name of the field in this version. */
  readonly name: string
  /** Whether the name has the service's own prefix in JSON. */
  readonly own: boolean
  readonly parts: readonly string[] | undefined
  /** Whether a create needs the field, or accepts it; undefined if it does neither. */
  readonly sent: ListedField['sent']
  readonly filterType: ListedField['filterType']
}

/** The rows of the fields of a version, in the order of their columns. */
export function rowsOf(resources: ResourceKind, version: Version): readonly FieldRow[] {
  const lists: Readonly<Record<Version, FieldList>> = fieldsOf[resources]
  const { _links, ...plain } = lists.v2
  const plainDisplay = Object.fromEntries(Object.keys(plain).map((name) => [name, {}]))
  const displays: DisplayTable = { ...displayOf[resources], ...plainDisplay, ...displayOf[resources] }
  return Object.entries(displays).flatMap(([inVersion2, { parts, ...shown }]) => {
    const { other } = lists.v2[inVersion2] ?? {}
    const name = version === 'v2' || other === undefined ? inVersion2 : other
    const field = name === null ? undefined : lists[version][name]
    if (name === null || !field) return []
    const own = field.own === true
    const { sent, filterType } = field
    return { ...shown, name, own, parts: parts && 'v1' in parts ? parts[version] : parts, sent, filterType }
  })
}

/** Names of the documented fields of a person. */
export const personNamesOf = (version: Version): readonly string[] => [
  ...Object.keys(version === 'v1' ? personFieldsV1 : personFieldsV2),
  '_embedded',
]

/** Values of the flags that set a field to a text. */
export type FieldFlags = {
  readonly [Name in keyof typeof events as (typeof events)[Name] extends { readonly flag: infer Flag extends string }
    ? Flag
    : never]?: string
}
