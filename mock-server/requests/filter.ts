import { operationNames } from '../api/router.ts'
import { type Check, filledText, holdAll, oneOf, wholeNumber } from '../checks.ts'
import { wildcard } from '../text/strings.ts'
import type { RequestFilter, RequestLogEntry } from '../types/index.ts'

/** One thing that a filter demands of a request. */
export interface Condition {
  readonly member: keyof RequestFilter
  readonly wanted: string | number
  readonly fits: (entry: RequestLogEntry) => boolean
}

const members: { readonly [Member in keyof RequestFilter]-?: Check<unknown> } = {
  operation: oneOf(...operationNames),
  version: oneOf('v1', 'v2'),
  method: filledText,
  path: filledText,
  status: wholeNumber(),
  text: filledText,
}

/** What a filter demands. Throws a `MockServiceError` naming the member that is wrong. */
export function conditionsOf(filter: RequestFilter): readonly Condition[] {
  holdAll(filter, 'filter', members, 'argument')
  return (Object.keys(members) as (keyof RequestFilter)[]).flatMap((member) => {
    const given = filter[member]
    if (given === undefined) return []
    const wanted = member === 'method' ? String(given).toUpperCase() : given
    return { member, wanted, fits: fitsOf(member, wanted) }
  })
}

function fitsOf(member: keyof RequestFilter, wanted: string | number): Condition['fits'] {
  const isMeant = wildcard(String(wanted))
  if (member === 'path') return ({ path }) => isMeant(path)
  if (member === 'method') return ({ method }) => method.toUpperCase() === wanted
  if (member === 'text') return (entry) => holds(entry, String(wanted).toLowerCase())
  return (entry) => entry[member] === wanted
}

/** Whether an entry has all that is demanded. */
export const fitsAll = (conditions: readonly Condition[], entry: RequestLogEntry): boolean =>
  conditions.every((condition) => condition.fits(entry))

/** Whether a text, in lower case, stands in the address or in a body. */
function holds({ url, body, response }: RequestLogEntry, wanted: string): boolean {
  if (url.toLowerCase().includes(wanted)) return true
  const texts = [body, response?.body].map((one) => (typeof one === 'string' ? one : (JSON.stringify(one) ?? '')))
  return texts.some((one) => one.toLowerCase().includes(wanted))
}
