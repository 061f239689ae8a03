import type { Fault, FaultEffect, FaultRule } from 'osdi-events/mock'
import { formatJson, formatNumber, literal } from '../components/text.ts'

/** Describes what a fault does, with the names of its options: `status 503`, `latency ms 500 to 3000` */
export const describeEffect = ({ kind, ...options }: FaultEffect): string =>
  [kind, ...Object.entries(options).map(([name, value]) => describeOption(name, value, kind))]
    .join(', ')
    .replace(',', '')

function describeOption(name: string, value: unknown, kind: string): string {
  const isRange = typeof value === 'object' && value !== null && 'min' in value && 'max' in value
  const text = isRange ? `${value.min} to ${value.max}` : formatJson(value).replaceAll(/\s+/g, ' ')
  return name === kind ? text : `${name} ${text}`
}

/** The values by which a fault matches requests. A fault without values matches every request. */
export const describeMatch = (rule: FaultRule, keyName: (key: unknown) => string): readonly string[] => {
  const { id: _id, hits: _hits, effect: _effect, nth: _nth, times: _times, when: _when, ...match } = rule as Fault
  return Object.entries(match).flatMap(([name, value]) => {
    if (name === 'key') return keyName(value)
    return Array.isArray(value) ? value.map(String) : formatJson(value)
  })
}

/** How many more requests a fault will match. */
export const remainingHits = ({ nth, times = nth === undefined ? Number.POSITIVE_INFINITY : 1, hits }: Fault): number =>
  Math.max(0, times - hits)

export function describeRemaining(fault: Fault): string {
  const remaining = remainingHits(fault)
  if (remaining === 0) return 'spent'
  const often = remaining === Number.POSITIVE_INFINITY ? 'until removed' : `${formatNumber(remaining)} more`
  const { nth = 1, hits } = fault
  return hits === 0 && nth > 1 ? `${often}, from number ${formatNumber(nth)} on` : often
}

/** Replaces a key while the JSON becomes source code. */
const placeholder = '\u0000'

/** Source code that adds a fault. A key comes from an environment variable. */
export function codeOf({ id: _id, hits: _hits, ...rule }: Fault): string {
  const code = `service.faults.add(${literal({ ...rule, ...(rule.key !== undefined && { key: placeholder }) })})`
  return code.replace(JSON.stringify(placeholder), () => "process.env.EVENTS_API_KEY ?? ''")
}
