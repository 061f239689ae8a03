import { tagMembers } from '../../api/read-tags.ts'
import type { Assumptions } from '../../assumptions.ts'
import { type Dialect, type Field, fieldsIn } from '../../dialects/dialect.ts'
import type { FieldRow } from '../../fields/row.ts'
import { resources } from '../../resources/all.ts'
import type { Operation, Resource, SentResource, ShownList, ShownResource } from '../../resources/resource.ts'
import type { JsonObject as Schema } from '../../text/json.ts'

type Schemas = Readonly<Record<string, Schema>>

export const text = { type: 'string' }
export const integer = { type: 'integer' }
const number = { type: 'number' }
const flag = { type: 'boolean' }
const moment = { ...text, format: 'date-time', examples: ['2026-05-01T12:00:00Z'] }
const arrayOf = (items: Schema) => ({ type: 'array', items })
const nullable = (schema: Schema) => ({ anyOf: [schema, { type: 'null' }] })
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })

/** The name of the schema of a response that may be `{}`. */
export const orNothing = (schema: string): string => `${schema}OrNothing`

/** Whether an operation can respond with `{}`. */
export const canBeEmpty = (
  { deferrable, mayBeEmpty }: Pick<Operation, 'deferrable' | 'mayBeEmpty'>,
  assumptions: Assumptions,
): boolean => deferrable === true || mayBeEmpty?.(assumptions) === true

const object = (required: Schemas, optional: Schemas = {}) =>
  ({ type: 'object', required: Object.keys(required), properties: { ...required, ...optional } }) as const

const withSchema = (names: readonly string[], schema: Schema): Schemas =>
  Object.fromEntries(names.map((name) => [name, schema]))

const localDate = '\\d{4}-\\d\\d-\\d\\d'
const localClock = '\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?'

/** Schema of a local time in a request, in every accepted form. */
const sentTime = {
  ...text,
  pattern: `^${localDate}([Tt ]${localClock}([Zz]|[+-]\\d\\d(:?\\d\\d)?)?)?$`,
  description: "Local time at the event's place. A zone behind it has no meaning, a date alone is midnight.",
  examples: ['2026-06-20T11:00:00'],
}

/** Schema of a local time in a response (assumption `localTimes`). */
const shownTime = (zone: '' | 'Z') => ({
  ...text,
  pattern: `^${localDate}T${localClock}${zone}$`,
  description: "Local time at the event's place. A zone behind it has no meaning.",
  examples: [`2026-06-20T11:00:00${zone}`],
})

/**
 * Where an object stands, because its schema depends on it: in a response, in the body of a POST (`create`), or in the body of a PUT
 * (`change`).
 */
interface Form {
  readonly dialect: Dialect
  readonly assumptions: Assumptions
  readonly use: 'response' | 'create' | 'change'
}

const membersOf = ({ members = {} }: FieldRow, { dialect, assumptions }: Form): readonly Field[] =>
  fieldsIn(members, dialect.version, dialect.namespace, assumptions)

function valueSchema(row: FieldRow, form: Form): Schema {
  const members = () => membersOf(row, form)
  const schemas: Readonly<Record<FieldRow['type'], () => Schema>> = {
    text: () => text,
    integer: () => integer,
    number: () => number,
    flag: () => flag,
    moment: () => moment,
    'local time': () =>
      form.use === 'response' ? shownTime(form.assumptions.localTimes === 'Z' ? 'Z' : '') : sentTime,
    identifiers: () => arrayOf(text),
    texts: () => arrayOf(text),
    map: () => ({ type: 'object', additionalProperties: text }),
    object: () => objectSchema(members(), form),
    location: () => locationSchema(members(), form),
    entries: () => arrayOf(entrySchema(members(), form)),
    addresses: () => arrayOf(entrySchema(members(), form)),
  }
  return schemas[row.type]()
}

