import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { PersonInput } from '../rules/people.ts'
import { isObject, type JsonObject } from '../text/json.ts'
import type { AttendanceStatus } from '../types/index.ts'
import { type InvalidPart, type Report, reportHal, reportUnknown } from './read.ts'
import { readFields } from './read-fields.ts'
import type { View } from './view.ts'

/** The RSVP in a body. */
interface ReadRsvp {
  readonly status: AttendanceStatus
  /** The described person. */
  readonly person: PersonInput
  /** Invalid and unused parts. The caller decides whether to ignore or to refuse each. */
  readonly invalid: readonly InvalidPart[]
}

/** Reads the body of an RSVP. Without a valid status, the status is `accepted`. */
export function readRsvp(view: View, body: JsonObject): ReadRsvp {
  const { context, dialect } = view
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const fields = dialect.fields.attendances
  const reading = { context, isNew: true, nulls: 'invalid', report } as const
  const { status = 'accepted' } = readFields({ ...reading, path: '' }, fields, body)
  const known = new Set([...fields.map(({ wire }) => wire), 'person'])
  reportUnknown(body, known, 'is not a field of an RSVP that the service stores', report)
  reportHal(body, ['osdi:person'], report)
  if (body.person !== undefined && !isObject(body.person)) report('person', 'must be an object')
  const person = readPerson(view, isObject(body.person) ? body.person : {}, report)
  return { invalid, status: status as AttendanceStatus, person }
}

/** Reads a person whom a body describes. */
function readPerson({ context, dialect }: View, sent: JsonObject, report: Report): PersonInput {
  const fields = dialect.fields.people
  const input = readFields({ context, isNew: true, nulls: 'invalid', report, path: 'person.' }, fields, sent)
  const known = new Set(fields.map(({ wire }) => wire))
  reportUnknown(sent, known, 'is not a field of a person that the service stores', (name, message, kind) =>
    report(`person.${name}`, message, kind),
  )
  const isForeign = (entry: unknown, index: number): boolean => {
    const isValid = identifierForm.test(entry) && !isNative(context, entry)
    const problem = `must be ${identifierForm.expected}, and not with the prefix ${context.namespace}:`
    if (!isValid) report(`person.identifiers[${index}]`, problem)
    return isValid
  }
  const { identifiers, ...others } = input
  const foreign = Array.isArray(identifiers) ? [...new Set(identifiers.filter(isForeign))] : []
  const filled = Object.entries(others).filter(([, value]) => Object.keys(value ?? {}).length > 0)
  return {
    given_name: '',
    family_name: '',
    email_addresses: [],
    ...Object.fromEntries(filled),
    ...(foreign.length > 0 && { identifiers: foreign }),
  }
}
