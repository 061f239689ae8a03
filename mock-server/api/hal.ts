import { at, textOf } from '../text/json.ts'

/** A link to one address. */
export interface Link {
  readonly href: string
}

/** A resource as it goes out. */
export type Resource = Readonly<Record<string, unknown>>

export const link = (href: string): Link => ({ href })

/** Where the relations of both prefixes are documented (v1 §2.4, v2 §2.6). */
export const curies = (docs: string, namespace: string) =>
  ['osdi', namespace].map((name) => ({ name, href: `${docs}/{rel}`, templated: true }))

/** Where a body's link of a relation leads; HAL lets a single link stand in an array too. */
export function hrefIn(body: unknown, relation: string): string | undefined {
  const given = at(body, '_links', relation)
  return textOf(at(Array.isArray(given) && given.length === 1 ? given[0] : given, 'href'))
}
