import { both, type FieldTable, momentFields } from './row.ts'

/** The fields of a tag, as OSDI describes tags: the two documents have none. */
export const tagFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  ...momentFields,
  name: { ...both('name'), type: 'text', always: true, example: 'volunteer' },
} as const satisfies FieldTable

/** The fields of a tagging: a tag that a person has. */
export const taggingFields = {
  identifiers: { ...both('identifiers'), type: 'identifiers', always: true },
  ...momentFields,
  item_type: { ...both('item_type'), type: 'text', constant: 'osdi:person', always: true },
} as const satisfies FieldTable
