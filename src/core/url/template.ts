import { InputError } from '../errors/error-classes.ts'
import { oneLine } from '../text/messages.ts'

/** A link that may be a template. */
interface GivenLink {
  readonly href: string
  readonly templated?: unknown
}

/** A link whose template has been expanded. */
interface ExpandedLink {
  readonly href: string
  /** The variable that needs a value; undefined if `href` is an address. */
  readonly needs: string | undefined
}

/** A form query, such as `{?page}`. Without values, it expands to an empty text (RFC 6570 §3.2.8, §3.2.9). */
const formQuery = /\{[?&][^{}]*\}/g

/** Any other expression of a template. It needs a value. */
const expression = /\{([^{}]*)\}/

/** A template without its form queries. */
export const withoutFormQueries = (href: string): string => (href.includes('{') ? href.replace(formQuery, '') : href)

/**
 * Expands a link to an address, without values: form queries disappear. Reads braces in the path as a template even if the link does not say
 * `templated`, because the path of a URL cannot contain braces.
 */
export function expand({ href, templated }: GivenLink): ExpandedLink {
  const plain = withoutFormQueries(href)
  const [, needs] = expression.exec(templated ? plain : plain.replace(/[?#].*/s, '')) ?? []
  return { href: plain, needs }
}

/**
 * The address of a link that a program gave.
 *
 * @param field name of the argument
 * @throws InputError if the link is a template that needs a value
 */
export function addressIn(field: string, link: GivenLink): string {
  const { href, needs } = expand(link)
  if (needs === undefined) return href
  throw InputError.of(field, `is a template; fill in ${oneLine(needs, 60)} first`)
}
