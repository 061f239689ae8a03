import { MockServiceError } from '../errors.ts'
import { isPlain } from '../text/json.ts'
import type { MockControlOptions } from './parts.ts'

const known: Readonly<Record<keyof MockControlOptions, true>> = { fetch: true, timeout: true }
// Timers take no more.
const longest = 2 ** 31 - 1

const wrong = (field: string, problem: string) => new MockServiceError('option', field, problem)

/** Checks the options of `controlOf`. */
export function checkControlOptions(options: MockControlOptions): MockControlOptions {
  if (!isPlain(options)) throw wrong('options', 'must be an object')
  for (const name of Object.keys(options)) {
    if (!Object.hasOwn(known, name)) throw wrong(name, 'is no option of this function')
  }
  const { fetch, timeout = 1 }: MockControlOptions = options
  if (fetch !== undefined && typeof fetch !== 'function') throw wrong('fetch', 'must be a function')
  if (!Number.isInteger(timeout) || timeout < 1 || timeout > longest)
    throw wrong('timeout', `must be a whole number of milliseconds from 1 to ${longest}`)
  return options
}
