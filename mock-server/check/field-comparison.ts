import { defaultAssumptions } from '../assumptions.ts'
import { eventFields } from '../fields/events.ts'
import { type FieldRow, type FieldTable, type FieldType, isAssumed, nameIn } from '../fields/row.ts'
import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { type Comparison, row, safeName } from './comparisons.ts'
import type { ServiceProbe } from './service-probe.ts'

/** The names of types in the report. */
const seenTypes: Readonly<Record<FieldType, string>> = {
  text: 'text',
  integer: 'integer',
  number: 'number',
  flag: 'flag',
  moment: 'time',
  'local time': 'time',
  identifiers: 'array',
  texts: 'array',
  map: 'object',
  object: 'object',
  entries: 'array',
  location: 'object',
  addresses: 'array',
}

interface DocumentedField {
  readonly path: string
  readonly type: string
}

/** The fields of an event that the spec describes, each followed by its parts. */
export const documentedFields = (service: ServiceProbe): readonly DocumentedField[] =>
  fieldsIn(eventFields, service, '')

const fieldsIn = (table: FieldTable, service: ServiceProbe, parent: string): readonly DocumentedField[] =>
  Object.values(table).flatMap((field) => {
    const { type, values, members = {} } = field
    // The spec has the same fields as the default assumptions.
    if (!isAssumed(field, defaultAssumptions)) return []
    const name = nameIn(field, service.api, service.namespace)
    if (name === undefined) return []
    const path = parent + name
    // Does not compare the entries of a list.
    const below = seenTypes[type] === 'object' ? fieldsIn(members, service, `${path}.`) : []
    return [{ path, type: values?.join('|') ?? seenTypes[type] }, ...below]
  })

/** Fields that an assumption compares. A comparison with the spec would report a difference that the assumption knows. */
const ownAssumption: ReadonlySet<string> = new Set(['location.language'])

/** The fields of an event that depend on an assumption. The findings of the report tell whether the service has these fields. */
const assumedFields = ({ api, namespace }: ServiceProbe): readonly string[] =>
  Object.values<FieldRow>(eventFields).flatMap((field) => (field.assumed && nameIn(field, api, namespace)) ?? [])

/** Compares events with the documented fields. The rows contain only paths and types. */
export const compareFields: Comparison = async (service) => {
  const events = await service.events()
  const documented = documentedFields(service)
  const rowsOf = (path: string, expected: string, types: readonly string[]) =>
    [...new Set(types)].map((type) => {
      const count = types.filter((one) => one === type).length
      return row(path, expected, `${type} in ${count} of ${events.length}`)
    })
  const compared = documented.filter(({ path }) => !ownAssumption.has(path))
  const deviations = compared.flatMap(({ path, type }) => {
    const types = events.map((event) => typeSeen(getIn(event, ...path.split('.')), type))
    // A field can be missing in some events, but not in all.
    const accepted = types.every((one) => one === 'absent') ? [type] : [type, 'absent']
    const wrong = types.filter((one) => !accepted.includes(one))
    return rowsOf(path, type, wrong)
  })
  const known = new Set([...documented.map(({ path }) => path), ...assumedFields(service), '_links', '_embedded'])
  const unknown = events.flatMap(fieldsOf).filter(({ path }) => !known.has(path))
  const additions = [...Map.groupBy(unknown, ({ path }) => path)].flatMap(([path, found]) => {
    const types = found.map(({ value }) => typeOf(value))
    return rowsOf(path.split('.').map(safeName).join('.'), 'unknown', types)
  })
  return [...deviations, ...additions]
}

/** The fields of an event and of its location. */
function fieldsOf(event: JsonObject): readonly { readonly path: string; readonly value: unknown }[] {
  const location = Object.entries(isObject(event.location) ? event.location : {})
  const parts = location.map(([name, value]) => ({ path: `location.${name}`, value }))
  return [...Object.entries(event).map(([path, value]) => ({ path, value })), ...parts]
}

/** The type in the spec, if the value has this type. Otherwise the value's own type. */
function typeSeen(value: unknown, type: string): string {
  if (value === undefined) return 'absent'
  return hasType(value, type) ? type : typeOf(value)
}

function hasType(value: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(value)
  if (type === 'time') return typeof value === 'string' && !Number.isNaN(Date.parse(value))
  if (type.includes('|')) return typeof value === 'string' && type.split('|').includes(value)
  return typeOf(value) === type
}

function typeOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'array'
  if (typeof value === 'string') return 'text'
  return typeof value === 'boolean' ? 'flag' : typeof value
}
