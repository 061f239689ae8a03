import type { Fault, FaultEffect, FaultRule } from 'osdi-events/mock'
import { count } from '../../text/count.ts'

/** What a fault does, in a few words. */
export function toldEffect(effect: FaultEffect): string {
  switch (effect.kind) {
    case 'latency':
      return typeof effect.ms === 'number'
        ? `Waits ${count(effect.ms)} ms`
        : `Waits ${count(effect.ms.min)} to ${count(effect.ms.max)} ms`
    case 'status':
      return `Answers ${effect.status}`
    case 'rate-limit':
      return effect.retryAfter === null
        ? 'Answers 429 without Retry-After'
        : `Answers 429, Retry-After: ${effect.retryAfter ?? 1}`
    case 'html':
      return 'Answers a web page'
    case 'malformed-json':
      return 'Answers broken JSON'
    case 'truncated':
      return 'Ends after half of the body'
    case 'stall':
      return 'Stalls after half of the body'
    case 'no-answer':
      return 'Never answers'
    case 'reset':
      return effect.at === 'after headers' ? 'Resets after half of the body' : 'Resets the connection'
    case 'redirect':
      return `Redirects (${effect.status ?? 302}) to ${effect.to}`
    case 'next':
      return effect.to === 'loop' ? 'Leads the next link in a circle' : `Leads the next link to ${effect.to}`
    case 'shape':
      return toldShape(effect)
    case 'echo-key':
      return `Answers ${effect.status ?? 403} and repeats the key`
    case 'new-events':
      return (effect.count ?? 1) === 1 ? 'Lets an event appear' : `Lets ${count(effect.count ?? 1)} events appear`
  }
}

function toldShape({ remove, set }: Extract<FaultEffect, { kind: 'shape' }>): string {
  const removed = remove ?? (set ? [] : ['identifiers'])
  return [
    ...(removed.length > 0 ? [`leaves out ${removed.join(', ')}`] : []),
    ...(set ? [`sets ${Object.keys(set).join(', ')}`] : []),
  ]
    .join(' and ')
    .replace(/^./, (first) => first.toUpperCase())
}

/** What a request must have to be meant, word by word; none where every request is. */
export const toldMatch = ({ version, operation, method, path, key }: FaultRule, keyName: (key: unknown) => string) => [
  ...(version ? [version] : []),
  ...(operation === undefined ? [] : [operation].flat()),
  ...(method ? [method.toUpperCase()] : []),
  ...(path ? [path] : []),
  ...(key === undefined ? [] : [keyName(key)]),
]

/** How often a rule strikes at the most. */
const most = ({ nth, times }: FaultRule): number => times ?? (nth === undefined ? Number.POSITIVE_INFINITY : 1)

/** How often it will strike still. */
export const left = (fault: Fault): number => Math.max(0, most(fault) - fault.hits)

/** How often it will strike still, in words. */
export function toldLeft(fault: Fault): string {
  const more = left(fault)
  if (more === 0) return 'spent'
  const often =
    more === Number.POSITIVE_INFINITY ? 'without end' : more === 1 ? 'once more' : `${count(more)} times more`
  const { nth = 1, hits } = fault
  if (hits > 0) return often
  if (more === 1) return nth > 1 ? `once, at the ${ordinal(nth)}` : 'once'
  const first = more === Number.POSITIVE_INFINITY ? often : `${count(more)} times`
  return nth > 1 ? `${first}, from the ${ordinal(nth)} on` : first
}

function ordinal(number: number): string {
  const ending = /1\d$/.test(String(number)) ? 'th' : ({ 1: 'st', 2: 'nd', 3: 'rd' }[number % 10] ?? 'th')
  return `${count(number)}${ending}`
}
