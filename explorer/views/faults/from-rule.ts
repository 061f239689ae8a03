import type { FaultEffect, FaultRule } from 'osdi-events/mock'
import { type Draft, draftOf } from './draft.ts'

type Texts = Readonly<Record<string, string>>

/** A form that holds what a rule says. */
export function draftFrom({ version, operation, method, path, key, nth, times, when, effect }: FaultRule): Draft {
  const match = {
    version,
    operation: operation === undefined ? undefined : [operation].flat().join(','),
    method: method?.toUpperCase(),
    path,
    key: typeof key === 'string' ? key : undefined,
    nth,
    times,
    when: when === 'after' ? when : undefined,
  }
  return draftOf(effect.kind, { ...texts(match), ...effectTexts(effect) })
}

function effectTexts(effect: FaultEffect): Texts {
  const { kind, ...members } = effect
  const own = texts(Object.fromEntries(Object.entries(members).map(([name, value]) => [`effect.${name}`, value])))
  switch (effect.kind) {
    case 'latency': {
      const { ms } = effect
      return texts(
        typeof ms === 'number' ? { 'effect.ms.min': ms } : { 'effect.ms.min': ms.min, 'effect.ms.max': ms.max },
      )
    }
    case 'status': {
      const lines = Object.entries(effect.headers ?? {}).map(([name, value]) => `${name}: ${value}`)
      return { ...own, 'effect.headers': lines.join('\n') }
    }
    case 'rate-limit':
      return effect.retryAfter === null ? { 'effect.retryAfter': '' } : own
    case 'shape':
      return {
        ...own,
        ...(effect.set && { 'effect.remove': '' }),
        ...(effect.remove && { 'effect.remove': effect.remove.join(', ') }),
      }
    default:
      return own
  }
}

/** Texts as they stand in fields, without what has none. */
const texts = (values: Readonly<Record<string, unknown>>): Texts =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === 'string' ? value : JSON.stringify(value, null, 2)]],
    ),
  )
