import type { Assumptions } from '../assumptions.ts'
import type { Dialect, InputName } from '../dialects/dialect.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { PersonInput } from '../rules/people.ts'
import type { AddressInput, EventInput, PersonDetails } from '../store/model.ts'
import { getIn, isObject, type JsonObject, parse, stringOf } from '../text/json.ts'
import { localDigits } from '../text/local-time.ts'
import { isEmail } from '../text/strings.ts'
import type { AttendanceStatus, PlaceQuery } from '../types/index.ts'
import { attendanceStatus } from '../validate.ts'
import { maxBodyBytes, type ServiceRequest } from './message.ts'

const jsonType = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i

/** The JSON object of a body, or the refusal of the request (assumptions `contentType`, `invalidBody`). */
export function readBody(
  assumptions: Readonly<Assumptions>,
  { header, body, isUtf8, isTooLong }: ServiceRequest,
): JsonObject {
  if (isTooLong) throw new HttpError(413, `body: is longer than ${maxBodyBytes / 1024 ** 2} MiB`)
  if (assumptions.contentType === 415 && !jsonType.test(header('content-type') ?? '')) {
    throw new HttpError(415, 'Content-Type: must be application/json')
  }
  if (!isUtf8) throw new HttpError(assumptions.invalidBody, 'body: must be UTF-8')
  const parsed = parse(body)
  if (isObject(parsed)) return parsed
  throw new HttpError(assumptions.invalidBody, 'body: must be a JSON object')
}

/** Something in a body that is not as the tables say. Whether it is refused or ignored is the service's decision. */
export interface InvalidField {
  /** `required`: a required field is missing, empty or of a wrong type; `optional`: any other entry is invalid. */
  readonly kind: 'required' | 'optional' | 'postal code'
  /** Wire name of the field. */
  readonly field: string
}

/** A field's value, `null` where it is to be cleared; undefined where the value does not count. */
type Reader = (value: unknown, nulls: Nulls, report: (member: string) => void) => unknown

const isText = (value: unknown): value is string => typeof value === 'string'

const text: Reader = stringOf
const requiredText: Reader = (value) => (typeof value === 'string' && value.trim() !== '' ? value : undefined)
const localTime: Reader = (value) => (typeof value === 'string' ? localDigits(value) : undefined)
const list: Reader = (value) => (Array.isArray(value) ? value : undefined)

const readers: Readonly<Record<InputName, Reader>> = {
  title: requiredText,
  origin_system: requiredText,
  name: text,
  description: text,
  instructions: text,
  browser_url: text,
  start: localTime,
  end: localTime,
  location: (value, nulls, report) => (isObject(value) ? readAddress(value, nulls, report) : undefined),
  identifiers: list,
}

/** Reads a body's fields under a version's names, and what in it does not count. */
export function readEvent(
  dialect: Dialect,
  body: JsonObject,
  nulls: Nulls,
): { readonly input: EventInput; readonly problems: readonly InvalidField[] } {
  const input: Record<string, unknown> = {}
  const problems: InvalidField[] = []
  for (const { wire, fact, editable, required } of dialect.fields) {
    const value = body[wire]
    if (!editable || (value === undefined && !required && !Object.hasOwn(body, wire))) continue
    const clears = value === null && nulls === 'clear' && !required
    const report = (member: string) => problems.push({ kind: 'optional', field: `${wire}.${member}` })
    const read = clears ? null : readers[fact](value, nulls, report)
    if (read === undefined) problems.push({ kind: required ? 'required' : 'optional', field: wire })
    else if (!isHollow(value, read)) input[fact] = read
    if (fact === 'location' && isObject(read) && typeof read.postal_code !== 'string') {
      problems.push({ kind: 'postal code', field: `${wire}.postal_code` })
    }
  }
  for (const name of Object.keys(body)) {
    if (!isKnown(dialect, name) && !isStructural(name, body[name])) problems.push({ kind: 'optional', field: name })
  }
  return { input, problems }
}

/** Whether parts were sent and none of them counts: then nothing was sent, where `{}` is all there is to be. */
const isHollow = (sent: unknown, read: unknown): boolean =>
  isObject(sent) && isObject(read) && Object.keys(sent).length > 0 && Object.keys(read).length === 0

/** Whether a body may have a name. Version 1's table lists two more, beside what HAL gives a meaning to (v1 §2.1). */
const isKnown = ({ fields, embedsPeople }: Dialect, name: string): boolean =>
  fields.some(({ wire }) => wire === name) || (embedsPeople && ['osdi:creator', 'osdi:organizer'].includes(name))

/** What HAL gives a meaning to. */
const isStructural = (name: string, value: unknown): boolean =>
  (name === '_links' || name === '_embedded') && isObject(value)