function fieldSchema({ row }: Field, form: Form): Schema {
  const { values, constant, required, pattern, description, example, nullWith } = row
  if (nullWith && form.use === 'response') return nullable(valueSchema(row, form))
  return {
    ...valueSchema(row, form),
    ...(required && { pattern: '\\S' }),
    ...(pattern !== undefined && form.use !== 'response' && { pattern }),
    ...(values && (constant === undefined ? { enum: values } : { const: constant })),
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  }
}

const fieldSchemas = (fields: readonly Field[], form: Form): Schemas =>
  Object.fromEntries(fields.map((field) => [field.wire, fieldSchema(field, form)]))

/** Schema of an object with fields of a table. `required` and `optional` are schemas of further members. */
function objectSchema(fields: readonly Field[], form: Form, required: Schemas = {}, optional: Schemas = {}): Schema {
  if (form.use !== 'response') return sentSchema(fields, form, optional)
  const always = fieldSchemas(
    fields.filter(({ row }) => row.always),
    form,
  )
  const others = fieldSchemas(
    fields.filter(({ row }) => !row.always),
    form,
  )
  /** A field without a value is absent or null (assumption `unset`). */
  if (form.assumptions.unset !== 'null') return object({ ...always, ...required }, { ...others, ...optional })
  const unset = Object.entries(others).map(([name, schema]) => [name, nullable(schema)])
  return object({ ...always, ...required, ...Object.fromEntries(unset) }, optional)
}

/**
 * Schema of an object in a request. In a PUT, all fields are optional, and null clears a field that a POST does not require (assumption
 * `nullInPut`).
 */
function sentSchema(fields: readonly Field[], form: Form, links: Schemas): Schema {
  const { use, assumptions } = form
  const isClearable = use === 'change' && assumptions.nullInPut === 'clears'
  const schemas = fields.flatMap((field) => {
    if (!field.editable || (use === 'change' && field.row.onlyNew)) return []
    const schema = fieldSchema(field, form)
    return [[field, isClearable && !field.row.required ? nullable(schema) : schema] as const]
  })
  const named = (isRequired: boolean) =>
    Object.fromEntries(
      schemas.flatMap(([{ wire, row }, schema]) =>
        Boolean(row.required && !row.filledWith) === isRequired ? [[wire, schema]] : [],
      ),
    )
  return use === 'create'
    ? object(named(true), { ...named(false), ...links })
    : object({}, { ...named(true), ...named(false), ...links })
}

const readOnly = { readOnly: true }

/** Schema of a location. In a request, the parts that the geocoder overwrites are allowed, but have no effect. */
function locationSchema(members: readonly Field[], form: Form): Schema {
  if (form.use === 'response') return ref('Location')
  const written = members.flatMap(({ wire, editable }) => (editable ? [] : [wire]))
  const sent = sentSchema(members, form, withSchema(written, readOnly))
  const needsCode = form.use === 'create' && form.dialect.policy.postalCode === 400
  return needsCode ? { ...sent, required: ['postal_code'] } : sent
}

/**
 * Schema of an entry of a list. A PUT replaces whole entries, so null never clears a member of an entry. In a PUT, a contact without an
 * address or a number is the primary one.
 */
function entrySchema(members: readonly Field[], form: Form): Schema {
  if (form.use === 'response') return objectSchema(members, form)
  const written = members.flatMap(({ wire, editable }) => (editable ? [] : [wire]))
  const entry = sentSchema(members, { ...form, use: 'create' }, withSchema(written, readOnly))
  return form.use === 'change' ? { ...entry, required: [] } : entry
}

const curies = arrayOf(object({ name: text, href: text, templated: { const: true } }))

const linksTo = (required: readonly string[], optional: readonly string[] = [], link = ref('Link')) => ({
  _links: object(withSchema(['self', ...required], link), { ...withSchema(optional, link), curies }),
})

