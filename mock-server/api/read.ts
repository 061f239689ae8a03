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
  if (assumptions.contentType === 415 && !jsonType.test(header('content-type') ?? ''))
    throw new HttpError(415, 'Content-Type: must be application/json')
  if (!isUtf8) throw new HttpError(assumptions.invalidBody, 'body: must be UTF-8')
  const value = parse(body)
  if (!isObject(value)) throw new HttpError(assumptions.invalidBody, 'body: must be a JSON object')
  return value
}

/** Where a body's link of a relation leads; HAL allows a single link in an array too. */
export function hrefIn(body: unknown, relation: string): string | undefined {
  const link = getIn(body, '_links', relation)
  return stringOf(getIn(Array.isArray(link) && link.length === 1 ? link[0] : link, 'href'))
}

/** The members that HAL defines. */
const isHal = (name: string, value: unknown): boolean => (name === '_links' || name === '_embedded') && isObject(value)

/** A part of a body that does not count. The caller decides whether to refuse or to ignore it. */
export interface InvalidField {
  /** `required`: a required field is missing, empty or of a wrong type; `optional`: any other entry is invalid. */
  readonly kind: 'required' | 'optional' | 'postal code'
  /** Wire name of the field. */
  readonly field: string
}

/** What `null` does: it clears a field, as in a PUT, or is invalid, as in a POST. */
export type Nulls = 'clear' | 'invalid'

/** Reads the value of a field; undefined for one that does not count. */
type Reader = (value: unknown, nulls: Nulls, report: (member: string) => void) => unknown

const isText = (value: unknown): value is string => typeof value === 'string'

const text: Reader = stringOf
const requiredText: Reader = (value) => (isText(value) && value.trim() !== '' ? value : undefined)
const localTime: Reader = (value) => (isText(value) ? localDigits(value) : undefined)
const list: Reader = (value) => (Array.isArray(value) ? value : undefined)
const location: Reader = (value, nulls, report) => (isObject(value) ? readAddress(value, nulls, report) : undefined)

const readers: Readonly<Record<InputName, Reader>> = {
  title: requiredText,
  origin_system: requiredText,
  name: text,
  description: text,
  instructions: text,
  browser_url: text,
  start: localTime,
  end: localTime,
  location,
  identifiers: list,
}

/** Reads the fields of a body under a version's names, and lists what does not count. */
export function readEvent(
  dialect: Dialect,
  body: JsonObject,
  nulls: Nulls,
): { readonly input: EventInput; readonly problems: readonly InvalidField[] } {
  const input: Record<string, unknown> = {}
  const problems: InvalidField[] = []
  for (const { wire, fact, editable, required } of dialect.fields) {
    const sent = body[wire]
    if (!editable || (sent === undefined && !required)) continue
    const report = (member: string) => problems.push({ kind: 'optional', field: `${wire}.${member}` })
    const value = sent === null && nulls === 'clear' && !required ? null : readers[fact](sent, nulls, report)
    if (value === undefined) problems.push({ kind: required ? 'required' : 'optional', field: wire })
    else if (!isEmptied(sent, value)) input[fact] = value
    if (fact === 'location' && isObject(value) && typeof value.postal_code !== 'string')
      problems.push({ kind: 'postal code', field: `${wire}.postal_code` })
  }
  for (const name of Object.keys(body))
    if (!isField(dialect, name) && !isHal(name, body[name])) problems.push({ kind: 'optional', field: name })
  return { input, problems }
}

/** Whether an object was sent and none of its members counts: then nothing was sent, while `{}` is an empty location. */
const isEmptied = (sent: unknown, value: unknown): boolean =>
  isObject(sent) && isObject(value) && Object.keys(sent).length > 0 && Object.keys(value).length === 0

/** Whether a version's table of fields has a name. The table of version 1 has the embedded people too (v1 §2.1). */
const isField = ({ fields, embedsPeople }: Dialect, name: string): boolean =>
  fields.some(({ wire }) => wire === name) || (embedsPeople && ['osdi:creator', 'osdi:organizer'].includes(name))

