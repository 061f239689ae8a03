/** A link whose optional parts are gone. */
interface Expanded {
  readonly href: string
  /** The variable that needs a value before this is an address. */
  readonly needs: string | undefined
}

/** A form query, which expands to nothing without values (RFC 6570 §3.2.8, §3.2.9). */
const formQuery = /\{[?&][^{}]*\}/g

/** Any other expression of a template: it needs a value. */
const expression = /\{([^{}]*)\}/

/** A template without its form queries. */
export const withoutFormQueries = (href: string): string => (href.includes('{') ? href.replace(formQuery, '') : href)

/**
 * A link as an address: form queries of a template expand to nothing. No address has braces in its path, so there they are a template's, whether the
 * link says so or not.
 */
export function expand({ href, templated }: { readonly href: string; readonly templated?: unknown }): Expanded {
  const plain = withoutFormQueries(href)
  const [, needs] = expression.exec(templated ? plain : plain.replace(/[?#].*/s, '')) ?? []
  return { href: plain, needs }
}