function shownSchema(shown: ShownResource, form: Form): Schema {
  const { dialect, assumptions } = form
  const embedded = shown.embeds?.(dialect) ?? []
  const required = {
    ...linksTo(shown.links(dialect), shown.optionalLinks?.(dialect), ref(shown.hasTitles ? 'TitledLink' : 'Link')),
    ...(embedded.length > 0 && { _embedded: object(withSchema(embedded, ref('Person'))) }),
  }
  const people = shown.people?.(assumptions) ?? []
  const embeddable = shown.optionalEmbeds?.(dialect) ?? []
  return objectSchema(shown.table ? dialect.fields[shown.table] : [], form, required, {
    ...withSchema(
      people,
      object(
        {},
        fieldSchemas(
          dialect.fields.people.filter(({ editable }) => editable),
          form,
        ),
      ),
    ),
    ...(embeddable.length > 0 && { _embedded: object(withSchema(embeddable, ref('Person'))) }),
  })
}

function requestSchema({ table, isNew, relations, person, isPerson, tags }: SentResource, form: Form): Schema {
  const named = tags ? withSchema(tagMembers, arrayOf(text)) : {}
  if (isPerson) return object({ person: objectSchema(form.dialect.fields[table], { ...form, use: 'create' }) }, named)
  const { fields } = form.dialect
  const links = Object.fromEntries(relations.map((relation) => [relation, object({ href: text })]))
  const linked = relations.length > 0 && { _links: object({}, links) }
  const sent = objectSchema(
    fields[table],
    { ...form, use: isNew ? 'create' : 'change' },
    {},
    {
      ...(person && { person: objectSchema(fields.people, { ...form, use: 'create' }) }),
      ...named,
      ...linked,
    },
  )
  return person ? { ...sent, anyOf: [{ required: ['person'] }, { required: ['_links'] }] } : sent
}

function pageSchema({ of, relation, linkRelation, isUncounted }: ShownList, { dialect, assumptions }: Form): Schema {
  const items = of === undefined ? { type: 'array', maxItems: 0 } : arrayOf(ref(of))
  const links = linkRelation?.(assumptions) ?? relation(dialect)
  const pageLinks = withSchema(['next', ...(assumptions.previousLink === 'present' ? ['previous'] : [])], ref('Link'))
  return object({
    ...(assumptions.totals === 'present' && !isUncounted && { total_pages: integer, total_records: integer }),
    per_page: integer,
    page: integer,
    _links: object({ self: ref('Link'), [links]: arrayOf(ref('Link')), curies }, pageLinks),
    _embedded: object({ [relation(dialect)]: items }),
  })
}

const address = { ...text, format: 'uri', examples: ['https://events.example.org/api'] }

/** All schemas of a version, by name. */
export function schemasOf(dialect: Dialect, assumptions: Assumptions): Schemas {
  const form: Form = { dialect, assumptions, use: 'response' }
  const every = <Part>(
    parts: (resource: Resource) => Readonly<Record<string, Part>> | undefined,
    schema: (part: Part, form: Form) => Schema,
  ) =>
    Object.fromEntries(
      resources.flatMap((resource) =>
        Object.entries(parts(resource) ?? {}).map(([name, part]) => [name, schema(part, form)] as const),
      ),
    )
  const emptied = resources.flatMap(({ operations }: Resource) =>
    Object.values(operations).flatMap((operation) =>
      operation.response !== undefined && canBeEmpty(operation, assumptions) ? [operation.response] : [],
    ),
  )
  const nothing = { type: 'object', maxProperties: 0 }
  const location = dialect.fields.events.find(({ row }) => row.type === 'location')
  return {
    ...every(({ sent }) => sent, requestSchema),
    ...every(({ shown }) => shown, shownSchema),
    ...every(({ lists }) => lists, pageSchema),
    ...(location && { Location: objectSchema(membersOf(location.row, form), form) }),
    ...Object.fromEntries(emptied.map((name) => [orNothing(name), { anyOf: [ref(name), nothing] }])),
    Link: object({ href: address }),
    TitledLink: object({ href: address, title: text }),
    Error: errorSchema(assumptions),
  }
}

function errorSchema({ errorBody }: Assumptions): Schema {
  if (errorBody === 'error') return object({ error: text })
  return object({ 'osdi:error': object({ response_code: integer, error_description: text }) })
}
