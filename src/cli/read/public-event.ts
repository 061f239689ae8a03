import { type FieldRow, rowsOf } from '../run/field-display.ts'
import { isPlain, type NamingFlags, prefixedName } from '../run/field-values.ts'

/** Links of an event that lead to no person. `event_campaign` has the service's own prefix. */
const publicLinks = (namespace: string) => ['self', `${namespace}:event_campaign`, 'curies']

/** Members of a link. Others, such as `title`, may name a person. */
const linkMembers = ['href', 'templated', 'name']

/**
 * Makes a function that copies what everyone may see of an event: the documented fields without those for organizers and guests, and links that lead
 * to no person. What the API does not document, and embedded resources, may hold people's data.
 */
export function publicCopier(flags: NamingFlags): (event: object) => object {
  const rows = rowsOf('events', flags.api).filter(({ isPrivate }) => !isPrivate)
  const fields = rows.map((row) => [prefixedName(row, flags.namespace), row.kind] as const)
  return (event) => {
    const { _links: links }: { readonly _links?: unknown } = event
    const known = publicLinks(flags.namespace).flatMap((name) => memberOf(links, name, linkCopy))
    return {
      ...Object.fromEntries(fields.flatMap(([name, kind]) => memberOf(event, name, (value) => copyOf(value, kind)))),
      ...(links !== undefined && { _links: Object.fromEntries(known) }),
    }
  }
}

/** A member of an object with its name, or nothing if it has no copy. */
function memberOf(of: unknown, name: string, copy: (value: unknown) => unknown): [string, unknown][] {
  if (typeof of !== 'object' || of === null || !Object.hasOwn(of, name)) return []
  const value = copy(Reflect.get(of, name))
  return value === undefined ? [] : [[name, value]]
}

/** A value with its documented members only. Undefined if the value is of another kind, because then nobody knows what it holds. */
function copyOf(value: unknown, kind: FieldRow['kind']): unknown {
  if (value === null) return null
  if (kind === 'identifiers') return copyOf(value, { list: 'text' })
  if (typeof kind === 'object' && 'list' in kind) {
    return Array.isArray(value)
      ? value.map((each) => copyOf(each, kind.list)).filter((each) => each !== undefined)
      : undefined
  }
  if (typeof kind === 'object' && 'fields' in kind) {
    if (isPlain(value) || Array.isArray(value)) return undefined
    const members = Object.entries(kind.fields)
    return Object.fromEntries(members.flatMap(([name, { kind }]) => memberOf(value, name, (of) => copyOf(of, kind))))
  }
  return isPlain(value) ? value : undefined
}

const linkCopy = (link: unknown): unknown =>
  Array.isArray(link)
    ? link.map(linkCopy)
    : Object.fromEntries(linkMembers.flatMap((name) => memberOf(link, name, (of) => (isPlain(of) ? of : undefined))))
