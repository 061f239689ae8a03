import { isMembers, type Members } from '../components/members.ts'

/** A value in two states. Undefined where it is not there. */
export interface Difference {
  /** Path of the field. */
  readonly path: string
  readonly from: unknown
  readonly to: unknown
}

/** What a write changed of a record, without links, and without the time of the change itself. */
export const whatChanged = (before: Members, after: Members): readonly Difference[] =>
  compare({ ...before, ...after }, before, after, '').filter(
    ({ path, from, to }) => !/^(?:_links|_embedded|modified_(?:at|date))/.test(path) && !isSame(from, to),
  )

/** The values of a body, sent and stored. */
export const sentAndStored = (sent: Members, stored: Members): readonly Difference[] => compare(sent, sent, stored, '')

/** Compares the members of objects one by one, and all other values as a whole. */
function compare(names: Members, one: Members, other: Members, path: string): readonly Difference[] {
  return Object.keys(names).flatMap((name) => {
    const [from, to] = [memberOf(one, name), memberOf(other, name)]
    if (isMembers(from) && isMembers(to))
      return compare(names === one ? from : { ...from, ...to }, from, to, `${path}${name}.`)
    return [{ path: path + name, from, to }]
  })
}

const memberOf = (members: Members, name: string): unknown => (Object.hasOwn(members, name) ? members[name] : undefined)

/** Whether two values mean the same. `null` is like a value that is not there. */
export function isSame(one: unknown, other: unknown): boolean {
  if (one === null || one === undefined) return other === undefined || other === null
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each, index) => isSame(each, other[index]))
  if (isMembers(one) && isMembers(other))
    return Object.keys({ ...one, ...other }).every((name) => isSame(memberOf(one, name), memberOf(other, name)))
  return one === other
}
