import { mockAdmin } from 'osdi-events/mock'

/** Address of the service of this page: the server's own, or a sandbox. */
export const serviceUrl = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')

export const admin = mockAdmin(serviceUrl)

/** The member that an error of the service is about, such as `rule.effect.ms`. */
export const fieldOf = (error: Error): string | undefined =>
  'field' in error && typeof error.field === 'string' ? error.field : undefined

/** The message as a sentence, without the member in front. */
export function reasonOf(error: Error): string {
  const field = fieldOf(error)
  const text =
    field !== undefined && error.message.startsWith(`${field}: `)
      ? error.message.slice(field.length + 2)
      : error.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
