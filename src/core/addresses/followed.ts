import { InputError } from '../errors/errors.ts'
import type { Link } from '../resources/hal.ts'

/**
 * The address of what a caller asks to follow.
 *
 * @throws InputError naming `link` for what is no address: a relation, or a template that nobody filled in
 */
export function hrefOf(link: string | Link): string {
  const href: unknown = typeof link === 'object' && link !== null ? link.href : link
  if (typeof href !== 'string' || href === '') throw InputError.of('link', 'must be an address, or a link with an href')
  if (/^[a-z][\w.-]*:[a-z][\w-]*$/i.test(href)) {
    throw InputError.of('link', 'is no address; take the link of a relation with linkOf(resource, relation)')
  }
  if (typeof link === 'object' && link.templated) throw InputError.of('link', 'is a template; fill it in first')
  return href
}
