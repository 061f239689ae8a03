/** The resources whose state the answers of a service show. `other` stands for all that the mock does not store. */
export type ResourceKind = 'events' | 'attendances' | 'campaigns' | 'people'

/** What a path of the API names: one resource, or a list of them if there is no `id`. */
export interface Place {
  readonly version: 'v1' | 'v2'
  readonly kind: ResourceKind | 'entry point' | 'tags' | 'other'
  readonly id?: string
  /** Ids of the resources above it in the path. */
  readonly event?: string
  readonly campaign?: string
  readonly person?: string
}

/** Reads a path below the base address, such as `/api/v2/events/7`; undefined for a path that is not of the API. */
export function placeOf(path: string, namespace: string): Place | undefined {
  const [, api, version, ...rest] = path
    .replace(/\/{2,}/g, '/')
    .replace(/\/$/, '')
    .split('/')
  if (api !== 'api' || (version !== 'v1' && version !== 'v2')) return undefined
  const [first, id, part, member, ...deeper] = rest.map((segment) => withoutPrefix(segment, namespace))
  const of = (kind: Place['kind'], parts: Omit<Place, 'version' | 'kind'> = {}): Place => ({ version, kind, ...parts })
  if (first === undefined) return of('entry point')
  if (first === 'tags' || part === 'taggings') return of('tags')
  const isAttendances = part === 'attendances' || part === 'attendance'
  if (first === 'event_campaigns' && id !== undefined && part === 'events') {
    const below = placeOf(['', api, version, 'events', ...[member, ...deeper].filter(Boolean)].join('/'), namespace)
    return below && { ...below, campaign: id }
  }
  const kind = ({ events: 'events', event_campaigns: 'campaigns', people: 'people' } as const)[first]
  if (kind === undefined) return of('other')
  if (id === undefined) return of(kind)
  if (part === undefined) return of(kind, { id })
  const above = kind === 'events' ? { event: id } : kind === 'people' ? { person: id } : { campaign: id }
  if (!isAttendances || kind === 'campaigns') return of('other', above)
  return of('attendances', { ...above, ...(member !== undefined && { id: member }) })
}

/** The last segment of a link to a campaign may have the prefix of the service. */
const withoutPrefix = (segment: string, namespace: string): string => {
  const plain = decoded(segment)
  return plain.startsWith(`${namespace}:`) ? plain.slice(namespace.length + 1) : plain
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
