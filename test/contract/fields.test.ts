import { type Drift, EventsV1, EventsV2 } from 'osdi-events'
import { expect, test } from 'vitest'
import { columnsOf, documentedOf } from '../../src/cli/run/field-values.ts'
import type { ListedField } from '../../src/core/schema/field-list.ts'
import { bare } from '../../src/core/schema/schemas.ts'
import { attendanceFields as attendanceFieldsV1 } from '../../src/v1/attendance-rows.ts'
import { campaignFields as campaignsV1 } from '../../src/v1/campaigns.ts'
import { eventFields as eventFieldsV1 } from '../../src/v1/event-rows.ts'
import { personFields as peopleV1, personRows as personRowsV1 } from '../../src/v1/person-rows.ts'
import { attendanceFields as attendanceFieldsV2 } from '../../src/v2/attendance-rows.ts'
import { campaignFields as campaignsV2 } from '../../src/v2/campaigns.ts'
import { eventFields as eventFieldsV2 } from '../../src/v2/event-rows.ts'
import { personFields as peopleV2, personRows as personRowsV2 } from '../../src/v2/person-rows.ts'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { tableUnder } from '../support/markdown.ts'
import { served } from '../support/raw-server.ts'
import { base, json, scripted } from '../support/scripted-fetch.ts'
import { type AnyClient, apiKey, versions } from '../support/versions.ts'

// Follows each field from the documents to every place that has to know it, and names the place that forgets one.

type Members = Readonly<Record<string, unknown>>
type Version = 'v1' | 'v2'

const clients = { v1: EventsV1, v2: EventsV2 }
const tables = {
  v1: { eventFields: eventFieldsV1, attendanceFields: attendanceFieldsV1 },
  v2: { eventFields: eventFieldsV2, attendanceFields: attendanceFieldsV2 },
}
const otherOf = { v1: 'v2', v2: 'v1' } as const

const read = (version: Version, name: string): Members =>
  JSON.parse(served(document(`${version}/${name}`), { server: base }))

/** All fields of these documents, each with an example value. */
const fieldsIn = (documents: readonly Members[]): Members => {
  const { _links: _, _embedded: __, ...fields } = Object.assign({}, ...documents)
  return fields
}

/** Fields of the Action Network's own documents, which the spec lacks. */
const later = { v1: {}, v2: { tag_list: ['spring'] } }

const events = {
  v1: fieldsIn([...['event-all-fields', 'event-user-interface'].map((name) => read('v1', name)), later.v1]),
  v2: fieldsIn([...['event-all-fields', 'event-user-interface'].map((name) => read('v2', name)), later.v2]),
}
const attendances = {
  v1: fieldsIn([read('v1', 'attendance-recorded')]),
  v2: fieldsIn([read('v2', 'attendance-recorded')]),
}
const campaignsIn = (version: Version) => {
  const { _embedded } = read(version, 'event-campaigns-first') as { _embedded: Readonly<Record<string, Members[]>> }
  return fieldsIn([read(version, 'event-campaign'), ...(_embedded['platform:event_campaigns'] ?? [])])
}
const campaigns = { v1: campaignsIn('v1'), v2: campaignsIn('v2') }
const people = { v1: fieldsIn([read('v1', 'person-all-fields')]), v2: fieldsIn([read('v2', 'person-all-fields')]) }
/** Fields of people that the documents do not have. Services differ, so a response may have any value in them. */
const osdi = [
  ...['additional_name', 'honorific_prefix', 'honorific_suffix', 'gender', 'gender_identity', 'party_identification'],
  ...['source', 'birthdate', 'ethnicities', 'employer', 'profiles'],
]
const sent = {
  v1: fieldsIn([read('v1', 'create-request-all-fields'), later.v1]),
  v2: fieldsIn([read('v2', 'create-request-all-fields'), later.v2]),
}

/** A client over these responses, and its requests. */
const over = (version: Version, answers: readonly unknown[], options: object = {}) => {
  const { fetch, requests } = scripted(...answers.map((answer) => json(answer)))
  return { client: new clients[version]({ baseUrl: base, apiKey, fetch, ...options }), requests }
}

