import { cachedPage } from '../api/page.ts'
import {
  type InvalidPart,
  ignoreOrRefuse,
  ignoreOrRefuseOptional,
  type Report,
  reportHal,
  reportUnknown,
} from '../api/read.ts'
import { readPerson, statusesIn } from '../api/read-person.ts'
import { readTags, tagMembers } from '../api/read-tags.ts'
import { type Form, linksText, resourceText, type View } from '../api/view.ts'
import type { Dialect } from '../dialects/dialect.ts'
import { attendanceValues } from '../rules/attendance-values.ts'
import { invalidField } from '../rules/http-error.ts'
import { filtered } from '../rules/odata-filter.ts'
import { newPerson, updatePerson } from '../rules/people.ts'
import { personContactValues, personValuesIn } from '../rules/person-values.ts'
import {
  attendancesOf,
  firstGroupKey,
  hasContact,
  nameOf,
  notFound,
  peopleOf,
  personFor,
  personLike,
  withoutTaken,
} from '../rules/scope.ts'
import { changeTags } from '../rules/tags.ts'
import { toArray } from '../store/lists.ts'
import type { PersonRecord } from '../store/model.ts'
import { isObject } from '../text/json.ts'
import { attendancePage, attendanceText } from './attendances.ts'
import { type Handler, list, type OpenCall, type Resource } from './resource.ts'

/** Collections of a person that the mock service does not store. They are always empty (v1 §2.3). Recorded people lack the first. */
const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const
/** Such collections that only version 2 has. */
const laterParts = ['outreaches'] as const

/** The collections of a person: the last path segment of each, by relation. */
const partsOf = ({ version, namespace, attendances, recordsPeople }: Dialect): Readonly<Record<string, string>> => ({
  ...Object.fromEntries(
    [attendances, ...personParts.slice(recordsPeople ? 1 : 0)].map((part) => [`osdi:${part}`, part]),
  ),
  ...(version === 'v2' && {
    ...Object.fromEntries(laterParts.map((part) => [`osdi:${part}`, part])),
    'osdi:taggings': 'taggings',
    [`${namespace}:responses`]: 'responses',
  }),
})

const listPeople: Handler = (call) => {
  const { context, dialect } = call.view
  const fields = [...dialect.fields.people, ...dialect.fields.personContacts]
  const values = { ...personValuesIn(dialect), ...personContactValues }
  const all = () => peopleOf(context, call.key)
  return cachedPage(call, {
    path: 'people',
    relation: 'osdi:people',
    isUncounted: true,
    pathOf: ({ id }: PersonRecord) => `people/${id}`,
    text: (person) => personText(call.view, person, 'embedded'),
    all,
    filtered: (odata) => filtered(context, fields, values, odata, () => toArray(all())),
  })
}

/** The person signup helper: updates a person who has one of the sent contacts, or adds a new person. */
const signUp: Handler = ({ view, key, body }) => {
  const { context } = view
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  reportUnknown(body, new Set(['person', ...tagMembers]), 'is not a field of a signup that the service stores', report)
  reportHal(body, [], report)
  if (body.person !== undefined && !isObject(body.person)) report('person', 'must be an object')
  const sent = isObject(body.person) ? body.person : {}
  const how = { path: 'person.', nulls: 'invalid', statuses: statusesIn.people } as const
  const described = readPerson(view, sent, report, how)
  const tags = readTags(context, body, report)
  ignoreOrRefuseOptional(context, invalid)
  if (!hasContact(context, described))
    throw invalidField(
      context.assumptions.invalidBody,
      'person.email_addresses',
      'an address or a phone number is required',
    )
  const known = personLike(context, key, described)
  const person = known
    ? updatePerson(context, known, withoutTaken(context, key, known, described, 'person.'))
    : newPerson(context, described, key)
  context.store.join(key.owner, person)
  changeTags(context, key.owner, person, tags)
  context.clock.tick()
  return storedText(view, person)
}

/** Performs a signup without an API key, for the first group. The response shows no data (assumption `keylessSignup`). */
function signUpKeyless(call: OpenCall): string {
  signUp({ ...call, key: firstGroupKey(call.view.context) })
  return '{}'
}

/** Changes the sent fields of a person. Invalid parts are ignored, as in a PUT of an event. */
const changePerson: Handler = ({ view, key, ids, body }) => {
  const { context } = view
  const person = personFor(context, key, ids.id)
  const invalid: InvalidPart[] = []
  const report: Report = (field, message, kind = 'optional') => invalid.push({ kind, field, message })
  const nulls = context.assumptions.nullInPut === 'clears' ? 'clear' : 'invalid'
  const changes = readPerson(view, body, report, { path: '', nulls, statuses: statusesIn.people, known: person })
  ignoreOrRefuse(context, invalid, () => undefined)
  const before = personText(view, person, 'resource')
  const updated = updatePerson(context, person, withoutTaken(context, key, person, changes, ''))
  context.clock.tick()
  return storedText(view, updated, before)
}

