import { eventIssues, showsAttendance, showsEvent, showsPerson } from '../read/recognise.ts'
import { attendanceRequestFields, isAttendance, isPerson } from '../read/response-schema.ts'
import { memoize } from '../values/schema.ts'
import type { Members } from '../values/shape.ts'
import { filterableIn, namedIn, sendableIn } from '../version/fields.ts'
import { contactKinds } from '../version/filter.ts'
import type {
  Resource,
  ResourceName,
  ResourceRow,
  Resources,
  TableOfResources,
  Writable,
} from '../version/resources.ts'
import { schemaOfCall } from './request-body.ts'

// What the rows of both versions have in common.

export const rowOfEvents = {
  noun: 'event',
  collection: 'events',
  shows: showsEvent,
  checkKept: eventIssues,
  isSpecified: true,
  link: 'osdi:creator',
} as const

export const rowOfAttendances = {
  noun: 'attendance',
  isPersonal: true,
  check: isAttendance,
  shows: showsAttendance,
  requestFields: attendanceRequestFields,
  createOnly: ['person'],
  takesBareNames: true,
  link: 'osdi:person',
} as const

export const rowOfPeople = {
  noun: 'person',
  collection: 'people',
  check: isPerson,
  shows: showsPerson,
  filterable: contactKinds,
  isPersonal: true,
  isUnordered: true,
  isReadOnly: true,
} as const

/** Returns a function that makes the resources of a version for a prefix, from its table. It remembers the resources of the latest prefix. */
export const resourcesOf = (rows: TableOfResources<ResourceRow>): ((namespace: string) => Resources) =>
  memoize(
    (namespace) =>
      Object.fromEntries(
        Object.entries<ResourceRow>(rows).map(([name, row]) => [
          name,
          resourceOf(name as ResourceName, row, namespace),
        ]),
      ) as unknown as Resources,
  )

function resourceOf(name: ResourceName, row: ResourceRow, namespace: string): Resource {
  const { noun, collection, isSpecified, isReadOnly, isPersonal, isUnordered, check, shows, links, embedded } = row
  const fields: Members = {
    ...namedIn(namespace, row.fields),
    ...(links && { _links: { kind: { fields: namedIn(namespace, links) }, nullable: false } }),
    ...(embedded && { _embedded: { kind: embedded, always: true } }),
  }
  return {
    ...{ noun, collection, filterable: { ...filterableIn(row.fields), ...row.filterable } },
    ...(isSpecified && { isSpecified }),
    ...(shows && { shows }),
    ...(isPersonal && { isPersonal }),
    ...(isUnordered && { isUnordered }),
    ...(isReadOnly && { isReadOnly }),
    shape: { fields, ...(check && { check }) },
    checkKept: row.checkKept ?? check ?? (() => []),
    created: writableOf(name, row, namespace, false),
    changed: writableOf(name, row, namespace, true),
  }
}

function writableOf(name: ResourceName, row: ResourceRow, namespace: string, isChange: boolean): Writable {
  const { noun, link, createOnly = [] } = row
  const table = isChange ? row.fields : { ...row.fields, ...row.requestFields }
  const rows = Object.entries(sendableIn(table))
  const isFirst = ([name]: (typeof rows)[number]) => createOnly.includes(name)
  const ofBoth = rows.filter((each) => !isFirst(each))
  const bare = Object.fromEntries(isChange ? ofBoth : [...rows.filter(isFirst), ...ofBoth])
  const sendable = namedIn(namespace, bare)
  const given = row.takesBareNames ? bare : sendable
  return {
    noun,
    whole: isChange ? 'changes' : name,
    names: Object.keys(given),
    fields: namedIn(namespace, table),
    sendable,
    link,
    nameOf: (name) => (row.takesBareNames && table[name]?.own ? `${namespace}:${name}` : name),
    schema: memoize(() => schemaOfCall(given, isChange)),
  }
}