/** What `null` does: it clears, as in a PUT, or is one more invalid entry, as in a POST. */
export type Nulls = 'clear' | 'invalid'

/** How each part of an address is read; undefined where the value does not count. */
const parts: ReadonlyMap<string, (value: unknown) => unknown> = new Map(
  Object.entries({
    ...{ venue: stringOf, locality: stringOf, region: stringOf, postal_code: stringOf },
    country: (value) => (isText(value) && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
    // Only the first line is used (v1 §2.2, v2 §2.2).
    address_lines: (value) => (Array.isArray(value) && value.every(isText) ? value.slice(0, 1) : undefined),
  }),
)
// In the table, and always overwritten: what is sent makes no difference (v1 §2.2, v2 §2.2).
const overwritten = ['language', 'location']

/** Reads the parts of a location. One that is invalid is reported and left out; of `null` it is as for fields. */
function readAddress(location: JsonObject, nulls: Nulls, report: (member: string) => void): AddressInput {
  const read: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(location)) {
    if (overwritten.includes(name)) continue
    const part = parts.get(name)
    const valid = part && value === null && nulls === 'clear' ? null : part?.(value)
    if (valid === undefined) report(name)
    else read[name] = valid
  }
  return read
}

/** Where a body's link of a relation leads; HAL lets a single link stand in an array too. */
export function hrefIn(body: unknown, relation: string): string | undefined {
  const given = getIn(body, '_links', relation)
  return stringOf(getIn(Array.isArray(given) && given.length === 1 ? given[0] : given, 'href'))
}

/** What a body says of an RSVP. */
export interface RsvpInput {
  readonly status: AttendanceStatus
  /** The person who is described, with an empty e-mail address where none is valid. */
  readonly person: PersonInput
}

const ofPerson = [
  ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses'],
  ...['languages_spoken', 'identifiers'],
]

/** Reads the body of an RSVP, and the paths of what in it does not count. An RSVP that names no status accepts. */
export function readRsvp(
  context: Context,
  body: JsonObject,
): { readonly input: RsvpInput; readonly problems: readonly string[] } {
  const problems: string[] = []
  const report = (field: string) => void problems.push(field)
  const read = <Value>(value: unknown, field: string, fits: (value: unknown) => value is Value): Value | undefined => {
    if (value === undefined || fits(value)) return value
    report(field)
    return undefined
  }
  const person = read(body.person, 'person', isObject) ?? {}
  const path = (name: string) => `person.${name}`
  const list = <Entry>(name: string, fits: (entry: unknown) => entry is Entry): readonly Entry[] => {
    const entries = read(person[name], path(name), Array.isArray) ?? []
    const valid = entries.filter(fits)
    if (valid.length < entries.length) report(path(name))
    return valid
  }
  const name = (field: string) => read(person[field], path(field), isText) ?? ''
  const objects = (field: string, fits: (entry: JsonObject) => boolean) =>
    primaryFirst(list(field, (entry): entry is JsonObject => isObject(entry) && fits(entry)))
  for (const field of Object.keys(person)) if (!ofPerson.includes(field)) report(path(field))
  for (const field of Object.keys(body))
    if (field !== 'person' && field !== 'status' && !isStructural(field, body[field])) report(field)

  const [email] = objects('email_addresses', ({ address }) => isText(address) && isEmail(address.trim()))
  const numbers = objects('phone_numbers', ({ number }) => isText(number) && number.trim() !== '')
  const [{ primary: _primary, ...place } = {}] = objects('postal_addresses', () => true)
  const { postal_code, ...address } = readAddress(place, 'invalid', (part) => report(path(`postal_addresses.${part}`)))
  const isForeign = (entry: unknown): entry is string => identifierForm.test(entry) && !isNative(context, entry)
  const details: PersonDetails = {
    phone_numbers: numbers.flatMap(({ number }) => stringOf(number) ?? []),
    languages_spoken: list('languages_spoken', isText),
    identifiers: [...new Set(list('identifiers', isForeign))],
    // A POST clears nothing: there is no null among its parts.
    address: address as PlaceQuery,
  }
  const isBare = Object.values(details).every((detail) => Object.keys(detail).length === 0)
  return {
    problems,
    input: {
      status: read(body.status, 'status', attendanceStatus.test) ?? 'accepted',
      person: {
        given_name: name('given_name'),
        family_name: name('family_name'),
        email_address: stringOf(getIn(email, 'address'))?.trim() ?? '',
        postal_code: postal_code ?? undefined,
        details: isBare ? undefined : details,
      },
    },
  }
}

/** The entries, with the first that is marked primary in front. */
function primaryFirst(entries: readonly JsonObject[]): readonly JsonObject[] {
  const first = entries.find(({ primary }) => primary === true)
  return first ? [first, ...entries.filter((entry) => entry !== first)] : entries
}