/** Reads each part of an address; undefined for a value that does not count. */
const partReaders: ReadonlyMap<string, (value: unknown) => unknown> = new Map(
  Object.entries({
    ...{ venue: stringOf, locality: stringOf, region: stringOf, postal_code: stringOf },
    country: (value) => (isText(value) && /^[A-Za-z]{2}$/.test(value) ? value.toUpperCase() : undefined),
    // Only the first line is used (v1 §2.2, v2 §2.2).
    address_lines: (value) => (Array.isArray(value) && value.every(isText) ? value.slice(0, 1) : undefined),
  }),
)
// They are in the table, and geocoding always overwrites them (v1 §2.2, v2 §2.2).
const overwrittenParts = ['language', 'location']

/** Reads the parts of an address. Invalid ones are reported and left out. */
function readAddress(address: JsonObject, nulls: Nulls, report: (part: string) => void): AddressInput {
  const input: Record<string, unknown> = {}
  for (const [name, sent] of Object.entries(address)) {
    if (overwrittenParts.includes(name)) continue
    const read = partReaders.get(name)
    const value = read && sent === null && nulls === 'clear' ? null : read?.(sent)
    if (value === undefined) report(name)
    else input[name] = value
  }
  return input
}

/** What a body says of an RSVP. */
export interface RsvpInput {
  readonly status: AttendanceStatus
  /** The person who is described; the e-mail address is empty if none is valid. */
  readonly person: PersonInput
}

const personFields = [
  ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses'],
  ...['languages_spoken', 'identifiers'],
]

/** Reads the body of an RSVP, and the paths of what does not count. An RSVP without a status accepts. */
export function readRsvp(
  context: Context,
  body: JsonObject,
): { readonly input: RsvpInput; readonly problems: readonly string[] } {
  const problems: string[] = []
  const report = (field: string) => void problems.push(field)
  const read = <Value>(field: string, value: unknown, isValid: (value: unknown) => value is Value) => {
    if (value === undefined || isValid(value)) return value
    report(field)
    return undefined
  }
  const sent = read('person', body.person, isObject) ?? {}
  const name = (field: string) => read(`person.${field}`, sent[field], isText) ?? ''
  /** The valid entries of a list. */
  const entries = <Entry>(field: string, isValid: (entry: unknown) => entry is Entry): readonly Entry[] => {
    const list = read(`person.${field}`, sent[field], Array.isArray) ?? []
    const valid = list.filter(isValid)
    if (valid.length < list.length) report(`person.${field}`)
    return valid
  }
  const objects = (field: string, isValid: (entry: JsonObject) => boolean) =>
    primaryFirst(entries(field, (entry): entry is JsonObject => isObject(entry) && isValid(entry)))

  for (const field of Object.keys(sent)) if (!personFields.includes(field)) report(`person.${field}`)
  for (const field of Object.keys(body))
    if (field !== 'person' && field !== 'status' && !isHal(field, body[field])) report(field)

  const [email] = objects('email_addresses', ({ address }) => isText(address) && isEmail(address.trim()))
  const numbers = objects('phone_numbers', ({ number }) => isText(number) && number.trim() !== '')
  const [{ primary: _primary, ...place } = {}] = objects('postal_addresses', () => true)
  const { postal_code, ...address } = readAddress(place, 'invalid', (part) => report(`person.postal_addresses.${part}`))
  const isForeign = (entry: unknown): entry is string => identifierForm.test(entry) && !isNative(context, entry)
  const details: PersonDetails = {
    phone_numbers: numbers.flatMap(({ number }) => stringOf(number) ?? []),
    languages_spoken: entries('languages_spoken', isText),
    identifiers: [...new Set(entries('identifiers', isForeign))],
    // Without `null`, which is invalid in a POST.
    address: address as PlaceQuery,
  }
  const hasDetails = Object.values(details).some((detail) => Object.keys(detail).length > 0)
  return {
    problems,
    input: {
      status: read('status', body.status, attendanceStatus.test) ?? 'accepted',
      person: {
        given_name: name('given_name'),
        family_name: name('family_name'),
        email_address: stringOf(getIn(email, 'address'))?.trim() ?? '',
        postal_code: postal_code ?? undefined,
        details: hasDetails ? details : undefined,
      },
    },
  }
}

/** The entries, the first that is marked primary in front. */
function primaryFirst(entries: readonly JsonObject[]): readonly JsonObject[] {
  const primary = entries.find((entry) => entry.primary === true)
  return primary ? [primary, ...entries.filter((entry) => entry !== primary)] : entries
}
