import type { Context } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { PersonInput } from '../rules/people.ts'
import type { PersonDetails } from '../store/model.ts'
import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { isEmail } from '../text/strings.ts'
import type { AttendanceStatus, PlaceQuery } from '../types/index.ts'
import { attendanceStatus } from '../validate.ts'
import { checkLength, type InvalidPart, isText, type Report, readAddress, reportHal, reportUnknown } from './read.ts'

/** What a body says of an RSVP. */
interface ReadRsvp {
  readonly status: AttendanceStatus
  /** The person who is described; the e-mail address is empty if none is valid. */
  readonly person: PersonInput
  /** What of it does not count: the caller decides whether to refuse or to ignore it. */
  readonly invalid: readonly InvalidPart[]
}

const personFields = [
  ...['given_name', 'family_name', 'email_addresses', 'phone_numbers', 'postal_addresses'],
  ...['languages_spoken', 'identifiers'],
]

/** Reads the body of an RSVP. An RSVP without a status accepts. */
export function readRsvp(context: Context, body: JsonObject): ReadRsvp {
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const sent = isObject(body.person) ? body.person : {}
  if (body.person !== undefined && !isObject(body.person)) report('person', 'must be an object')
  const { status } = body
  const answer = attendanceStatus.test(status) ? status : undefined
  if (status !== undefined && answer === undefined) report('status', `must be ${attendanceStatus.expected}`)

  for (const field of Object.keys(sent))
    if (!personFields.includes(field)) report(`person.${field}`, 'is not a field of a person that the service stores')
  reportUnknown(body, new Set(['person', 'status']), 'is not a field of an RSVP that the service stores', report)
  reportHal(body, ['osdi:person'], report)

  const lists = listsOf(context, sent, report)
  const [email] = lists.contacts('email_addresses', 'address', (address) => isEmail(address.trim()), 1)
  const numbers = lists.contacts('phone_numbers', 'number', (number) => number.trim() !== '')
  const { postal_code, ...address } = lists.address()
  const details: PersonDetails = {
    phone_numbers: numbers,
    languages_spoken: lists.texts('languages_spoken', () => true, 'must be text'),
    identifiers: [
      ...new Set(
        lists.texts(
          'identifiers',
          (entry) => identifierForm.test(entry) && !isNative(context, entry),
          `must be ${identifierForm.expected}, and not with the prefix ${context.namespace}:`,
        ),
      ),
    ],
    address,
  }
  const hasDetails = Object.values(details).some((detail) => Object.keys(detail).length > 0)
  const name = (field: string) => {
    const value = sent[field]
    if (value !== undefined && !isText(value)) report(`person.${field}`, 'must be text')
    return isText(value) ? value : ''
  }
  return {
    invalid,
    status: answer ?? 'accepted',
    person: {
      given_name: name('given_name'),
      family_name: name('family_name'),
      email_address: email?.trim() ?? '',
      postal_code,
      details: hasDetails ? details : undefined,
    },
  }
}

/** Reads the lists of a person. */
function listsOf(context: Context, sent: JsonObject, report: Report) {
  /** The entries that pass a test, each with its path. */
  const entries = <Entry>(name: string, isValid: (entry: unknown) => entry is Entry, problem: string) => {
    const field = `person.${name}`
    const list = sent[name]
    if (list === undefined) return []
    if (!Array.isArray(list)) {
      report(field, 'must be a list')
      return []
    }
    checkLength(context, field, list)
    return list.flatMap((entry: unknown, index) => {
      const path = `${field}[${index}]`
      if (isValid(entry)) return [{ path, entry }]
      report(path, problem)
      return []
    })
  }

  const texts = (name: string, isValid: (entry: string) => boolean, problem: string): readonly string[] =>
    entries(name, (entry): entry is string => isText(entry) && isValid(entry), problem).map(({ entry }) => entry)

  /** The valid values of a member of each entry, the first that is marked primary in front; `max` of them are stored. */
  const contacts = (
    name: string,
    member: string,
    isValid: (value: string) => boolean,
    max = Number.POSITIVE_INFINITY,
  ) => {
    const isContact = (entry: unknown): entry is JsonObject => {
      const value = getIn(entry, member)
      return isText(value) && isValid(value)
    }
    const found = primaryFirst(entries(name, isContact, `must be an object with a valid ${member}`))
    for (const { path, entry } of found.slice(0, max))
      for (const other of Object.keys(entry))
        if (other !== member && other !== 'primary') report(`${path}.${other}`, 'is not stored', 'never refused')
    reportUnused(found.slice(max))
    return found.slice(0, max).map(({ entry }) => String(entry[member]))
  }

  const reportUnused = (unused: readonly { readonly path: string }[]) => {
    for (const { path } of unused) report(path, 'only the primary one is stored', 'never refused')
  }

  const address = (): PlaceQuery => {
    const [first, ...others] = primaryFirst(entries('postal_addresses', isObject, 'must be an object'))
    reportUnused(others)
    const { primary: _primary, ...place } = first?.entry ?? {}
    // Without `null`, which is invalid in a POST.
    return readAddress(place, 'invalid', (part, message, kind) =>
      report(`${first?.path}.${part}`, message, kind),
    ) as PlaceQuery
  }

  return { texts, contacts, address }
}

/** The entries, the first that is marked primary in front. */
function primaryFirst<Entry extends { readonly entry: JsonObject }>(entries: readonly Entry[]): readonly Entry[] {
  const primary = entries.find(({ entry }) => entry.primary === true)
  return primary ? [primary, ...entries.filter((entry) => entry !== primary)] : entries
}
