import { getIn, isObject } from '../text/json.ts'
import type { Probes } from './probe.ts'
import { byStatus, other, value } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, mediaType, type Service } from './service.ts'

const wrongKey = 'osdi-events-check-no-key'
const unknownId = '00000000-0000-4000-8000-000000000000'

const refused = (service: Service) => service.get('events', { key: wrongKey })
const missing = (service: Service) => service.get(`events/${unknownId}`)

/** How requests are refused, and what stands at the addresses that links lead to. */
export const responses = {
  invalidKey: async (service) => {
    const answer = await refused(service)
    if (answer.status === 403 && answer.text.includes(wrongKey)) return value('403 repeating the key')
    return byStatus(answer, { 403: 403, 401: 401 })
  },
  notFound: async (service) => byStatus(await missing(service), { 404: 404, 403: 403 }),
  errorBody: async (service) => {
    const error = [await missing(service), await refused(service)].find(({ status }) => status >= 400)
    if (!error) throw new Inconclusive('neither an unknown id nor a wrong key gets an error')
    if (typeof getIn(error.json, 'error') === 'string') return value('error')
    if (typeof getIn(error.json, 'osdi:error') === 'object') return value('osdi:error')
    return other(error.json === undefined ? `${mediaType(error.headers)}, no JSON` : 'JSON of another form')
  },
  linked: async (service) => {
    const events = await service.events()
    const relations = ['osdi:creator', `${service.namespace}:embed`, `${service.namespace}:event_campaign`]
    const links = relations.flatMap((relation) => {
      const href = events.map((event) => hrefOf(event, relation)).find((one) => one !== undefined)
      return href === undefined ? [] : [href]
    })
    if (links.length === 0) throw new Inconclusive('no event links to its creator, embed code or campaign')
    const statuses = new Set<number>()
    for (const href of links) statuses.add((await service.get(href)).status)
    const [status, ...others] = statuses
    if (others.length === 0 && (status === 200 || status === 404)) return value(status)
    return other(`status ${[...statuses].join(' and ')}`)
  },
  attendanceFields: async (service) => {
    const page = await attendancesOf(service)
    const embedded = ['osdi:attendances', 'osdi:attendance']
      .map((relation) => getIn(page, '_embedded', relation))
      .find(Boolean)
    const [first] = [embedded].flat()
    if (!isObject(first)) throw new Inconclusive('no attendance is embedded')
    const has = ['person_id', 'event_id'].map((name) => first[`${service.namespace}:${name}`] !== undefined)
    return has.every(Boolean) ? value('with ids') : has.some(Boolean) ? other('one of two ids') : value('links alone')
  },
  attendanceLinks: async (service) => {
    const page = await attendancesOf(service)
    if (hrefOf(page, 'osdi:attendance') !== undefined) return value('osdi:attendance')
    return hrefOf(page, 'osdi:attendances') === undefined ? other('no links') : value('osdi:attendances')
  },
  petitions: async (service) => {
    const { status, json } = await service.get('petitions')
    if (status === 404) return value('not served')
    if (status !== 200) return other(`status ${status}`)
    const isEvents = [getIn(json, '_links', 'osdi:events'), getIn(json, '_embedded', 'osdi:events')].some(Boolean)
    return isEvents ? value('events') : other('something else than events')
  },
} satisfies Probes

/** A page of attendances that has some. */
async function attendancesOf(service: Service): Promise<unknown> {
  const event = (await service.events()).find(({ total_accepted }) => Number(total_accepted) > 0)
  const href = event && hrefOf(event, service.names.attendances)
  if (href === undefined) throw new Inconclusive('no event has an RSVP and a link to it')
  const { status, json } = await service.get(href)
  if (status !== 200 || !isObject(json)) throw new Inconclusive(`attendances get status ${status}`)
  return json
}
