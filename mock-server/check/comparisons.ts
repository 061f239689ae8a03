import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { areSame, keeps } from './paging.ts'
import { type Compare, hrefOf, mediaType, pageIn, row, shownName } from './service.ts'
import type { CheckRow } from './types.ts'

const limitHeader = /^(?:x-)?rate-?limit(?:-[a-z]+)*$|^retry-after$/

const yes = (is: boolean): string => (is ? 'yes' : 'no')

/** Everything beside assumptions and fields. */
export const comparisons: readonly Compare[] = [
  async (service) => {
    const { answer, body } = await service.page()
    const { headers } = answer
    const limits = [...headers.keys()].filter((name) => limitHeader.test(name))
    const cache = headers.get('cache-control') === 'max-age=0, private, must-revalidate'
    const curies = getIn(body, '_links', 'curies')
    const prefixes = (Array.isArray(curies) ? curies : []).map((curie) => shownName(String(getIn(curie, 'name'))))
    return [
      row('content type of a page', 'application/hal+json', mediaType(headers)),
      row('Cache-Control as documented', 'yes', yes(cache)),
      row('headers of a rate limit', 'none', limits.join(', ') || 'none'),
      row('prefixes of curies', `osdi, ${service.namespace}`, prefixes.join(', ') || 'none'),
      ...compareRelations('relation of a page', body, [
        ...['self', 'osdi:events', 'curies'],
        ...(hrefOf(body, 'next') === undefined ? [] : ['next']),
      ]),
    ]
  },
  async (service) => {
    const [event] = await service.events()
    const href = hrefOf(event, 'self')
    if (href === undefined) return [row('link of an event to itself', 'present', 'absent')]
    const { status, headers, json } = await service.get(href)
    if (status !== 200 || !isObject(json)) return [row('one event by its link', 'status 200', `status ${status}`)]
    const { namespace, names } = service
    const relations = ['self', names.attendances, 'osdi:creator', 'osdi:organizer', `${namespace}:embed`, 'curies']
    return [
      row('content type of an event', 'application/hal+json', mediaType(headers)),
      ...compareRelations('relation of an event', json, [
        ...relations,
        ...(service.api === 'v2' ? ['osdi:record_attendance_helper'] : []),
        ...(hrefOf(json, `${namespace}:event_campaign`) === undefined ? [] : [`${namespace}:event_campaign`]),
      ]),
    ]
  },
  async (service) => {
    const own = (await service.events()).filter(({ identifiers }) =>
      JSON.stringify(identifiers ?? '').includes(`"${service.namespace}:`),
    )
    return [row('identifiers with the own prefix', 'yes', yes(own.length > 0))]
  },
  async (service) => [
    row('list with a slash at its end', 'status 200', `status ${(await service.get('events/')).status}`),
  ],
  async (service) => {
    const small = await service.page('events?per_page=1')
    if (small.next === undefined) return []
    const second = pageIn(await service.get('events?page=2&per_page=1'))
    return [
      row('per_page kept by next', 'yes', yes(keeps(service, small, 'per_page'))),
      row('next by page', 'yes', yes(keeps(service, small, 'page'))),
      row('page heeded', 'yes', yes(second !== undefined && !areSame(service, small, second))),
    ]
  },
  async (service) => {
    const none = (await service.get('events', { key: null })).status
    const wrong = (await service.get('events', { key: 'osdi-events-check-no-key' })).status
    return [row('status without a key', `status ${wrong}`, `status ${none}`)]
  },
  async (service) => {
    const { headers, status } = await service.get('events', { headers: { 'Accept-Encoding': 'deflate' } })
    const encoding = headers.get('content-encoding') ?? 'none'
    return [row('deflate', 'no', status === 200 && encoding === 'deflate' ? 'yes' : 'no')]
  },
  async (service) => {
    const { headers } = (await service.page()).answer
    const [tag, date] = [headers.get('etag'), headers.get('last-modified')]
    const ask = async (name: string, text: string | null) =>
      text === null ? 'no' : yes((await service.get('events', { headers: { [name]: text } })).status === 304)
    return [
      row('ETag', 'no', yes(tag !== null)),
      row('304 for a known ETag', 'no', await ask('If-None-Match', tag)),
      row('304 for a known Last-Modified', 'no', await ask('If-Modified-Since', date)),
    ]
  },
]

/** The relations that a resource has beyond the documented ones, and those that it lacks. */
function compareRelations(what: string, resource: JsonObject, documented: readonly string[]): readonly CheckRow[] {
  const relations = isObject(resource._links) ? Object.keys(resource._links) : []
  const lacks = documented.filter((one) => !relations.includes(one))
  const has = relations.filter((one) => !documented.includes(one)).map(shownName)
  return [
    ...lacks.map((one) => row(`${what} ${one}`, 'present', 'absent')),
    ...has.map((one) => row(`${what} ${one}`, 'unknown', 'present')),
  ]
}
