import type { FaultRule } from 'osdi-events/mock'

/** A rule as a program adds it, without its name and its hits; its key comes out of the environment. */
export function codeOf(rule: FaultRule): string {
  const { version, operation, method, path, key, nth, times, when, effect } = rule
  const given = { version, operation, method, path, key: key && secret, nth, times, when, effect }
  const literal = JSON.stringify(given, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
  const code = `service.faults.add(${literal})`
  return key === undefined ? code : code.replace(JSON.stringify(secret), () => "process.env.EVENTS_API_KEY ?? ''")
}

/** Stands for a key until it is code. */
const secret = '\u0000'
