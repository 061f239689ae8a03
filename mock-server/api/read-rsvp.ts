import { attendanceStatus } from '../checks.ts'
import type { Context } from '../rules/context.ts'
import { identifierForm, isNative } from '../rules/identifiers.ts'
import type { PersonInput } from '../rules/scope.ts'
import type { PersonDetails } from '../store/model.ts'
import { at, isObject, type JsonObject, textOf } from '../text/json.ts'
import { isEmail } from '../text/strings.ts'
import type { AttendanceStatus, PlaceQuery } from '../types/index.ts'
import { isStructural, readAddress } from './read.ts'

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

const isText = (value: unknown): value is string => typeof value === 'string'

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
    phone_numbers: numbers.flatMap(({ number }) => textOf(number) ?? []),
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
        email_address: textOf(at(email, 'address'))?.trim() ?? '',
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
