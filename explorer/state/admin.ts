import { mockAdmin } from 'osdi-events/mock'

/** Address of this page's service: the server's own service, or a sandbox. */
export const serviceUrl = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')

export const admin = mockAdmin(serviceUrl)

/** The field that an error of the service names, such as `rule.effect.ms`. */
export const fieldOf = (error: Error): string | undefined =>
  'field' in error && typeof error.field === 'string' ? error.field : undefined

/** The message of an error as a sentence, without the field's name in front. */
export function reasonOf(error: Error): string {
  const field = fieldOf(error)
  const text =
    field !== undefined && error.message.startsWith(`${field}: `)
      ? error.message.slice(field.length + 2)
      : error.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
