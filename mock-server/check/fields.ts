import { isObject, type JsonObject } from '../text/json.ts'
import { type Service, shownName } from './service.ts'
import type { CheckRow } from './types.ts'

/** A documented field: its path, and what it holds. */
interface Documented {
  readonly path: string
  readonly type: string
}

const location =
  'venue:text address_lines:array locality:text region:text postal_code:text country:text language:text location:object ' +
  'location.latitude:number location.longitude:number location.accuracy:Rooftop|Approximate'

const common =
  `identifiers:array description:text location:object ${location.replaceAll(/(?<=^| )/g, 'location.')} ` +
  'total_accepted:integer ~event_campaign_id:text status:confirmed|tentative|cancelled transparence:opaque|transparent ' +
  'visibility:public|private reminders:array ~sponsor:object '

/** The fields of both tables; `~` stands for the service's own prefix (v1 §2.1, v2 §2.1). */
const tables = {
  v1:
    `${common}originating_system:text created_at:time modified_at:time summary:text ~event_instructions:text url:text ` +
    'start:time guestsCanInviteOthers:flag ~sponsor.summary:text ~sponsor.url:text',
  v2:
    `${common}origin_system:text created_date:time modified_date:time name:text title:text instructions:text ` +
    'browser_url:text featured_image_url:text start_date:time end_date:time guests_can_invite_others:flag ' +
    'capacity:integer ~hidden:flag ~sponsor.title:text ~sponsor.browser_url:text',
}

export const documentedIn = ({ api, namespace }: Pick<Service, 'api' | 'namespace'>): readonly Documented[] =>
  tables[api].split(' ').map((entry) => {
    const colon = entry.lastIndexOf(':')
    return { path: entry.slice(0, colon).replace('~', `${namespace}:`), type: entry.slice(colon + 1) }
  })

/** What differs from the documented fields in some events: no more than paths and types of it. */
export async function compareFields(service: Service): Promise<readonly CheckRow[]> {
  const events = await service.events()
  const documented = documentedIn(service)
  const ofAll = (count: number) => `${count} of ${events.length}`
  const rows: CheckRow[] = []
  for (const { path, type } of documented) {
    const cells = events.map((event) => cellAt(event, path.split('.')))
    const types = cells.map((cell) => (cell === undefined ? 'absent' : fits(cell, type) ? 'right' : typeOf(cell)))
    for (const found of new Set(types)) {
      const count = types.filter((one) => one === found).length
      // Any field may be absent where an event has no value for it.
      if (found === 'right' || (found === 'absent' && count < events.length)) continue
      rows.push({ what: path, expected: type, seen: `${found} in ${ofAll(count)}` })
    }
  }
  const known = new Set([...documented.map(({ path }) => path), '_links', '_embedded'])
  const unknown = new Map<string, string[]>()
  for (const event of events) {
    const place = isObject(event.location) ? Object.entries(event.location) : []
    for (const [name, cell] of [
      ...Object.entries(event),
      ...place.map(([part, of]) => [`location.${part}`, of] as const),
    ])
      if (!known.has(name)) unknown.set(name, [...(unknown.get(name) ?? []), typeOf(cell)])
  }
  for (const [path, types] of unknown) {
    const what = path.split('.').map(shownName).join('.')
    rows.push({ what, expected: 'unknown', seen: `${[...new Set(types)].join(', ')} in ${ofAll(types.length)}` })
  }
  return rows
}

function cellAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value
  return isObject(value) && Object.hasOwn(value, name) ? cellAt(value[name], rest) : undefined
}

function fits(cell: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(cell)
  if (type === 'flag') return typeof cell === 'boolean'
  if (type === 'time') return typeof cell === 'string' && !Number.isNaN(Date.parse(cell))
  if (type.includes('|')) return typeof cell === 'string' && type.split('|').includes(cell)
  return typeOf(cell) === type
}

function typeOf(cell: unknown): string {
  if (cell === null) return 'null'
  if (Array.isArray(cell)) return 'array'
  const type = typeof cell
  return type === 'string' ? 'text' : type === 'boolean' ? 'flag' : type
}

/** The relations that a resource has beyond the documented ones, and those that it lacks. */
export function compareRelations(
  what: string,
  resource: JsonObject,
  documented: readonly string[],
): readonly CheckRow[] {
  const relations = isObject(resource._links) ? Object.keys(resource._links) : []
  const lacks = documented.filter((one) => !relations.includes(one))
  const has = relations.filter((one) => !documented.includes(one)).map(shownName)
  const rows = [
    ...lacks.map((one) => ({ what: `${what} ${one}`, expected: 'present', seen: 'absent' })),
    ...has.map((one) => ({ what: `${what} ${one}`, expected: 'unknown', seen: 'present' })),
  ]
  return rows
}
