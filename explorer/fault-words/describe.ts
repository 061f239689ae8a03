import type { Fault, FaultRule } from 'osdi-events/mock'
import { isMembers } from '../components/members.ts'
import { formatNumber, literal } from '../components/text.ts'
import { effectOf } from './effects.ts'
import { actionOf } from './operations.ts'
import { listed, named, ordinal, plural } from './words.ts'

/** The title of a key's group or person. Undefined for an unknown key. */
export type TitleOf = (key: unknown) => string | undefined

/** Says in a sentence which requests a rule matches, how often, and what happens then. A new rule is about the `next` ones. */
export function describeRule(rule: FaultRule, titleOf: TitleOf, first: 'first' | 'next' = 'first'): string {
  const { nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1, when } = rule
  const number = nth ?? 1
  const { effect } = rule
  const words = effectOf(effect.kind)?.words(effect) ?? `gets ${named(effect.kind)}`
  const end = when === 'after' ? ', after the service acted' : ''
  if (times === Number.POSITIVE_INFINITY) return `Every ${requestWords(rule, 1, titleOf)} ${words}${end}.`
  const request = requestWords(rule, times, titleOf)
  if (times === 1) return `The ${number === 1 ? first : ordinal(number)} ${request} ${words}${end}, once.`
  const count = formatNumber(times)
  const start = number === 1 ? `The ${first} ${count}` : `From the ${ordinal(number)} on, ${count}`
  return `${start} ${request} ${plural(words)}${end}.`
}

/** The conditions of a rule: `GET request to /api/v2/events`, `requests that list events`. */
function requestWords(rule: FaultRule, count: number, titleOf: TitleOf): string {
  const { version, operation, method, path, query, key, effect } = rule
  const form = count === 1 ? (words: string) => words : plural
  const actions = operation === undefined ? [] : [operation].flat().map((name) => form(actionOf(name)))
  const only = actions.length > 0 ? undefined : effectOf(effect.kind)?.only?.(effect)
  const { page, ...parameters } = query ?? {}
  const parts = [
    ...Object.entries(parameters).map(([name, value]) => `${named(name)}=${named(value)}`),
    ...(key === undefined ? [] : [`the key of ${named(titleOf(isMembers(key) ? key.token : key) ?? 'someone')}`]),
  ]
  return [
    method === undefined ? '' : named(method).toUpperCase(),
    count === 1 ? 'request' : 'requests',
    only,
    version === undefined ? '' : `of version ${named(version).replace(/^v/, '')}`,
    path === undefined ? '' : `to ${named(path)}`,
    page === undefined ? '' : `for page ${named(page)}`,
    parts.length > 0 ? `with ${listed(parts)}` : '',
    actions.length > 0 ? `that ${listed(actions, 'or')}` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

/** How many more requests a fault will match. */
export const remainingHits = ({ nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1, hits }: Fault): number =>
  Math.max(0, times - hits)

export function describeRemaining(fault: Fault): string {
  const remaining = remainingHits(fault)
  if (remaining === 0) return 'spent'
  return remaining === Number.POSITIVE_INFINITY ? 'until removed' : `${formatNumber(remaining)} more`
}

/** The rule of an active fault. */
export const ruleOf = ({ id: _id, hits: _hits, ...rule }: Fault): FaultRule => rule

/** Replaces a key while the JSON becomes source code. */
const placeholder = '\u0000'

/** Source code that adds a fault. A key comes from an environment variable. */
export function codeOf(fault: Fault): string {
  const rule = ruleOf(fault)
  const code = `service.faults.add(${literal({ ...rule, ...(rule.key !== undefined && { key: placeholder }) })})`
  return code.replace(JSON.stringify(placeholder), () => "process.env.EVENTS_API_KEY ?? ''")
}
