import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { type Comparison, row, safeName } from './comparisons.ts'
import type { Service } from './service.ts'

/** Fields as `path:type`. `~` stands for the service's own prefix (v1 §2, v2 §2). */
const common =
  'identifiers:array description:text location:object location.venue:text location.address_lines:array ' +
  'location.locality:text location.region:text location.postal_code:text location.country:text ' +
  'location.language:text location.location:object location.location.latitude:number ' +
  'location.location.longitude:number location.location.accuracy:Rooftop|Approximate total_accepted:integer ' +
  '~event_campaign_id:text status:confirmed|tentative|cancelled transparence:opaque|transparent ' +
  'visibility:public|private reminders:array ~sponsor:object'
const fields = {
  v1:
    `${common} originating_system:text created_at:time modified_at:time summary:text ~event_instructions:text ` +
    'url:text start:time guestsCanInviteOthers:flag ~sponsor.summary:text ~sponsor.url:text',
  v2:
    `${common} origin_system:text created_date:time modified_date:time name:text title:text instructions:text ` +
    'browser_url:text featured_image_url:text start_date:time end_date:time guests_can_invite_others:flag ' +
    'capacity:integer ~hidden:flag ~sponsor.title:text ~sponsor.browser_url:text',
}

interface DocumentedField {
  readonly path: string
  readonly type: string
}

export const documentedFields = ({ api, namespace }: Service): readonly DocumentedField[] =>
  fields[api].split(' ').map((field) => {
    const [, path = '', type = ''] = /^(.+):(.+)$/.exec(field.replace('~', `${namespace}:`)) ?? []
    return { path, type }
  })

/** How events differ from the documented fields: only paths and types. */
export const compareFields: Comparison = async (service) => {
  const events = await service.events()
  const documented = documentedFields(service)
  const rowsOf = (path: string, expected: string, types: readonly string[]) =>
    [...new Set(types)].map((type) => {
      const count = types.filter((one) => one === type).length
      return row(path, expected, `${type} in ${count} of ${events.length}`)
    })
  const deviations = documented.flatMap(({ path, type }) => {
    const types = events.map((event) => typeSeen(getIn(event, ...path.split('.')), type))
    // A field without a value may be absent, but not from all events.
    const accepted = types.every((one) => one === 'absent') ? [type] : [type, 'absent']
    const wrong = types.filter((one) => !accepted.includes(one))
    return rowsOf(path, type, wrong)
  })
  const known = new Set([...documented.map(({ path }) => path), '_links', '_embedded'])
  const unknown = events.flatMap(fieldsOf).filter(({ path }) => !known.has(path))
  const additions = [...Map.groupBy(unknown, ({ path }) => path)].flatMap(([path, found]) => {
    const types = found.map(({ value }) => typeOf(value))
    return rowsOf(path.split('.').map(safeName).join('.'), 'unknown', types)
  })
  return [...deviations, ...additions]
}

/** The fields of an event, with those of its location. */
function fieldsOf(event: JsonObject): readonly { readonly path: string; readonly value: unknown }[] {
  const location = Object.entries(isObject(event.location) ? event.location : {})
  const parts = location.map(([name, value]) => ({ path: `location.${name}`, value }))
  return [...Object.entries(event).map(([path, value]) => ({ path, value })), ...parts]
}

/** The documented type if a value has it, else what it is instead. */
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