function storedText(view: View, person: PersonRecord, before?: string): string {
  const { id } = person
  view.context.noteStored({ kind: 'person', id, title: nameOf(person) }, before)
  return personText(view, person, 'resource')
}

const getPerson: Handler = ({ view, key, ids }) => personText(view, personFor(view.context, key, ids.id), 'resource')

/** The RSVPs of a person to events that the key can see. */
const listAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const person = personFor(context, call.key, call.ids.id)
  const all = () => attendancesOf(context, call.key, person)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `people/${person.id}/${dialect.attendances}`,
    all,
    filtered: (odata) => filtered(context, dialect.fields.attendances, attendanceValues, odata, all),
  })
}

const getAttendance: Handler = ({ view, key, ids }) => {
  const person = personFor(view.context, key, ids.id)
  const attendance = attendancesOf(view.context, key, person).find(({ id }) => id === ids.member)
  if (!attendance) throw notFound(view.context, 'attendance', ids.member, false)
  return attendanceText(view, attendance, 'resource')
}

/** Responds with an empty page, for a collection that the mock service does not store. */
const listPart: Handler = (call) => {
  const {
    part,
    view: { dialect },
  } = call
  const { id } = personFor(call.view.context, call.key, call.ids.id)
  const empty = { all: () => [], pathOf: () => '', text: () => '' }
  return cachedPage(call, {
    path: `people/${id}/${part}`,
    relation: part === 'responses' ? `${dialect.namespace}:responses` : `osdi:${part}`,
    ...empty,
  })
}

/** A person as JSON (v1 §2.3). In version 2, some names differ. */
export function personText(view: View, person: PersonRecord, form: Form): string {
  const { fields } = view.dialect
  const lists = Object.entries(partsOf(view.dialect)).map(([relation, part]) => [
    relation,
    `people/${person.id}/${part}`,
  ])
  const links = linksText(view, { self: `people/${person.id}`, ...Object.fromEntries(lists) })
  return resourceText(view, person, form, { fields: fields.people, values: personValuesIn(view.dialect), links })
}

export const people = {
  operations: {
    'people.list': {
      ...list,
      path: 'people',
      filtered: ['people', 'personContacts'],
      linked: true,
      summary: 'Lists people',
      response: 'People',
      handle: listPeople,
    },
    'people.create': {
      method: 'POST',
      path: 'people',
      collection: true,
      linked: true,
      summary: 'Adds or updates a person',
      response: 'Person',
      request: 'Signup',
      deferrable: true,
      handle: signUp,
      withoutKey: {
        accepts: ({ keylessSignup }, sent) => keylessSignup === '200 {}' && sent === undefined,
        handle: signUpKeyless,
      },
    },
    'people.get': {
      method: 'GET',
      path: 'people/:id',
      linked: true,
      summary: 'Shows a person',
      response: 'Person',
      handle: getPerson,
    },
    'people.update': {
      method: 'PUT',
      path: 'people/:id',
      linked: true,
      summary: 'Changes what is sent of a person',
      response: 'Person',
      request: 'PersonChanges',
      deferrable: true,
      handle: changePerson,
    },
    'people.attendances': {
      ...list,
      path: 'people/:id/{attendances}',
      filtered: ['attendances'],
      linked: true,
      summary: 'Lists the RSVPs of a person',
      response: 'Attendances',
      handle: listAttendances,
    },
    'people.attendance': {
      method: 'GET',
      path: 'people/:id/{attendances}/:member',
      linked: true,
      summary: 'Shows an RSVP of a person',
      response: 'Attendance',
      handle: getAttendance,
    },
    'people.part': {
      ...list,
      path: [...personParts, ...laterParts, 'responses'].map((part) => `people/:id/${part}`),
      linked: true,
      summary: 'Returns an empty list, because the mock service does not store these',
      handle: listPart,
    },
  },
  sent: {
    Signup: { table: 'people', isNew: true, relations: [], isPerson: true, tags: true },
    PersonChanges: { table: 'people', isNew: false, relations: [] },
  },
  shown: { Person: { table: 'people', links: (dialect) => Object.keys(partsOf(dialect)) } },
  lists: {
    People: { of: 'Person', relation: () => 'osdi:people', isUncounted: true },
    ...Object.fromEntries([...personParts, ...laterParts].map((part) => [part, { relation: () => `osdi:${part}` }])),
    responses: { relation: ({ namespace }) => `${namespace}:responses` },
  },
} as const satisfies Resource
