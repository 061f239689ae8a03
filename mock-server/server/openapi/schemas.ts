import { personParts } from '../../api/router.ts'
import type { Assumptions } from '../../assumptions.ts'
import type { Dialect, Field } from '../../dialects/dialect.ts'
import { type FactName, type FieldType, isOptional, rowOf } from '../../fields.ts'
import type { JsonObject as Schema } from '../../text/json.ts'
import { accuracy, attendanceStatus } from '../../validate.ts'

type Schemas = Readonly<Record<string, Schema>>

export const text = { type: 'string' }
export const integer = { type: 'integer' }
const number = { type: 'number' }
const flag = { type: 'boolean' }
const moment = { ...text, format: 'date-time', examples: ['2026-05-01T12:00:00Z'] }
const rsvpStatus = { enum: attendanceStatus.values }
const arrayOf = (items: Schema) => ({ type: 'array', items })
const nullable = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] })
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

const object = (required: Schemas, optional: Schemas = {}) =>
  ({ type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }) as const

const mapSchemas = (schemas: Schemas, map: (schema: Schema) => Schema): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, map(schema)]))
const withSchema = (names: readonly string[], schema: Schema): Schemas =>
  Object.fromEntries(names.map((name) => [name, schema]))

const localDate = '\\d{4}-\\d\\d-\\d\\d'
const localClock = '\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?'

/** Local times in requests, in every accepted form. */
const sentTime = {
  ...text,
  pattern: `^${localDate}([Tt ]${localClock}([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$`,
  description: "Local time at the event's place. A zone behind it has no meaning, a date alone is midnight.",
  examples: ['2026-06-20T11:00:00'],
}

/** Local times as responses show them (assumption `localTimes`). */
const shownTime = (zone: '' | 'Z') => ({
  ...text,
  pattern: `^${localDate}T${localClock}${zone}$`,
  description: "Local time at the event's place. A zone behind it has no meaning.",
  examples: [`2026-06-20T11:00:00${zone}`],
})

/** Schemas of the types whose form differs between requests and responses. */
type Forms = Readonly<Record<'local time' | 'location', Schema>>

const sameForms: Readonly<Record<Exclude<FieldType, keyof Forms>, Schema>> = {
  text,
  integer,
  flag,
  moment,
  identifiers: arrayOf(text),
  reminders: arrayOf(object({ method: { const: 'email' }, minutes: integer })),
  sponsor: ref('Sponsor'),
}

