/** A field of the form. Its name is that of the rule's member, so that what the service says of a member is said at its field. */
export interface Field {
  readonly name: string
  readonly label: string
  readonly hint?: string
  /** What stands there at first. */
  readonly start?: string
  readonly numeric?: true
  /** Whether it holds several lines. */
  readonly lines?: true
  readonly choices?: readonly (readonly [value: string, text: string])[]
}

/** The choice that leaves a filter out. */
export const any = ['', 'Any'] as const

/** The field that a member belongs to: its own, or the nearest above or below it. */
export function fieldFor(member: string, names: readonly string[]): string | undefined {
  const path = member.replace(/^rule\./, '')
  const above = names.filter((name) => path === name || path.startsWith(`${name}.`) || path.startsWith(`${name}[`))
  const [longest] = above.toSorted((a, b) => b.length - a.length)
  return longest ?? names.find((name) => name.startsWith(`${path}.`))
}