/** A value of another JSON type. */
const wrongFor = (value: unknown) => (typeof value === 'object' ? 'text' : { not: 'this' })

const isSingle = (name: string, value: unknown) =>
  !name.includes(':') && (typeof value !== 'object' || name === 'identifiers')

/** The value that a filter compares with. */
const comparedWith = (value: unknown) => (Array.isArray(value) ? String(value[0]) : value)

/** Field names in the guide's rows under a heading. */
const guide = tableUnder('versions', 'Names')
const rowsUnder = (heading: string) => {
  const start = guide.findIndex(([first]) => first === `**${heading}**`) + 1
  const rows = guide.slice(start)
  const end = rows.findIndex(([first]) => first?.startsWith('**'))
  return rows.slice(0, end < 0 ? rows.length : end).flatMap(([, v1 = '', v2 = '', note = '']) => {
    // One row can name several fields.
    if (v2 === 'the same') return [...v1.matchAll(/`([^`]+)`/g)].map(([, name]) => ({ v1: name, v2: name, note }))
    return [{ v1: /`([^`]+)`/.exec(v1)?.[1], v2: /`([^`]+)`/.exec(v2)?.[1], note: [v1, v2, note].join(' ') }]
  })
}

/** Whether columns show a field, by its own name or by its members. */
const shows = (columns: readonly string[], name: string) =>
  columns.some((column) => column === name || column.startsWith(`${name}.`))

const naming = (version: Version) => ({ api: version, namespace: 'platform' }) as const

for (const { version, least } of versions) {
  const other = otherOf[version]
  const names = Object.keys(events[version])
  const page = (resources: readonly Members[], relation = 'osdi:events') => ({ _embedded: { [relation]: resources } })

  test(`get of ${version} refuses a wrong type in each field of an event, and onDrift knows every field`, async () => {
    for (const [name, value] of Object.entries(events[version])) {
      const event = { ...read(version, 'event-least'), [name]: wrongFor(value) }
      const error = await failureOf(() => over(version, [event]).client.get('e1'))
      expect([error.code, error.message], name).toEqual(['schema', expect.stringContaining(name)])
    }
    const drift: unknown[] = []
    const onDrift = (found: unknown) => drift.push(found)
    const whole = { ...read(version, 'event-all-fields'), ...events[version] }
    await over(version, [whole], { onDrift }).client.get('e1')
    expect(drift).toEqual([])
  })

  test(`get of ${version} throws or reports drift for a missing field only if every documented event has this field`, async () => {
    const all = ['event-least', 'event-all-fields', 'event-user-interface'].map((name) => read(version, name))
    const whole = { ...read(version, 'event-all-fields'), ...events[version] }
    for (const name of names) {
      const told: string[] = []
      const onDrift = ({ kind, field }: Drift) => told.push(`${kind} ${field}`)
      const { [name]: _, ...event } = whole
      const outcome = await over(version, [event], { onDrift })
        .client.get('e1')
        .then(() => told, String)
      const isAlwaysThere = all.every((each) => Object.hasOwn(each, name))
      expect(String(outcome), name).toMatch(
        isAlwaysThere ? new RegExp(`${name}: is missing|missing field ${name}`) : /^$/,
      )
    }
  })

  test(`list of ${version} accepts each field with a single value and without a prefix in a filter`, async () => {
    for (const [name, value] of Object.entries(events[version])) {
      const { client, requests } = over(version, [page([])])
      const walk = async () => client.list({ filter: { [name]: comparedWith(value) } as never }).toArray({ max: 1 })
      if (isSingle(name, value)) {
        await walk()
        expect(requests[0]?.url, name).toContain(`?filter=${name.replace('identifiers', 'identifier')}+eq+`)
      } else expect(await failureOf(walk), name).toMatchObject({ code: 'input', field: `filter.${name}` })
    }
  })

  test(`create of ${version} accepts the documented request fields, and says that the service sets the others`, async () => {
    for (const [name, value] of Object.entries(events[version])) {
      const { client, requests } = over(version, [read(version, 'event-least')])
      const create = () => client.create({ ...least, [name]: value } as never)
      if (Object.hasOwn(sent[version], name)) {
        await create()
        expect(JSON.parse(requests[0]?.body ?? ''), name).toHaveProperty([name], value)
      } else {
        const message = expect.stringContaining('is set by the service and cannot be sent')
        expect(await failureOf(create), name).toMatchObject({ code: 'input', field: `event.${name}`, message })
      }
    }
  })

  test(`create of ${version} refuses each field name that only ${other} has, and the guide lists both names of the field`, async () => {
    for (const [name, value] of Object.entries(events[other])) {
      if (Object.hasOwn(events[version], name)) continue
      const error = await failureOf(() => over(version, []).client.create({ ...least, [name]: value } as never))
      const [, called] = /which (?:calls it (\S+)|has nothing like it)$/.exec(error.message) ?? [
        error.message,
        'no advice',
      ]
      const row = rowsUnder('event').find((each) => each[other] === name)
      expect([name, called], error.message).toEqual([name, row ? row[version] : 'no row'])
      if (called !== undefined) expect(names).toContain(called)
    }
  })

  test(`the command line has columns for each field of ${version}`, () => {
    const columns = columnsOf(naming(version))
    expect(names.filter((name) => !shows(columns, name))).toEqual([])
    expect(columns.filter((column) => !names.some((name) => shows([column], name)))).toEqual([])
    const ofAttendances = documentedOf(naming(version), 'attendances')
    const namesOfAttendances = Object.keys(attendances[version])
    expect(namesOfAttendances.filter((name) => !shows(ofAttendances, name))).toEqual([])
    const known = [...namesOfAttendances, '_links', '_embedded']
    expect(ofAttendances.filter((column) => !known.some((name) => shows([column], name)))).toEqual([])
  })

  test(`the guide has a row for each field of ${version}, and says whether it can be sent`, () => {
    const rows = rowsUnder('event')
    expect(new Set(rows.flatMap((row) => row[version] ?? []))).toEqual(new Set(names))
    for (const name of names) {
      const row = rows.find((each) => each[version] === name)
      const isReadOnly = new RegExp(`^(?!.*\`\\S+\` is).*read-only|\`${name}\` is read-only`).test(row?.note ?? '')
      expect([name, isReadOnly]).toEqual([name, !Object.hasOwn(sent[version], name)])
    }
    const ofAttendances = rowsUnder('attendance').flatMap((row) => row[version] ?? [])
    expect(new Set(ofAttendances)).toEqual(new Set(Object.keys(attendances[version])))
    for (const [name, { other: renamed = name }] of Object.entries<ListedField>(tables[version].attendanceFields)) {
      const row = rowsUnder('attendance').find((each) => each[version] === name)
      expect([name, row?.[other] ?? name]).toEqual([name, renamed])
    }
  })

  test(`attendances of ${version} refuses a wrong type in each field, and filters by fields with a single value`, async () => {
    const event = read(version, 'event-least')
    for (const [name, value] of Object.entries(attendances[version])) {
      const wrong = { ...read(version, 'attendance-recorded'), [name]: wrongFor(value) }
      const walk = (answer: Members, options: object) =>
        (over(version, [page([answer], 'osdi:attendances')]).client as AnyClient)
          .attendances(event, options)
          .toArray({ max: 1 })
      expect((await failureOf(async () => walk(wrong, {}))).message, name).toContain(name)
      const filtered = async () => walk(attendances[version], { filter: { [name]: comparedWith(value) } })
      if (isSingle(name, value)) expect((await filtered()).items, name).toHaveLength(1)
      else expect(await failureOf(filtered), name).toMatchObject({ code: 'input', field: `filter.${name}` })
    }
  })

  test(`campaigns of ${version} refuses a wrong type in each field, and filters by fields with a single value`, async () => {
    for (const [name, value] of Object.entries(campaigns[version])) {
      const wrong = { ...read(version, 'event-campaign'), [name]: wrongFor(value) }
      const walk = (answer: Members, options: object) =>
        over(version, [page([answer], 'platform:event_campaigns')])
          .client.campaigns(options)
          .toArray({ max: 1 })
      expect((await failureOf(async () => walk(wrong, {}))).message, name).toContain(name)
      expect((await failureOf(() => over(version, [wrong]).client.campaign('c1'))).message, name).toContain(name)
      const filtered = async () => walk(campaigns[version], { filter: { [name]: comparedWith(value) } })
      if (isSingle(name, value)) expect((await filtered()).items, name).toHaveLength(1)
      else expect(await failureOf(filtered), name).toMatchObject({ code: 'input', field: `filter.${name}` })
    }
  })

  test(`person and people of ${version} refuse a wrong type in each documented field, and people filters by single values`, async () => {
    for (const [name, value] of Object.entries(people[version])) {
      const wrong = { ...read(version, 'person-all-fields'), [name]: wrongFor(value) }
      const walk = (answer: Members, options: object) =>
        over(version, [page([answer], 'osdi:people')])
          .client.people(options)
          .toArray({ max: 1 })
      if (name === 'custom_fields') expect((await walk(wrong, {})).items, name).toEqual([wrong])
      else {
        expect((await failureOf(() => walk(wrong, {}))).message, name).toContain(name)
        expect((await failureOf(() => over(version, [wrong]).client.person('p1'))).message, name).toContain(name)
      }
      const filtered = async () => walk(people[version], { filter: { [name]: comparedWith(value) } })
      if (isSingle(name, value)) expect((await filtered()).items, name).toHaveLength(1)
      else expect(await failureOf(filtered), name).toMatchObject({ code: 'input', field: `filter.${name}` })
    }
    const odd = { ...read(version, 'person-all-fields'), ...Object.fromEntries(osdi.map((name) => [name, { not: 7 }])) }
    expect(await over(version, [odd]).client.person('p1')).toEqual(odd)
  })

  test(`the guide and the field table of ${version} have the same fields of people, all of them documented`, () => {
    const table = version === 'v1' ? peopleV1 : peopleV2
    const { _links: _row, ...rows } = table
    expect(new Set(Object.keys(rows))).toEqual(new Set([...Object.keys(people[version]), ...osdi]))
    const guided = rowsUnder('person')
    expect(new Set(guided.flatMap((row) => row[version] ?? []))).toEqual(new Set(Object.keys(rows)))
    for (const [name, { other: renamed = name }] of Object.entries<ListedField>(rows))
      expect([name, guided.find((each) => each[version] === name)?.[other]]).toEqual([name, renamed])
    const linksType = bare((version === 'v1' ? personRowsV1() : personRowsV2())._links?.type as never)
    const links = Object.keys(Object(linksType._zod.def).shape)
    const { [version === 'v1' ? '' : 'platform:responses']: _own, ...documented } = read(version, 'person-all-fields')
      ._links as Members
    expect(new Set(links)).toEqual(new Set(Object.keys(documented)))
  })

  test(`the guide has a row for each field of event campaigns of ${version}, and says what version 2 sends`, () => {
    const rows = rowsUnder('event campaign')
    const names = Object.keys(campaigns[version])
    expect(new Set(rows.flatMap((row) => row[version] ?? []))).toEqual(new Set(names))
    const sendable = Object.keys(read('v2', 'create-campaign-request'))
    for (const row of rows) {
      expect([row.v2, /read-only/.test(row.note)]).toEqual([row.v2, !sendable.includes(row.v2 ?? '')])
    }
    const table = version === 'v1' ? campaignsV1 : campaignsV2
    for (const [name, { other: renamed = name }] of Object.entries<ListedField>(table)) {
      const row = rows.find((each) => each[version] === name)
      expect([name, row?.[other] ?? name]).toEqual([name, renamed])
    }
  })

  test(`the client's field tables for ${version} contain only documented fields`, () => {
    const known = (fields: Members) => Object.keys(fields).map((name) => name.replace(/^platform:/, ''))
    const { eventFields, attendanceFields } = tables[version]
    expect(new Set(Object.keys(eventFields))).toEqual(new Set(known(events[version])))
    expect(new Set(Object.keys(attendanceFields))).toEqual(new Set([...known(attendances[version]), '_links']))
    const campaignFields = version === 'v1' ? campaignsV1 : campaignsV2
    expect(new Set(Object.keys(campaignFields))).toEqual(new Set([...known(campaigns[version]), '_links']))
  })
}