function fieldSchema(fact: FactName, forms: Forms): Schema {
  const { type, values, constant, required, description, example } = rowOf(fact)
  return {
    ...{ ...sameForms, ...forms }[type],
    ...(required && { pattern: '\\S' }),
    ...(values && (constant === undefined ? { enum: values } : { const: constant })),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
}

const fieldSchemas = (fields: readonly Field[], forms: Forms): Schemas =>
  Object.fromEntries(fields.map(({ wire, fact }) => [wire, fieldSchema(fact, forms)]))

const street = { address_lines: arrayOf(text), locality: text, postal_code: text }
const geocodedAddress = { region: text, country: text, language: text, location: ref('Coordinates') }
const sentAddress = {
  venue: text,
  ...street,
  region: text,
  country: { ...text, pattern: '^[A-Za-z]{2}$' },
  ...withSchema(['language', 'location'], { readOnly: true }),
}

/** The schemas of request bodies, by name. */
function requestSchemas(dialect: Dialect, assumptions: Assumptions): Schemas {
  const clearable = (schema: Schema) => (assumptions.nullInPut === 'clears' ? nullable(schema) : schema)
  const editableFields = dialect.fields.filter(({ editable }) => editable)
  const requiredFields = editableFields.filter(({ required }) => required)
  const optionalFields = editableFields.filter(({ required }) => !required)
  const newLocation = object(dialect.policy.postalCode === 400 ? { postal_code: text } : {}, sentAddress)
  const newFields = fieldSchemas(optionalFields, { 'local time': sentTime, location: newLocation })
  const changedLocation = object({}, mapSchemas(sentAddress, clearable))
  const changedForms = { 'local time': sentTime, location: changedLocation }
  const required = fieldSchemas(requiredFields, changedForms)
  const changedFields = fieldSchemas(optionalFields, changedForms)
  const linkTo = (relation: string) => ({ _links: object({}, { [relation]: object({ href: text }) }) })
  const person = {
    given_name: text,
    family_name: text,
    languages_spoken: arrayOf(text),
    identifiers: arrayOf(text),
    email_addresses: arrayOf(object({ address: { ...text, examples: ['ada@example.org'] } }, { primary: flag })),
    phone_numbers: arrayOf(object({ number: text }, { primary: flag })),
    postal_addresses: arrayOf(object({}, { ...sentAddress, primary: flag })),
  }
  return {
    NewEvent: object(required, { ...newFields, ...linkTo('osdi:creator') }),
    EventChanges: object({}, { ...required, ...mapSchemas(changedFields, clearable) }),
    NewAttendance: {
      ...object({}, { status: rsvpStatus, person: object({}, person), ...linkTo('osdi:person') }),
      anyOf: [{ required: ['person'] }, { required: ['_links'] }],
    },
  }
}

const curies = arrayOf(object({ name: text, href: text, templated: { const: true } }))

const linksTo = (required: readonly string[], optional: readonly string[] = []) => ({
  _links: object(withSchema(['self', ...required], ref('Link')), { ...withSchema(optional, ref('Link')), curies }),
})

/** The schemas of a version, by name. */
export function schemasOf(dialect: Dialect, assumptions: Assumptions): Schemas {
  const page = (relation: string, items: Schema, linkRelation = relation) =>
    object({
      ...(assumptions.totals === 'present' && { total_pages: integer, total_records: integer }),
      per_page: integer,
      page: integer,
      _links: object({ self: ref('Link'), [linkRelation]: arrayOf(ref('Link')), curies }, { next: ref('Link') }),
      _embedded: object({ [relation]: items }),
    })
  const nothing = { type: 'array', maxItems: 0 }
  return {
    ...requestSchemas(dialect, assumptions),
    ...eventSchemas(dialect, assumptions),
    ...personSchemas(dialect, assumptions),
    Campaign: object({ identifiers: arrayOf(text), [dialect.names.title]: text, ...linksTo(['osdi:events']) }),
    Embed: object(linksTo(['osdi:event'])),
    Events: page('osdi:events', arrayOf(ref('Event'))),
    Attendances: page(`osdi:${dialect.attendances}`, arrayOf(ref('Attendance')), assumptions.attendanceLinks),
    ...Object.fromEntries(personParts.map((part) => [part, page(`osdi:${part}`, nothing)])),
    Link: object({ href: { ...text, format: 'uri', examples: ['https://events.example.org/api'] } }),
    Error: errorSchema(assumptions),
  }
}

function errorSchema({ errorBody }: Assumptions): Schema {
  if (errorBody === 'error') return object({ error: text })
  return object({ 'osdi:error': object({ response_code: integer, error_description: text }) })
}

function eventSchemas({ fields, namespace, ...dialect }: Dialect, { localTimes, unset }: Assumptions): Schemas {
  const forms = { 'local time': shownTime(localTimes === 'Z' ? 'Z' : ''), location: ref('Location') }
  const requiredFields = fields.filter(({ fact }) => !isOptional(fact))
  const optionalFields = fields.filter(({ fact }) => isOptional(fact))
  /** Fields without a value are absent or null (assumption `unset`). */
  const withUnset = (required: Schemas, optional: Schemas) =>
    unset === 'null' ? object({ ...required, ...mapSchemas(optional, nullable) }) : object(required, optional)
  const people = ['osdi:creator', 'osdi:organizer']
  const relations = [`osdi:${dialect.attendances}`, ...people, `${namespace}:embed`]
  if (dialect.attendanceHelper) relations.push('osdi:record_attendance_helper')
  const embedded = { _embedded: object(withSchema(people, ref('Person'))) }
  const links = linksTo(relations, [`${namespace}:event_campaign`])
  const { title = 'title', browser_url = 'browser_url' } = fields.find(({ fact }) => fact === 'sponsor')?.members ?? {}
  return {
    Event: withUnset(
      { ...fieldSchemas(requiredFields, forms), ...links, ...(dialect.embedsPeople && embedded) },
      fieldSchemas(optionalFields, forms),
    ),
    Location: withUnset(geocodedAddress, { venue: text, ...street }),
    Coordinates: object({ latitude: number, longitude: number, accuracy: { enum: accuracy.values } }),
    Sponsor: object({ [title]: text, [browser_url]: text }),
  }
}

function personSchemas({ names, namespace, attendances }: Dialect, { attendanceFields }: Assumptions): Schemas {
  const times = { [names.created]: moment, [names.modified]: moment }
  const person = {
    given_name: text,
    family_name: text,
    email_addresses: arrayOf(object({ primary: flag, address: text })),
    postal_addresses: arrayOf(object({ ...geocodedAddress, ...street, primary: flag })),
  }
  const attendee = {
    ...person,
    phone_numbers: arrayOf(object({ primary: flag, number: text })),
    languages_spoken: arrayOf(text),
  }
  const attendance = {
    identifiers: arrayOf(text),
    ...times,
    status: rsvpStatus,
    ...linksTo(['osdi:event', 'osdi:person']),
  }
  const ids = withSchema([`${namespace}:person_id`, `${namespace}:event_id`], text)
  const links = linksTo([attendances, ...personParts].map((part) => `osdi:${part}`))
  return {
    Person: object({ ...person, ...times, identifiers: arrayOf(text), [names.origin_system]: text, ...links }),
    Attendance:
      attendanceFields === 'with ids'
        ? object({ ...attendance, ...ids }, { person: object(attendee) })
        : object(attendance),
  }
}
