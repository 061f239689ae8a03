import { getIn, isObject, type JsonObject } from '../text/json.ts'
import type { CheckRow } from '../types/check.ts'
import { haveSameEvents, nextHas } from './paging.ts'
import { getWithWrongKey } from './responses.ts'
import { hrefOf, mediaTypeOf, pageIn, type ServiceProbe } from './service-probe.ts'

/** Compares one aspect of the real service with the mock service. Throws {@link Inconclusive} if the responses do not show this aspect. */
export type Comparison = (service: ServiceProbe) => Promise<readonly CheckRow[]>

export const row = (what: string, expected: string, seen: string): CheckRow => ({ what, expected, seen })

/** Makes a name from the service, such as the name of a field, safe for the report. Hides a long name, and a name that could be an id. */
export const safeName = (name: string): string =>
  /^[a-z_][a-z_-]{0,38}\d?(?::[a-z_][a-z_-]{0,38}\d?)?$/i.test(name) ? name : '(a name not shown)'

const yesOrNo = (is: boolean): string => (is ? 'yes' : 'no')

const rateLimitHeader = /^(?:x-)?rate-?limit(?:-[a-z]+)*$|^retry-after$/

/** All comparisons except those of assumptions and fields. */
export const comparisons = {
  pageHeaders: async (service) => {
    const { headers } = (await service.page()).response
    const limits = [...headers.keys()].filter((name) => rateLimitHeader.test(name))
    const isPrivate = headers.get('cache-control') === 'max-age=0, private, must-revalidate'
    return [
      row('content type of a page', 'application/hal+json', mediaTypeOf(headers)),
      row('Cache-Control as documented', 'yes', yesOrNo(isPrivate)),
      row('headers of a rate limit', 'none', limits.join(', ') || 'none'),
    ]
  },
  pageRelations: async (service) => {
    const { body } = await service.page()
    const curies = [getIn(body, '_links', 'curies')].flat().filter(isObject)
    const prefixes = curies.map(({ name }) => safeName(String(name)))
    return [
      row('prefixes of curies', `osdi, ${service.namespace}`, prefixes.join(', ') || 'none'),
      ...compareRelations('a page', body, ['self', 'osdi:events', 'curies'], ['next']),
    ]
  },
  singleEvent: async (service) => {
    const [event] = await service.events()
    const href = hrefOf(event, 'self')
    if (href === undefined) return [row('link of an event to itself', 'present', 'absent')]
    const { status, headers, json } = await service.get(href)
    if (status !== 200 || !isObject(json)) return [row('one event by its link', 'status 200', `status ${status}`)]
    const { api, namespace, names } = service
    const relations = ['self', names.attendances, 'osdi:creator', 'osdi:organizer', `${namespace}:embed`, 'curies']
    // The assumption `helperLink` compares these names.
    const helpers = api === 'v2' ? ['osdi:record_attendance_helper', 'record_attendance_helper'] : []
    return [
      row('content type of an event', 'application/hal+json', mediaTypeOf(headers)),
      ...compareRelations('an event', json, relations, [`${namespace}:event_campaign`, ...helpers]),
    ]
  },
  ownIdentifiers: async (service) => {
    const isOwn = (identifier: unknown) => String(identifier).startsWith(`${service.namespace}:`)
    const has = (await service.events()).some(({ identifiers }) => [identifiers].flat().some(isOwn))
    return [row('identifiers with the own prefix', 'yes', yesOrNo(has))]
  },
  trailingSlash: async (service) => {
    const { status } = await service.get('events/')
    return [row('list with a slash at its end', 'status 200', `status ${status}`)]
  },
  pageParameters: async (service) => {
    const first = await service.page('events?per_page=1')
    if (first.next === undefined) return []
    const second = pageIn(await service.get('events?page=2&per_page=1'))
    return [
      row('per_page kept by next', 'yes', yesOrNo(nextHas(first, 'per_page'))),
      row('next by page', 'yes', yesOrNo(nextHas(first, 'page'))),
      row('page heeded', 'yes', yesOrNo(second !== undefined && !haveSameEvents(service, first, second))),
    ]
  },
  missingKey: async (service) => {
    const [missing, wrong] = [await service.get('events', { key: null }), await getWithWrongKey(service)]
    return [row('status without a key', `status ${wrong.status}`, `status ${missing.status}`)]
  },
  conditionalRequests: async (service) => {
    const { headers } = (await service.page()).response
    const [tag, date] = [headers.get('etag'), headers.get('last-modified')]
    const isHeeded = async (name: string, value: string | null) =>
      value !== null && (await service.get('events', { headers: { [name]: value } })).status === 304
    return [
      row('ETag', 'no', yesOrNo(tag !== null)),
      row('304 for a known ETag', 'no', yesOrNo(await isHeeded('If-None-Match', tag))),
      row('304 for a known Last-Modified', 'no', yesOrNo(await isHeeded('If-Modified-Since', date))),
    ]
  },
} satisfies Readonly<Record<string, Comparison>>

/** The documented relations that a resource lacks, and the undocumented relations that it has. */
function compareRelations(
  resource: string,
  json: JsonObject,
  required: readonly string[],
  optional: readonly string[],
): readonly CheckRow[] {
  const relations = isObject(json._links) ? Object.keys(json._links) : []
  const unknown = relations.filter((relation) => ![...required, ...optional].includes(relation))
  return [
    ...required
      .filter((relation) => !relations.includes(relation))
      .map((relation) => row(`relation of ${resource} ${relation}`, 'present', 'absent')),
    ...unknown.map((relation) => row(`relation of ${resource} ${safeName(relation)}`, 'unknown', 'present')),
  ]
}
