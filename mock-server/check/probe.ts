import type { Assumptions } from '../assumptions.ts'
import { type Answer, Unclear } from './requester.ts'
import type { Service } from './service.ts'

/** What the service does: as a setting of the mock service does, or otherwise, in words. */
export type Reading<Value = unknown> = { readonly value: Value } | { readonly other: string }

/** Reads one assumption off responses. Throws {@link Unclear} with the reason where they do not tell. */
export type Probe<Value = unknown> = (service: Service) => Promise<Reading<Value>>

/** Probes by the names of their assumptions. */
export type Probes = { readonly [Name in keyof Assumptions]?: Probe<Assumptions[Name]> }

export const value = <const Value>(value: Value): Reading<Value> => ({ value })
export const other = (text: string): Reading<never> => ({ other: text })

/** The setting that stands for a status; any other status is what no setting does. */
export function byStatus<const Value>({ status }: Answer, settings: Readonly<Record<number, Value>>): Reading<Value> {
  const setting = settings[status]
  return setting === undefined ? other(`status ${status}`) : value(setting)
}

/** What all of some readings agree on; undefined ones do not count. Throws {@link Unclear} where none does. */
export function agreed<Value>(readings: readonly (Reading<Value> | undefined)[], without: string): Reading<Value> {
  const texts = new Map<string, Reading<Value>>()
  for (const reading of readings) if (reading) texts.set(JSON.stringify(Object.values(reading)), reading)
  const [first, ...others] = texts.values()
  if (!first) throw new Unclear(without)
  if (others.length === 0) return first
  return other([...texts.values()].map((one) => ('other' in one ? one.other : String(one.value))).join(', '))
}
