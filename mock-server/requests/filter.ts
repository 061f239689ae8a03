import { checkMembers } from '../add/references.ts'
import { operationNames } from '../api/router.ts'
import { MockServiceError } from '../errors.ts'
import { wildcard } from '../text/strings.ts'
import type { RequestFilter, RequestLogEntry } from '../types/index.ts'

/** One thing that a filter demands of a request. */
export interface Condition {
  readonly member: keyof RequestFilter
  readonly wanted: string | number
  readonly fits: (entry: RequestLogEntry) => boolean
}

type Maker = (value: unknown) => Omit<Condition, 'member'>

const makers: Readonly<Record<keyof RequestFilter, Maker>> = {
  operation: (value) => {
    if (typeof value !== 'string' || !operationNames.has(value))
      throw wrong('operation', `must be one of ${[...operationNames].join(', ')}`)
    return { wanted: value, fits: ({ operation }) => operation === value }
  },
  version: (value) => {
    if (value !== 'v1' && value !== 'v2') throw wrong('version', "must be 'v1' or 'v2'")
    return { wanted: value, fits: ({ version }) => version === value }
  },
  method: (value) => {
    const wanted = text('method', value).toUpperCase()
    return { wanted, fits: ({ method }) => method.toUpperCase() === wanted }
  },
  path: (value) => {
    const wanted = text('path', value)
    const isMeant = wildcard(wanted)
    return { wanted, fits: ({ path }) => isMeant(path) }
  },
  status: (value) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrong('status', 'must be a whole number')
    return { wanted: value, fits: ({ status }) => status === value }
  },
  text: (value) => {
    const wanted = text('text', value)
    return { wanted, fits: (entry) => holds(entry, wanted.toLowerCase()) }
  },
}

/** What a filter demands. Throws a {@link MockServiceError} naming the member that is wrong. */
export function conditionsOf(filter: RequestFilter): readonly Condition[] {
  const given = checkMembers(filter, 'filter', Object.keys(makers))
  return (Object.keys(makers) as (keyof RequestFilter)[])
    .filter((member) => given[member] !== undefined)
    .map((member) => ({ member, ...makers[member](given[member]) }))
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

function text(member: string, value: unknown): string {
  if (typeof value === 'string' && value !== '') return value
  throw wrong(member, 'must be a text that is not empty')
}

const wrong = (member: string, problem: string) => new MockServiceError('argument', `filter.${member}`, problem)
