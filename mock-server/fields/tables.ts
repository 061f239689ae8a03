import { attendanceFields } from './attendances.ts'
import { campaignFields } from './campaigns.ts'
import { embedFields } from './embeds.ts'
import { entryPointFields } from './entry-point.ts'
import { eventFields } from './events.ts'
import { personContactFields, personFields } from './people.ts'
import type { FieldTable } from './row.ts'
import { tagFields, taggingFields } from './tags.ts'

/** The table of fields of each kind of resource. */
export const fieldTables = {
  events: eventFields,
  attendances: attendanceFields,
  people: personFields,
  personContacts: personContactFields,
  campaigns: campaignFields,
  embeds: embedFields,
  tags: tagFields,
  taggings: taggingFields,
  entryPoint: entryPointFields,
} as const satisfies Readonly<Record<string, FieldTable>>

export type TableName = keyof typeof fieldTables

/** The name of a field in a table, the same for both versions. */
export type FieldNameOf<Name extends TableName> = keyof (typeof fieldTables)[Name] & string
