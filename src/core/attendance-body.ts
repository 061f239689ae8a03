import * as z from 'zod/mini'
import { InputError } from './errors/error-classes.ts'
import { checkExtra, type Extra, newFields } from './request-body.ts'
import type { NewAttendance, NewAttendee, NewEmailAddress, NewPhoneNumber } from './results/attendance.ts'
import { isObject } from './results/hal.ts'
import { type FieldsOf, lazily, list, onlyFields, present, that } from './schema/schema.ts'
import { issuesOf, refuse } from './schema/validate.ts'
import { isPersonReference } from './url/references.ts'

const schemas = lazily(() => {
  const { identifiers, locationShape, required, text } = newFields()
  const flag = z.optional(z.boolean())
  const { venue: _, ...address } = locationShape
  const mail = required.check(that((value) => /^[^\s@]+@[^\s@]+$/.test(value), 'must be an e-mail address'))
  const person = onlyFields<NewAttendee>({
    given_name: text,
    family_name: text,
    email_addresses: z.optional(list(onlyFields<NewEmailAddress>({ address: mail, primary: flag }))),
    phone_numbers: z.optional(list(onlyFields<NewPhoneNumber>({ number: required, primary: flag }))),
    postal_addresses: z.optional(list(onlyFields(address))),
    languages_spoken: z.optional(list(z.string())),
    identifiers,
  } as FieldsOf<NewAttendee>)
  // What the person answers is open: a service may know more.
  const status = z.optional(required)
  return { told: onlyFields({ person, status }), named: onlyFields({ status }) }
})

const isGiven = (value: unknown) => Array.isArray(value) && value.length > 0

/**
 * The body of the POST that records an attendance.
 *
 * @param hrefOf address of a person whom the caller names
 * @throws InputError naming the field that cannot be sent
 */
export function attendanceBody(given: NewAttendance, extra: Extra, hrefOf: (person: never) => string): string {
  const { person, ...others } = Object(given) as NewAttendance
  const isNamed = isPersonReference(person)
  const sent = present(isNamed ? others : given)
  const issues = issuesOf(isNamed ? schemas().named : schemas().told, sent) ?? []
  refuse(issues.map((issue) => ({ ...issue, field: issue.field || 'attendance' })))
  if (isObject(person) && !isNamed) {
    // By assumption: the documents do not say what makes a person.
    const { email_addresses, phone_numbers, identifiers } = person as NewAttendee
    if (![email_addresses, phone_numbers, identifiers].some(isGiven)) {
      throw InputError.of('person.email_addresses', 'is missing, and no telephone number or identifier says who comes')
    }
  }
  checkExtra(extra, (name) => ['person', 'status', '_links'].includes(name))
  const links = isNamed && { _links: { 'osdi:person': { href: hrefOf(person as never) } } }
  return JSON.stringify({ ...(sent as object), ...extra, ...links })
}
