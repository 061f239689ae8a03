import type { OwnerId, PersonRecord, TagRecord } from '../store/model.ts'
import type { Context } from './context.ts'

/** The names of tags in an RSVP, each with its path in the body. */
export interface TagNames {
  readonly add: readonly SentName[]
  readonly remove: readonly SentName[]
}

interface SentName {
  readonly field: string
  readonly name: string
}

/** Gives tags of an owner to a person, and takes other tags away. Reports unknown names as ignored. */
export function changeTags(context: Context, owner: OwnerId, person: PersonRecord, { add, remove }: TagNames): void {
  const { store, clock } = context
  for (const tag of tagsNamed(context, owner, add))
    if (!store.tags.taggingOf(tag, person)) store.addTagging(tag, person, clock.now())
  for (const tag of tagsNamed(context, owner, remove)) {
    const tagging = store.tags.taggingOf(tag, person)
    if (tagging) store.removeTagging(tag, person, tagging)
  }
}

const tagsNamed = ({ store, ignore }: Context, owner: OwnerId, names: readonly SentName[]): readonly TagRecord[] =>
  names.flatMap(({ field, name }) => {
    const tag = store.tags.named(owner, name)
    if (!tag) ignore(field, 'is not the name of a tag')
    return tag ?? []
  })
