import { both, type FieldTable, momentFields } from './row.ts'

/** The fields of a tag, from the OSDI specification of tags, because the spec of the events API does not describe tags. */
export const tagFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  ...momentFields,
  name: { ...both('name'), type: 'text', always: true, example: 'volunteer' },
} as const satisfies FieldTable

/** The fields of a tagging, which connects a person and a tag. */
export const taggingFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  ...momentFields,
  item_type: { ...both('item_type'), type: 'text', constant: 'osdi:person', always: true },
} as const satisfies FieldTable
