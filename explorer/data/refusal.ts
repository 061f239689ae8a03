/** The member that an error of the service names, such as `rule.effect.ms`; undefined where it names none. */
export const fieldOf = (error: Error): string | undefined =>
  'field' in error && typeof error.field === 'string' ? error.field : undefined

/** What is wrong, without the member that stands in front of it. */
export function problemOf(error: Error): string {
  const field = fieldOf(error)
  return field !== undefined && error.message.startsWith(`${field}: `)
    ? error.message.slice(field.length + 2)
    : error.message
}
