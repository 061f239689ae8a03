import { formatNumber } from '../components/text.ts'

const maxLength = 60

/** A text of at most 60 characters. The end of a longer text is cut. */
const shortened = (text: string): string => (text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text)

/** A JSON value in a sentence. A text has quotation marks. */
export const quoted = (value: unknown): string =>
  typeof value === 'string' ? `“${shortened(value)}”` : shortened(JSON.stringify(value) ?? 'nothing')

/** A name or an address in a sentence. */
export const named = (value: unknown): string => (typeof value === 'string' ? shortened(value) : quoted(value))

/** `a`, `a and b`, `a, b and c` */
export const listed = (words: readonly string[], last: 'and' | 'or' = 'and'): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1)}` : words.join('')

const rules = new Intl.PluralRules('en', { type: 'ordinal' })
const endings: Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> = { one: 'st', two: 'nd', few: 'rd' }

/** `1st`, `2nd`, `3rd`, `4th` */
export const ordinal = (number: number): string => `${formatNumber(number)}${endings[rules.select(number)] ?? 'th'}`

/** The plural of a verb at the start: `gets 503` as `get 503`. */
export const plural = (words: string): string => words.replace(/^(\w+)s\b/, '$1')

/** A time in the largest unit that writes it without a rounded digit: `300 ms`, `1.5 s` */
export const duration = (ms: unknown): string =>
  typeof ms === 'number' && ms >= 1000 && ms % 100 === 0 ? `${formatNumber(ms / 1000)} s` : `${String(ms)} ms`
