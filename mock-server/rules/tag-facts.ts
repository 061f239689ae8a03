import type { TaggingRecord, TagRecord } from '../store/model.ts'
import { nativeIdentifier } from './context.ts'
import type { Facts } from './facts.ts'

/** Everything that is true of a tag. */
export const tagFacts: Facts<'tags', TagRecord> = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ created }) => created,
  name: ({ name }) => name,
}

/** Everything that is true of a tagging. */
export const taggingFacts: Facts<'taggings', TaggingRecord> = {
  identifiers: ({ id }, context) => [nativeIdentifier(context, id)],
  created: ({ created }) => created,
  modified: ({ created }) => created,
  item_type: () => 'osdi:person',
}
