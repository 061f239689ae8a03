import { MockServiceError } from '../errors.ts'
import type { Context } from '../rules/context.ts'
import type { TagRecord } from '../store/model.ts'
import type { MockTag, NewTag } from '../types/index.ts'
import { filledText, validate } from '../validate.ts'
import { keyOf, validateArgument } from './references.ts'

export function addTag(context: Context, tag: NewTag): TagRecord {
  validateArgument(tag, 'tag', ['name', 'key'])
  const name = validate(filledText, tag.name, 'tag.name', 'argument')
  const { owner } = keyOf(context, tag.key, 'tag.key')
  if (context.store.tags.named(owner, name))
    throw new MockServiceError('argument', 'tag.name', 'already belongs to another tag')
  const created = context.clock.now()
  return context.store.addTag((id, serial) => ({ id, serial, owner, name, created }))
}

export const shownTag = ({ id, name }: TagRecord): MockTag => ({ id, name })
