import { getIn, isObject } from '../text/json.ts'
import { type Compare, row, type Service, shownName } from './service.ts'

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
export const compareFields: Compare = async (service) => {
  const events = await service.events()
  const documented = documentedIn(service)
  const seen = (types: string, count: number) => `${types} in ${count} of ${events.length}`
  const wrong = documented.flatMap(({ path, type }) => {
    const types = events.map((event) => seenAs(getIn(event, ...path.split('.')), type))
    // Any field may be absent where an event has no value for it.
    const passing = types.every((one) => one === 'absent') ? ['right'] : ['right', 'absent']
    return [...new Set(types)]
      .filter((found) => !passing.includes(found))
      .map((found) => row(path, type, seen(found, types.filter((one) => one === found).length)))
  })
  const known = new Set([...documented.map(({ path }) => path), '_links', '_embedded'])
  const unknown = new Map<string, string[]>()
  for (const event of events) {
    const place = Object.entries(isObject(event.location) ? event.location : {})
    const cells = [...Object.entries(event), ...place.map(([part, cell]) => [`location.${part}`, cell] as const)]
    for (const [path, cell] of cells)
      if (!known.has(path)) unknown.set(path, [...(unknown.get(path) ?? []), typeOf(cell)])
  }
  const further = [...unknown].map(([path, types]) => {
    const what = path.split('.').map(shownName).join('.')
    return row(what, 'unknown', seen([...new Set(types)].join(', '), types.length))
  })
  return [...wrong, ...further]
}

/** Whether a cell is as it is documented, or how it is. */
function seenAs(cell: unknown, type: string): string {
  if (cell === undefined) return 'absent'
  return fits(cell, type) ? 'right' : typeOf(cell)
}

function fits(cell: unknown, type: string): boolean {
  if (type === 'integer') return Number.isSafeInteger(cell)
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
