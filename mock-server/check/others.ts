import { at, isObject } from '../text/json.ts'
import { compareRelations } from './fields.ts'
import { areSame, keeps } from './paging.ts'
import { Unclear } from './requester.ts'
import { hrefOf, mediaType, pageIn, type Service, shownName } from './service.ts'
import type { CheckRow } from './types.ts'

const limitHeader = /^(?:x-)?rate-?limit(?:-[a-z]+)*$|^retry-after$/

/** Everything beside assumptions and fields, one row each. What cannot be told is left out. */
export async function compareOthers(service: Service): Promise<readonly CheckRow[]> {
  const rows: CheckRow[] = []
  for (const compare of comparisons) {
    try {
      rows.push(...(await compare(service)))
    } catch (error) {
      if (!(error instanceof Unclear)) throw error
    }
  }
  return rows
}

type Compare = (service: Service) => Promise<readonly CheckRow[]>

const row = (what: string, expected: string, seen: string): CheckRow => ({ what, expected, seen })
const yes = (is: boolean): string => (is ? 'yes' : 'no')

const comparisons: readonly Compare[] = [
  async (service) => {
    const { answer, body } = await service.page()
    const { names, headers } = { names: [...answer.headers.keys()], headers: answer.headers }
    const cache = headers.get('cache-control') === 'max-age=0, private, must-revalidate'
    const curies = at(body, '_links', 'curies')
    const prefixes = (Array.isArray(curies) ? curies : []).map((curie) => shownName(String(at(curie, 'name'))))
    return [
      row('content type of a page', 'application/hal+json', mediaType(headers)),
      row('Cache-Control as documented', 'yes', yes(cache)),
      row('headers of a rate limit', 'none', names.filter((name) => limitHeader.test(name)).join(', ') || 'none'),
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
