import { cellText, type IdOf, idOrUndefined, type ReadField, valueAt } from '../run/field-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'
import { shortIdOf } from './short-id.ts'

/** An RSVP with its person, as `--json` prints them. */
export interface ShownEntry {
  readonly rsvp: object
  /** Null if the person cannot be read. */
  readonly person: object | null
  /** Why the person cannot be read. */
  readonly error?: { readonly code: string; readonly status?: number; readonly message: string }
}

/** Makes a function that reads fields of an entry by the dotted names of its JSON. `id` is the id of the RSVP. */
export const entryReader =
  (idOf: IdOf): ReadField =>
  (entry, name) => {
    const { rsvp, person } = entry as ShownEntry
    if (name === 'id' || name === 'rsvp.id') return idOrUndefined(rsvp, idOf)
    return name === 'person.id' ? person && idOrUndefined(person, idOf) : valueAt(entry, name)
  }

/** The columns of the check-in list, and the values of an entry in them. */
const checkIn: Readonly<Record<string, (person: PersonFields, rsvp: object, idOf: IdOf) => unknown>> = {
  Here: (_, rsvp) => (valueAt(rsvp, 'status') === 'attended' ? 'x' : ''),
  'First name': ({ given_name }) => given_name,
  'Last name': ({ family_name }) => family_name,
  'E-mail': ({ email_addresses }) => contactIn(email_addresses, 'address'),
  Phone: ({ phone_numbers }) => contactIn(phone_numbers, 'number'),
  Status: (_, rsvp) => valueAt(rsvp, 'status'),
  Tags: tagsOf,
  'RSVP id': (_, rsvp, idOf) => idOrUndefined(rsvp, idOf),
}

/** The columns of the check-in list. */
export const checkInColumns = Object.keys(checkIn)

/** Makes a function that reads the cells of the check-in list. Cells are texts, because a telephone number is no number. */
export const checkInReader =
  (idOf: IdOf): ReadField =>
  (entry, column) => {
    const { rsvp, person } = entry as ShownEntry
    return cellText(checkIn[column]?.(person ?? {}, rsvp, idOf))
  }

const columns: readonly Column[] = [
  { name: 'NAME', least: 12 },
  { name: 'E-MAIL', least: 20, isOptional: true },
  { name: 'PHONE', isOptional: true },
  { name: 'STATUS' },
  { name: 'TAGS', least: 6, isOptional: true, importance: 1 },
  { name: 'ID', styleOf: () => 'dim', importance: 2 },
]

/** Formats a roster as a short table. A terminal shows short ids of RSVPs; files and pipes get whole ids. */
export function rosterTableOf(entries: readonly object[], screen: Screen, idOf: IdOf): string {
  const isWhole = screen.width === undefined
  const rows = (entries as readonly ShownEntry[]).map((entry) => {
    const { rsvp, person, error } = entry
    const known: PersonFields = person ?? {}
    const id = idOrUndefined(rsvp, idOf) ?? ''
    return [
      error && !isWhole ? '(unreadable)' : nameOf(known),
      contactIn(known.email_addresses, 'address'),
      contactIn(known.phone_numbers, 'number'),
      cellText(valueAt(rsvp, 'status')),
      tagsOf(known),
      isWhole ? id : shortIdOf(id),
    ]
  })
  return tableOf(columns, rows, screen)
}

/** The fields of a person in tables. They have the same names in both versions. A service may send other values in them. */
interface PersonFields {
  readonly given_name?: unknown
  readonly family_name?: unknown
  readonly email_addresses?: unknown
  readonly phone_numbers?: unknown
  readonly tag_list?: unknown
}

const nameOf = ({ given_name, family_name }: PersonFields): string =>
  [given_name, family_name].map(cellText).filter(Boolean).join(' ')

/** The primary contact of a list, else the first one. */
function contactIn(contacts: unknown, member: 'address' | 'number'): string {
  const given = Array.isArray(contacts) ? contacts.filter((each) => valueAt(each, member)) : []
  return cellText(valueAt(given.find((each) => valueAt(each, 'primary') === true) ?? given[0], member))
}

/** Names of tags: of the field `tag_list`, and of embedded tags. Many services send neither. */
function tagsOf(person: PersonFields): string {
  const embedded = valueAt(person, '_embedded.osdi:tags')
  const names = Array.isArray(embedded) ? embedded.map((tag) => valueAt(tag, 'name')) : []
  const listed = Array.isArray(person.tag_list) ? person.tag_list : []
  return [...new Set([...listed, ...names].map(cellText).filter(Boolean))].join('; ')
}
