import { personParts } from '../../api/router.ts'
import type { Assumptions } from '../../assumptions.ts'
import { type Dialect, type FactName, type FactType, type Field, factTypes } from '../../dialects/dialect.ts'
import type { JsonObject as Schema } from '../../text/json.ts'
import { accuracy, attendanceStatus, status, visibility } from '../../validate.ts'

type Schemas = Readonly<Record<string, Schema>>

export const text = { type: 'string' }
export const integer = { type: 'integer' }
const number = { type: 'number' }
const flag = { type: 'boolean' }
const none = { type: 'array', maxItems: 0 }
const moment = { ...text, format: 'date-time', examples: ['2026-05-01T12:00:00Z'] }
const rsvpStatus = { enum: attendanceStatus.values }
const listOf = (items: Schema) => ({ type: 'array', items })
const orNull = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] })
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** An object: what it always has, and what it may have. */
const object = (has: Schemas, may: Schemas = {}) =>
  ({ type: 'object', required: Object.keys(has), properties: { ...has, ...may } }) as const

const osdiError = object({ response_code: integer, error_description: text })
const each = (schemas: Schemas, change: (schema: Schema) => Schema): Schemas =>
  Object.fromEntries(Object.entries(schemas).map(([name, schema]) => [name, change(schema)]))
const named = (names: readonly string[], schema: Schema): Schemas =>
  Object.fromEntries(names.map((name) => [name, schema]))

/** What the type of a fact does not say. */
const shapes: { readonly [Name in FactName]?: Schema } = {
  identifiers: { ...listOf(text), examples: [['calendar:7']] },
  origin_system: { pattern: '\\S', examples: ['Town Calendar'] },
  title: { pattern: '\\S', examples: ['Picnic in the park'] },
  description: { description: 'May contain HTML.', examples: ['<p>Bring a blanket.</p>'] },
  instructions: { description: 'For after an RSVP; may contain HTML.', examples: ['<p>Meet at the fountain.</p>'] },
  browser_url: { examples: ['https://calendar.example.org/picnic'] },
  location: ref('Location'),
  status: { enum: status.values },
  transparence: { const: 'opaque' },
  visibility: { enum: visibility.values },
  reminders: listOf(object({ method: { const: 'email' }, minutes: integer })),
  sponsor: ref('Sponsor'),
}

/** Facts that some events do not have. */
const sometimes = new Set<FactName>([
  ...(['name', 'description', 'instructions', 'browser_url', 'public_url', 'featured_image_url'] as const),
  ...(['start', 'end', 'campaign', 'capacity', 'sponsor'] as const),
])

/** Gives the schema of each field of an event, from the type of its fact. */
function fieldsOf(zone: string): (field: Field) => Schema {
  const local = {
    ...text,
    pattern: `^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?${zone}$`,
    description: "Local time at the event's place. A zone behind it has no meaning.",
    examples: [`2026-06-20T11:00:00${zone && 'Z'}`],
  }
  const schemas: { readonly [Type in FactType]?: Schema } = { text, integer, flag, moment, 'local time': local }
  return ({ fact }) => ({ ...schemas[factTypes[fact]], ...shapes[fact] })
}

const replacedByGeocoding = named(['language', 'location'], { readOnly: true })
const postal = { address_lines: listOf(text), locality: text, postal_code: text }
const parts = { venue: text, ...postal }
const sentParts = { ...parts, region: text, country: { ...text, pattern: '^[A-Za-z]{2}$' }, ...replacedByGeocoding }

/** What requests of a version may send, by name: of an event, the fields that a writer can set. */
function requestsOf(dialect: Dialect, { nullInPut }: Assumptions): Schemas {
  const schemaOf = fieldsOf('(Z|[+-]\\d\\d(:?\\d\\d)?)?')
  const clearable = (schema: Schema) => (nullInPut === 'clears' ? orNull(schema) : schema)
  const sent = (needed: boolean, location: Schema = {}): Schemas =>
    Object.fromEntries(
      dialect.fields
        .filter(({ editable, required = false }) => editable && required === needed)
        .map((field) => [field.wire, field.fact === 'location' ? location : schemaOf(field)]),
    )
  const linkTo = (relation: string) => ({ _links: object({}, { [relation]: object({ href: text }) }) })
  const person = {
    ...{ given_name: text, family_name: text, languages_spoken: listOf(text), identifiers: listOf(text) },
    email_addresses: listOf(object({ address: { ...text, examples: ['ada@example.org'] } }, { primary: flag })),
    phone_numbers: listOf(object({ number: text }, { primary: flag })),
    postal_addresses: listOf(object({}, { ...sentParts, primary: flag })),
  }
  const rsvp = { status: rsvpStatus, person: object({}, person), ...linkTo('osdi:person') }
  const newLocation = object(dialect.policy.postalCode === 400 ? { postal_code: text } : {}, sentParts)
  const changed = object({}, each(sentParts, clearable))
  return {
    NewEvent: object(sent(true), { ...sent(false, newLocation), ...linkTo('osdi:creator') }),
    EventChanges: object({}, { ...sent(true), ...each(sent(false, changed), clearable) }),
    NewAttendance: { ...object({}, rsvp), anyOf: [{ required: ['person'] }, { required: ['_links'] }] },
  }
}

