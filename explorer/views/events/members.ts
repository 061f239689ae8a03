/** An object out of JSON. */
export type Members = Readonly<Record<string, unknown>>

export const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member that is a text; empty where it is none. */
export function textIn(members: Members, name: string): string {
  const value = members[name]
  return typeof value === 'string' ? value : ''
}

/** What an event is called, as version 2 shows it. */
export const titleOf = (event: Members): string => textIn(event, 'title') || 'Without a title'

/** Addresses of a relation; HAL has one link or several. */
export function hrefsIn(resource: Members, relation: string): readonly string[] {
  const links = isMembers(resource._links) ? resource._links[relation] : undefined
  const each: readonly unknown[] = Array.isArray(links) ? links : [links]
  return each.flatMap((link) => (isMembers(link) && typeof link.href === 'string' ? [link.href] : []))
}
