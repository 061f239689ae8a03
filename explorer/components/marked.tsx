import type { ComponentChildren } from 'preact'

/** The words of a search. */
export const wordsIn = (search: string): readonly string[] => search.split(/\s+/).filter((word) => word !== '')

/** A pattern that finds words in upper and lower case. Undefined without words. */
export const patternOf = (words: readonly string[]): RegExp | undefined =>
  words.length > 0
    ? new RegExp(`(${words.map((word) => word.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|')})`, 'i')
    : undefined

interface MarkedProps {
  readonly text: string
  readonly pattern: RegExp | undefined
}

/** A text in which every match of a pattern is marked. */
export function Marked({ text, pattern }: MarkedProps): ComponentChildren {
  if (!pattern) return text
  // The pattern has one group, so that every second part is a match.
  return text.split(pattern).map((part, index) => (index % 2 === 1 ? <mark key={index}>{part}</mark> : part))
}
