import { rowsOf } from './columns.ts'
import { isPrimitive, type NamingFlags, prefixedName } from './fields.ts'

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
  const fields = rows.map((row) => {
    const { parts = [], lateParts = [], members = [] } = row
    return [prefixedName(row, flags.namespace), [...parts, ...lateParts, ...members]] as const
  })
  return (event) => {
    const { _links: links }: { readonly _links?: unknown } = event
    const known = publicLinks(flags.namespace).flatMap((name) => memberOf(links, name, linkCopy))
    return {
      ...Object.fromEntries(fields.flatMap(([name, names]) => memberOf(event, name, (value) => copyOf(value, names)))),
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

/** A value with its documented members only: those with dotted `names`, or none. Undefined for an object without documented members. */
function copyOf(value: unknown, names: readonly string[]): unknown {
  if (isPrimitive(value)) return names.length === 0 || value === null ? value : undefined
  if (Array.isArray(value)) return value.map((each) => copyOf(each, names)).filter((each) => each !== undefined)
  if (names.length === 0) return undefined
  const tops = [...new Set(names.map((name) => name.replace(/\..*/, '')))]
  const below = (top: string) =>
    names.flatMap((name) => (name.startsWith(`${top}.`) ? [name.slice(top.length + 1)] : []))
  return Object.fromEntries(tops.flatMap((top) => memberOf(value, top, (of) => copyOf(of, below(top)))))
}

const linkCopy = (link: unknown): unknown =>
  Array.isArray(link)
    ? link.map(linkCopy)
    : Object.fromEntries(
        linkMembers.flatMap((name) => memberOf(link, name, (of) => (isPrimitive(of) ? of : undefined))),
      )
