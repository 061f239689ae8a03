import * as z from 'zod/mini'
import { once } from '../base/values.ts'
import { notAnAttendance, notAnEvent, notAPerson, showsAttendance, showsEvent, showsPerson } from '../hal/recognise.ts'
import type { ResourceName } from '../hal/relations.ts'
import { alwaysIn, filterTypesIn, namedIn } from './field-list.ts'
import { attendanceRequestRows } from './hal-schemas.ts'
import { contactTypes } from './odata-filter.ts'
import { argumentSchema } from './request-schema.ts'
import type { Resource, ResourceRow, Resources, TableOfResources, Writable } from './resource-types.ts'
import { type Row, type Rows, sendableIn, typesIn } from './rows.ts'

// What the rows of both versions have in common.

export const rowOfEvents = {
  noun: 'event',
  collection: 'events',
  shows: showsEvent,
  problemOfKept: notAnEvent,
  isSpecified: true,
  link: 'osdi:creator',
} as const

export const rowOfAttendances = {
  noun: 'attendance',
  isPersonal: true,
  problem: notAnAttendance,
  shows: showsAttendance,
  requestRows: attendanceRequestRows,
  createOnly: ['person'],
  takesBareNames: true,
  link: 'osdi:person',
} as const

export const rowOfPeople = {
  noun: 'person',
  collection: 'people',
  problem: notAPerson,
  shows: showsPerson,
  filterTypes: contactTypes,
  isPersonal: true,
  isUnordered: true,
  isReadOnly: true,
} as const

/** Returns a function that makes the resources of a version for a prefix, from its table. It remembers the resources of the latest prefix. */
export function resourcesOf(table: TableOfResources<ResourceRow>): (namespace: string) => Resources {
  let made: { readonly namespace: string; readonly resources: Resources } | undefined
  return (namespace) => {
    if (made?.namespace !== namespace) {
      const rows = Object.entries<ResourceRow>(table)
      const resources = rows.map(([name, row]) => [name, resourceOf(name as ResourceName, row, namespace)])
      made = { namespace, resources: Object.fromEntries(resources) as Resources }
    }
    return made.resources
  }
}

function resourceOf(name: ResourceName, row: ResourceRow, namespace: string): Resource {
  const { links, embedded, requestRows, createOnly, takesBareNames, link, filterTypes, ...facts } = row
  const rows = once(
    (): Rows => ({
      ...namedIn(namespace, row.rows()),
      ...(links && { _links: linksRow(namedIn(namespace, links())) }),
      ...(embedded && { _embedded: embedded() }),
    }),
  )
  return {
    ...facts,
    name,
    fields: namedIn(namespace, row.fields),
    filterTypes: { ...filterTypesIn(row.fields), ...filterTypes },
    schema: once(() => z.object(typesIn(rows()))),
    always: () => alwaysIn(rows()),
    created: writableOf(name, row, namespace, false),
    changed: writableOf(name, row, namespace, true),
  }
}

const linksRow = (links: Rows): Row => ({
  type: z.object(typesIn(links)),
  always: alwaysIn(links).map((relation) => `.${relation}`),
})

function writableOf(name: ResourceName, row: ResourceRow, namespace: string, isChange: boolean): Writable {
  const { noun, link, createOnly = [] } = row
  /** The sendable fields by the names that callers use, without a prefix. */
  const bare = once(() => {
    const rows = Object.entries(sendableIn({ ...row.rows(), ...(!isChange && row.requestRows?.()) }))
    const isFirst = ([name]: (typeof rows)[number]) => createOnly.includes(name)
    const ofBoth = rows.filter((each) => !isFirst(each))
    return Object.fromEntries(isChange ? ofBoth : [...rows.filter(isFirst), ...ofBoth])
  })
  const sendable = once(() => namedIn(namespace, bare()))
  const given = row.takesBareNames ? bare : sendable
  return {
    noun,
    whole: isChange ? 'changes' : name,
    fields: namedIn(namespace, row.fields),
    sendable,
    link,
    nameOf: (name) => (row.takesBareNames && row.fields[name]?.own ? `${namespace}:${name}` : name),
    names: () => Object.keys(given()),
    schema: once(() => argumentSchema(given(), isChange)),
  }
}
