import type { Context } from '../rules/context.ts'
import type { TagNames } from '../rules/tags.ts'
import type { JsonObject } from '../text/json.ts'
import { checkLength, isText, type Report } from './read.ts'

/** Members of an RSVP that name tags. */
export const tagMembers = ['add_tags', 'remove_tags'] as const

/** Reads the names of the tags that an RSVP gives to its person and takes away. */
export function readTags(context: Context, body: JsonObject, report: Report): TagNames {
  const namesIn = (member: (typeof tagMembers)[number]) => {
    const sent = body[member] ?? []
    if (!Array.isArray(sent)) report(member, 'must be a list of names')
    const entries: readonly unknown[] = Array.isArray(sent) ? sent : []
    checkLength(context, member, entries)
    return entries.flatMap((name, at) => {
      const field = `${member}[${at}]`
      if (!isText(name)) report(field, 'must be text')
      return isText(name) ? [{ field, name }] : []
    })
  }
  return { add: namesIn('add_tags'), remove: namesIn('remove_tags') }
}
