import type { Context } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { PersonChanges } from '../rules/people.ts'
import type { EmailRecord, PersonRecord, PhoneRecord } from '../store/model.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import { type Nulls, nullProblem, type Report, reportHal, reportUnknown } from './read.ts'
import { readFields } from './read-fields.ts'
import type { View } from './view.ts'

/** How `readPerson` reads the fields of a person. */
export interface PersonReading {
  /** The path of the person in the body, with a dot at its end. Empty for the body itself. */
  readonly path: string
  readonly nulls: Nulls
  /** The statuses that the request can give to e-mail addresses and phone numbers. */
  readonly statuses: readonly string[]
  /** The person whom the request changes. Absent in a POST. */
  readonly known?: PersonRecord
}

/** The statuses that an RSVP can give to a contact, and the statuses that requests for people can give. */
export const statusesIn = { rsvp: ['subscribed'], people: ['subscribed', 'unsubscribed'] } as const

/** Reads the fields of a person. Reports invalid and unused parts, and leaves these parts out. */
export function readPerson(view: View, body: JsonObject, report: Report, how: PersonReading): PersonChanges {
  const { context, dialect } = view
  const { path, nulls, known } = how
  const sent = known ? withPrimaryContacts(body, known) : body
  const fields = dialect.fields.people
  const below: Report = (name, message, kind) => report(path + name, message, kind)
  const input = readFields({ context, version: dialect.version, isNew: false, nulls, report, path }, fields, sent)
  const names = new Set(fields.map(({ wire }) => wire))
  reportUnknown(sent, names, 'is not a field of a person that the service stores', below)
  if (path === '') reportHal(sent, [], report)
  const read = input as PersonChanges
  for (const name of ['email_addresses', 'identifiers'] as const) if (read[name] === null) below(name, nullProblem)
  return {
    ...read,
    ...(read.email_addresses && { email_addresses: withStatuses(read.email_addresses, 'email_addresses', how, below) }),
    ...(read.phone_numbers && {
      phone_numbers: withStatuses(read.phone_numbers.map(digitsOf), 'phone_numbers', how, below),
    }),
    ...(read.identifiers && { identifiers: freeIdentifiers(context, read.identifiers, known, below) }),
    ...(nulls === 'clear' && isObject(sent.custom_fields) && { cleared: nullsIn(sent.custom_fields) }),
  }
}

/** Completes the sent contacts without an address or a number: they change the primary contact. */
function withPrimaryContacts(sent: JsonObject, { email_addresses, phone_numbers }: PersonRecord): JsonObject {
  const completed = (name: string, primary: JsonObject | undefined) => {
    const entries = sent[name]
    if (!Array.isArray(entries) || !primary) return {}
    const isIncomplete = (entry: unknown) =>
      isObject(entry) && Object.keys(primary).every((member) => entry[member] === undefined)
    return { [name]: entries.map((entry) => (isIncomplete(entry) ? { ...entry, ...primary } : entry)) }
  }
  const [email, phone] = [email_addresses[0], phone_numbers?.[0]]
  return {
    ...sent,
    ...completed('email_addresses', email && { address: email.address }),
    ...completed('phone_numbers', phone && { number: phone.number }),
  }
}

const nullsIn = (fields: JsonObject): readonly string[] =>
  Object.entries(fields).flatMap(([name, value]) => (value === null ? [name] : []))

/** Converts a phone number to the form that the service stores: digits without a plus. */
const digitsOf = (phone: PhoneRecord): PhoneRecord => ({ ...phone, number: phone.number.replace(/\D/g, '') })

/** Removes and reports the statuses that the request cannot set. */
function withStatuses<Entry extends EmailRecord | PhoneRecord>(
  entries: readonly Entry[],
  field: string,
  { statuses }: PersonReading,
  report: Report,
): readonly Entry[] {
  return entries.map((entry, index) => {
    if (entry.status === undefined || statuses.includes(entry.status)) return entry
    report(`${field}[${index}].status`, `can only be set to ${statuses.join(' or ')}`, 'never refused')
    return { ...entry, status: undefined }
  })
}

/** The valid identifiers that no other person has. Reports all other identifiers. */
function freeIdentifiers(
  context: Context,
  entries: readonly unknown[],
  known: PersonRecord | undefined,
  report: Report,
): readonly string[] {
  const problemOf = (entry: unknown): string | undefined => {
    const form = `must be ${identifierForm.expected}, and not with the prefix ${context.namespace}:`
    if (!identifierForm.test(entry)) return form
    if (isNative(context, entry)) return entry === `${context.namespace}:${known?.id}` ? undefined : form
    const others = context.store.peopleBy('identifier', entry).filter(({ id }) => id !== known?.id)
    return others.length > 0 ? 'another person has it' : undefined
  }
  const free = entries.filter((entry, index): entry is string => {
    const problem = problemOf(entry)
    if (problem !== undefined) report(`identifiers[${index}]`, problem)
    return problem === undefined
  })
  return [...new Set(free)].filter((identifier) => !isNative(context, identifier))
}
