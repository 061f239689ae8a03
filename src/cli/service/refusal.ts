import type { AnyEventsError } from 'osdi-events'
import { Problem } from '../problem.ts'
import { serviceFlagOf } from './flags.ts'

/** A failure of the client as one line and an exit code. `flags` are the command's own, by the field that errors name. */
export function problemOf(error: AnyEventsError, flags: Readonly<Record<string, string>>): Problem {
  const options = { cause: error }
  if (error.code === 'input') return new Problem(2, inFlags(error.field, error.message, flags), options)
  if (error.code === 'http' && error.isAuth) {
    return new Problem(3, error.message.replace(/apiKey$/, 'the API key'), options)
  }
  return new Problem(1, `${error.message}${outcomeOf(error)}`, options)
}

/** What somebody has to know who would run a write again. */
function outcomeOf({ outcome }: AnyEventsError): string {
  if (outcome === 'unknown') return '; whether it took effect is not known'
  return outcome === 'applied' ? '; it took effect all the same' : ''
}

/** The client's own words, under the flag's name. */
function inFlags(field: string, message: string, own: Readonly<Record<string, string>>): string {
  if (field === 'apiKey') return message.replace(/^apiKey/, 'the API key')
  const flags: Readonly<Record<string, string>> = { ...serviceFlagOf, ...own }
  const flag = Object.hasOwn(flags, field) ? flags[field] : undefined
  const named = flag === undefined ? message : message.replace(field, flag)
  return named.replace('allowInsecureHttp', '--allow-insecure-http')
}
