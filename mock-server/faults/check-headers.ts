import { MockServiceError } from '../errors.ts'
import { isPlain } from '../text/json.ts'

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
