import type { Advice } from './parse.ts'

const plainly = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '')

/** What to say of a name that is none of those that are known: the one it is but for case and dashes, or all of them. */
export function unknownAmong(known: readonly string[], what: string): Advice {
  return (field) => {
    const name = field.slice(field.lastIndexOf('.') + 1)
    const near = known.find((each) => plainly(each) === plainly(name))
    return near ? `${what}; did you mean ${near}?` : `${what}; there are ${known.join(', ')}`
  }
}

/** The same for options: what goes to the service as a search parameter is often looked for among them. */
export function unknownOption(known: readonly string[]): Advice {
  const unknown = unknownAmong(known, 'is no option here')
  return (field) => {
    // The names that are known are those of options, not of what is in one.
    if (field.includes('.')) return 'is no option here'
    return plainly(field) === 'perpage'
      ? 'is no option here; search parameters of the service go into query'
      : unknown(field)
  }
}
