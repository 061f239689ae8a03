import type { Fault, FaultEffect, FaultRule } from 'osdi-events/mock'
import { count, literal, shownJson } from '../parts/text.ts'

/** What a fault does, in the words in which a test writes it: `status 503`, `latency ms 500 to 3000`. */
export const shownEffect = ({ kind, ...options }: FaultEffect): string =>
  [kind, ...Object.entries(options).map(([name, value]) => shownOption(name, value, kind))].join(', ').replace(',', '')

function shownOption(name: string, value: unknown, kind: string): string {
  const isRange = typeof value === 'object' && value !== null && 'min' in value && 'max' in value
  const text = isRange ? `${value.min} to ${value.max}` : shownJson(value).replaceAll(/\s+/g, ' ')
  return name === kind ? text : `${name} ${text}`
}

/** Which requests a fault matches, word by word; none where it matches every request. */
export const shownMatch = (rule: FaultRule, keyName: (key: unknown) => string): readonly string[] => {
  const { id: _id, hits: _hits, effect: _effect, nth: _nth, times: _times, when: _when, ...match } = rule as Fault
  return Object.entries(match).flatMap(([name, value]) => {
    if (name === 'key') return keyName(value)
    return Array.isArray(value) ? value.map(String) : shownJson(value)
  })
}

/** How often a fault will match still. */
export const left = ({ nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1, hits }: Fault): number =>
  Math.max(0, times - hits)

/** The same in words. */
export function shownLeft(fault: Fault): string {
  const more = left(fault)
  if (more === 0) return 'spent'
  const often = more === Number.POSITIVE_INFINITY ? 'until removed' : more === 1 ? 'once more' : `${count(more)} more`
  const { nth = 1, hits } = fault
  return hits === 0 && nth > 1 ? `${often}, from number ${count(nth)} on` : often
}

/** Stands for a key until it is code. */
const secret = '\u0000'

/** A fault as a program adds it, without its name and its hits; its key comes out of the environment. */
export function codeOf({ id: _id, hits: _hits, ...rule }: Fault): string {
  const code = `service.faults.add(${literal({ ...rule, ...(rule.key !== undefined && { key: secret }) })})`
  return code.replace(JSON.stringify(secret), () => "process.env.EVENTS_API_KEY ?? ''")
}
