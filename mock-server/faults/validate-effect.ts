import { checkMembers } from '../add/references.ts'
import { MockServiceError } from '../errors.ts'
import { deepest, frozen, isPlain, isTooDeep } from '../text/json.ts'
import type { FaultEffect, FaultKind, ShapeEffect } from '../types/index.ts'
import { longestTimer } from './waits.ts'

type Check = (value: unknown, field: string) => unknown

/** The members of an effect besides its kind. */
type MembersOf<Kind extends FaultKind> = Exclude<keyof Extract<FaultEffect, { kind: Kind }>, 'kind'>

const wrong = (field: string, problem: string) => new MockServiceError('argument', field, problem)

const optional =
  (check: Check): Check =>
  (value, field) =>
    value === undefined ? undefined : check(value, field)

export const wholeNumber =
  (from: number, to: number): Check =>
  (value, field) => {
    if (typeof value === 'number' && Number.isInteger(value) && value >= from && value <= to) return value
    throw wrong(field, `must be a whole number from ${from} ${to === Number.MAX_SAFE_INTEGER ? 'up' : `to ${to}`}`)
  }

const oneOf =
  (...values: readonly unknown[]): Check =>
  (value, field) => {
    if (values.includes(value)) return value
    throw wrong(field, `must be one of ${values.join(', ')}`)
  }

const text: Check = (value, field) => {
  if (typeof value === 'string' && value !== '') return value
  throw wrong(field, 'must be a text that is not empty')
}

const time: Check = (value, field) => {
  if (typeof value === 'number' && value >= 0 && value <= longestTimer) return value
  throw wrong(field, `must be milliseconds from 0 to ${longestTimer}`)
}

const timeOrRange: Check = (value, field) => {
  if (!isPlain(value)) return time(value, field)
  const { min, max } = checkMembers(value, field, ['min', 'max'])
  const range = { min: time(min, `${field}.min`), max: time(max, `${field}.max`) }
  if (Number(min) > Number(max)) throw wrong(`${field}.max`, 'must not be less than min')
  return range
}

const httpAddress: Check = (value, field) => {
  const url = typeof value === 'string' && /^[\x21-\x7e]+$/.test(value) ? URL.parse(value) : null
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return value
  throw wrong(field, 'must be an absolute http or https address')
}

/** What JSON makes of a value, so that what is sent is what was handed in. */
const json: Check = (value, field) => {
  try {
    const written = JSON.stringify(value)
    const read: unknown = written === undefined ? undefined : JSON.parse(written)
    if (read !== undefined && !isTooDeep(read)) return read
  } catch {
    // Such as a circle, or a BigInt.
  }
  throw wrong(field, `must be what JSON can write, in no more than ${deepest} levels`)
}

const retryAfter: Check = (value, field) => {
  if (value === null || typeof value === 'number') {
    return value === null ? null : wholeNumber(0, Number.MAX_SAFE_INTEGER)(value, field)
  }
  if (typeof value === 'string' && /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(value)) return value
  throw wrong(field, 'must be seconds, a text of printable ASCII, or null')
}

const names: Check = (value, field) => {
  if (!Array.isArray(value)) throw wrong(field, 'must be an array of names')
  return value.map((name, index) => text(name, `${field}[${index}]`))
}

const values: Check = (value, field) => {
  if (isPlain(value)) return json(value, field)
  throw wrong(field, 'must be an object')
}

const anyText: Check = (value, field) => {
  if (typeof value === 'string') return value
  throw wrong(field, 'must be a text')
}

const kinds: { readonly [Kind in FaultKind]: { readonly [Member in MembersOf<Kind>]-?: Check } } = {
  latency: { ms: timeOrRange },
  status: { status: wholeNumber(200, 599), body: optional(json), headers: optional(headersOf) },
  'rate-limit': { retryAfter: optional(retryAfter) },
  html: { html: optional(anyText) },
  'malformed-json': {},
  truncated: {},
  stall: {},
  'no-answer': {},
  reset: { at: optional(oneOf('before headers', 'after headers')) },
  redirect: { to: httpAddress, status: optional(oneOf(301, 302, 303, 307, 308)) },
  next: { to: text },
  shape: { remove: optional(names), set: optional(values) },
  'echo-key': { status: optional(wholeNumber(400, 599)) },
  'new-events': { count: optional(wholeNumber(1, 1000)) },
}

const isKind = (kind: unknown): kind is FaultKind => typeof kind === 'string' && Object.hasOwn(kinds, kind)

// Answers that cannot have a body (RFC 9110 §15.3.5, §15.3.6, §15.4.5).
const bodiless: readonly unknown[] = [204, 205, 304]

/** A frozen copy of an effect, or the {@link MockServiceError} that names the member that is wrong. */
export function checkEffect(effect: unknown, field: string): FaultEffect {
  if (!isPlain(effect)) throw wrong(field, 'must be an object')
  const { kind } = effect
  if (!isKind(kind)) throw wrong(`${field}.kind`, `must be one of ${Object.keys(kinds).join(', ')}`)
  const checks: Readonly<Record<string, Check>> = kinds[kind]
  const given = checkMembers(effect, field, ['kind', ...Object.keys(checks)])
  const members = Object.entries(checks).map(([name, check]) => [name, check(given[name], `${field}.${name}`)] as const)
  const checked = { kind, ...Object.fromEntries(members.filter(([, value]) => value !== undefined)) } as FaultEffect
  if (checked.kind === 'status' && checked.body !== undefined && bodiless.includes(checked.status))
    throw wrong(`${field}.body`, `must be missing: an answer with status ${checked.status} has none`)
  if (checked.kind === 'shape') refuseNoChange(checked, field)
  return frozen(checked)
}

function refuseNoChange({ remove, set }: ShapeEffect, field: string): void {
  const isSomething = remove?.length || (set && Object.keys(set).length > 0) || (!remove && !set)
  if (!isSomething) throw wrong(`${field}.${remove ? 'remove' : 'set'}`, 'must not be empty: nothing would change')
}

const name = /^[!#$%&'*+.^_`|~\w-]+$/
// What a header can hold (RFC 9110 §5.5), as characters of one byte.
const value = /^[\t\x20-\x7e\x80-\xff]*$/
// They say how an answer is carried, which every way of carrying it decides for itself.
const carriers = [
  ...(['connection', 'content-encoding', 'content-length', 'keep-alive'] as const),
  ...(['te', 'trailer', 'transfer-encoding', 'upgrade'] as const),
] as readonly string[]

/** Headers that every way of answering can send. */
export function headersOf(headers: unknown, field: string): Readonly<Record<string, string>> {
  const wrong = (member: string, problem: string) => new MockServiceError('argument', member, problem)
  if (!isPlain(headers)) throw wrong(field, 'must be an object')
  const seen = new Set<string>()
  const entries = Object.entries(headers).map(([key, held]) => {
    const member = `${field}.${key}`
    const lower = key.toLowerCase()
    if (!name.test(key)) throw wrong(member, 'is no name of a header')
    if (carriers.includes(lower)) throw wrong(member, 'is for the connection to say')
    if (seen.has(lower)) throw wrong(member, 'stands there twice')
    seen.add(lower)
    if (typeof held !== 'string' || !value.test(held)) throw wrong(member, 'must be a text that a header can hold')
    return [key, held] as const
  })
  return Object.fromEntries(entries)
}
