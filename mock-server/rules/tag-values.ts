import type { TaggingRecord, TagRecord } from '../store/model.ts'
import { nativeIdentifier } from './context.ts'
import type { FieldValues } from './field-values.ts'

/** How responses show each field of a tag. */
export const tagValues: FieldValues<'tags', TagRecord> = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ created }) => created,
  name: ({ name }) => name,
}

/** How responses show each field of a tagging, which connects a tag and a person. */
export const taggingValues: FieldValues<'taggings', TaggingRecord> = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ created }) => created,
  item_type: () => 'osdi:person',
}
