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
  const count = (types: readonly string[], type: string) =>
    `${type} in ${types.filter((one) => one === type).length} of ${events.length}`
  const deviations = documented.flatMap(({ path, type }) => {
    const types = events.map((event) => typeSeen(getIn(event, ...path.split('.')), type))
    // A field without a value may be absent, but not from all events.
    const isUnused = types.every((one) => one === 'absent')
    return [...new Set(types)]
      .filter((one) => one !== type && (one !== 'absent' || isUnused))
      .map((one) => row(path, type, count(types, one)))
  })
  const unknown = new Map<string, string[]>()
  const known = new Set([...documented.map(({ path }) => path), '_links', '_embedded'])
  for (const event of events)
    for (const [path, value] of cellsOf(event))
      if (!known.has(path)) unknown.set(path, [...(unknown.get(path) ?? []), typeOf(value)])
  const additions = [...unknown].map(([path, types]) => {
    const what = path.split('.').map(safeName).join('.')
    return row(what, 'unknown', `${[...new Set(types)].join(', ')} in ${types.length} of ${events.length}`)
  })
  return [...deviations, ...additions]
}

/** The fields of an event, with those of its location. */
function cellsOf(event: JsonObject): readonly (readonly [path: string, value: unknown])[] {
  const location = Object.entries(isObject(event.location) ? event.location : {})
  return [...Object.entries(event), ...location.map(([name, value]) => [`location.${name}`, value] as const)]
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
