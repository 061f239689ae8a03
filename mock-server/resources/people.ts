import { cachedPage } from '../api/page.ts'
import { type Form, linksText, resourceText, type View } from '../api/view.ts'
import { personFacts } from '../rules/person-facts.ts'
import { attendancesOf, personFor } from '../rules/scope.ts'
import type { PersonRecord } from '../store/model.ts'
import { attendancePage } from './attendances.ts'
import { type Handler, list, type Resource } from './resource.ts'

/** What else the service could know of a person. It stores none of it, so these collections are empty (v1 §2.3). */
const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const

const getPerson: Handler = ({ view, key, ids }) => personText(view, personFor(view.context, key, ids.id), 'resource')

/** The RSVPs of a person to events tied to the key. */
const listAttendances: Handler = (call) => {
  const { context, dialect } = call.view
  const person = personFor(context, call.key, call.ids.id)
  return cachedPage(call, {
    ...attendancePage(call.view),
    path: `people/${person.id}/${dialect.attendances}`,
    all: () => attendancesOf(context, call.key, person),
  })
}

/** A collection of what the service does not store. It is there, and empty. */
const listPart: Handler = (call) => {
  const { part } = call
  const { id } = personFor(call.view.context, call.key, call.ids.id)
  const empty = { all: () => [], pathOf: () => '', text: () => '' }
  return cachedPage(call, { path: `people/${id}/${part}`, relation: `osdi:${part}`, ...empty })
}

/** A person as JSON, in the shape of v1 §2.3 under each version's names. */
export function personText(view: View, person: PersonRecord, form: Form): string {
  const { fields, attendances } = view.dialect
  const lists = [attendances, ...personParts].map((part) => [`osdi:${part}`, `people/${person.id}/${part}`] as const)
  const links = linksText(view, { self: `people/${person.id}`, ...Object.fromEntries(lists) })
  return resourceText(view, person, form, { fields: fields.people, facts: personFacts, links })
}

export const people = {
  operations: {
    'people.get': {
      method: 'GET',
      path: 'people/:id',
      linked: true,
      summary: 'Shows a person',
      response: 'Person',
      handle: getPerson,
    },
    'people.attendances': {
      ...list,
      path: 'people/:id/{attendances}',
      linked: true,
      summary: 'Lists the RSVPs of a person',
      response: 'Attendances',
      handle: listAttendances,
    },
    'people.part': {
      ...list,
      path: personParts.map((part) => `people/:id/${part}`),
      linked: true,
      summary: 'Lists what the service keeps nothing of',
      handle: listPart,
    },
  },
  shown: {
    Person: {
      table: 'people',
      links: ({ attendances }) => [attendances, ...personParts].map((part) => `osdi:${part}`),
    },
  },
  lists: Object.fromEntries(personParts.map((part) => [part, { relation: () => `osdi:${part}` }])),
} as const satisfies Resource
