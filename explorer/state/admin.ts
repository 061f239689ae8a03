import { mockAdmin } from 'osdi-events/mock'

/** Address of the service that this page belongs to: a server's, or that of one of its sandboxes. */
export const serviceUrl = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')

/** The service's admin API. */
export const admin = mockAdmin(serviceUrl)

/** The member that a refusal names, such as `rule.effect.ms`; undefined where it names none. */
export const fieldOf = (error: Error): string | undefined =>
  'field' in error && typeof error.field === 'string' ? error.field : undefined

/** What is wrong, as a sentence, without the member that stands in front of it. */
export function problemOf(error: Error): string {
  const field = fieldOf(error)
  const text =
    field !== undefined && error.message.startsWith(`${field}: `)
      ? error.message.slice(field.length + 2)
      : error.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
