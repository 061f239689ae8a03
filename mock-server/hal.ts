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