/** What requests and responses of a version are made of, by name. */
export function schemasOf(dialect: Dialect, assumptions: Assumptions): Schemas {
  const { names, namespace, fields } = dialect
  const schemaOf = fieldsOf(assumptions.localTimes === 'Z' ? 'Z' : '')
  const shown = (isAlways: boolean): Schemas =>
    Object.fromEntries(
      fields.filter(({ fact }) => sometimes.has(fact) !== isAlways).map((one) => [one.wire, schemaOf(one)]),
    )
  /** What always has a value, and what may have none (assumption `unset`). */
  const valued = (has: Schemas, may: Schemas) =>
    assumptions.unset === 'null' ? object({ ...has, ...each(may, orNull) }) : object(has, may)
  const curies = listOf(object({ name: text, href: text, templated: { const: true } }))
  const linked = (has: readonly string[], may: readonly string[] = []) => ({
    _links: object(named(['self', ...has], ref('Link')), { ...named(may, ref('Link')), curies }),
  })
  const page = (relation: string, link: string, items: Schema) =>
    object({
      ...(assumptions.totals === 'present' && { total_pages: integer, total_records: integer }),
      ...{ per_page: integer, page: integer },
      _links: object({ self: ref('Link'), [link]: listOf(ref('Link')), curies }, { next: ref('Link') }),
      _embedded: object({ [relation]: items }),
    })
  const kept = [dialect.attendances, ...personParts].map((part) => `osdi:${part}`)
  const own = `osdi:${dialect.attendances}`
  const creators = ['osdi:creator', 'osdi:organizer']
  const helper = dialect.attendanceHelper ? ['osdi:record_attendance_helper'] : []
  const links = linked([own, ...creators, `${namespace}:embed`, ...helper], [`${namespace}:event_campaign`])
  const embedded = { _embedded: object(named(creators, ref('Person'))) }
  const { title = 'title', browser_url = 'browser_url' } = fields.find(({ fact }) => fact === 'sponsor')?.members ?? {}
  const times = { [names.created]: moment, [names.modified]: moment }
  const place = { region: text, country: text, language: text, location: ref('Coordinates') }
  const human = {
    ...{ given_name: text, family_name: text, email_addresses: listOf(object({ primary: flag, address: text })) },
    postal_addresses: listOf(object({ ...place, ...postal, primary: flag })),
  }
  const phone_numbers = listOf(object({ primary: flag, number: text }))
  const attendee = { person: object({ ...human, phone_numbers, languages_spoken: listOf(text) }) }
  const ids = named([`${namespace}:person_id`, `${namespace}:event_id`], text)
  const isFull = assumptions.attendanceFields === 'with ids'
  const rsvp = { identifiers: listOf(text), ...times, status: rsvpStatus, ...linked(['osdi:event', 'osdi:person']) }
  return {
    ...requestsOf(dialect, assumptions),
    Event: valued({ ...shown(true), ...links, ...(dialect.embedsPeople && embedded) }, shown(false)),
    Location: valued(place, parts),
    Coordinates: object({ latitude: number, longitude: number, accuracy: { enum: accuracy.values } }),
    Sponsor: object({ [title]: text, [browser_url]: text }),
    Person: object({ ...human, ...times, identifiers: listOf(text), [names.origin_system]: text, ...linked(kept) }),
    Attendance: isFull ? object({ ...rsvp, ...ids }, attendee) : object(rsvp),
    Campaign: object({ identifiers: listOf(text), [names.title]: text, ...linked(['osdi:events']) }),
    Embed: object(linked(['osdi:event'])),
    Events: page('osdi:events', 'osdi:events', listOf(ref('Event'))),
    Attendances: page(own, assumptions.attendanceLinks, listOf(ref('Attendance'))),
    ...Object.fromEntries(personParts.map((part) => [part, page(`osdi:${part}`, `osdi:${part}`, none)])),
    Link: object({ href: { ...text, format: 'uri', examples: ['https://events.example.org/api'] } }),
    Error: object(assumptions.errorBody === 'error' ? { error: text } : { 'osdi:error': osdiError }),
  }
}
