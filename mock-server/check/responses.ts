import { getIn, isObject } from '../text/json.ts'
import { NoSetting, type Probes, settingOfStatus } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, mediaTypeOf, relationOf, type ServiceProbe } from './service-probe.ts'

const wrongKey = 'osdi-events-check-no-key'
const unknownId = '00000000-0000-4000-8000-000000000000'

/** Gets the response to an unknown API key. */
export const getWithWrongKey = (service: ServiceProbe) => service.get('events', { key: wrongKey })
const getUnknownEvent = (service: ServiceProbe) => service.get(`events/${unknownId}`)

/** Probes of errors, and of resources to which events link. */
export const responses = {
  invalidKey: async (service) => {
    const response = await getWithWrongKey(service)
    if (response.status === 403 && response.text.includes(wrongKey)) return '403 repeating the key'
    return settingOfStatus(response, { 403: 403, 401: 401 })
  },
  notFound: async (service) => settingOfStatus(await getUnknownEvent(service), { 404: 404, 403: 403 }),
  errorBody: async (service) => {
    const error = [await getUnknownEvent(service), await getWithWrongKey(service)].find(({ status }) => status >= 400)
    if (!error) throw new Inconclusive('neither an unknown id nor a wrong key gets an error')
    if (typeof getIn(error.json, 'error') === 'string') return 'error'
    if (typeof getIn(error.json, 'osdi:error') === 'object') return 'osdi:error'
    return new NoSetting(error.json === undefined ? `${mediaTypeOf(error.headers)}, no JSON` : 'JSON of another form')
  },
  errorTexts: async (service) => {
    const { status, json } = await getUnknownEvent(service)
    const text = getIn(json, 'error') ?? getIn(json, 'osdi:error', 'error_description')
    if (status < 400 || typeof text !== 'string') throw new Inconclusive('an unknown id gets no error with a text')
    if (text === 'Not found') return 'short'
    return /event/i.test(text) ? 'detailed' : new NoSetting('other texts')
  },
  linked: async (service) => {
    const events = await service.events()
    const statuses = new Set<number>()
    for (const relation of ['osdi:creator', `${service.namespace}:embed`, `${service.namespace}:event_campaign`]) {
      const href = events.map((event) => hrefOf(event, relation)).find((one) => one !== undefined)
      if (href !== undefined) statuses.add((await service.get(href)).status)
    }
    const [status, ...others] = statuses
    if (status === undefined) throw new Inconclusive('no event links to its creator, embed code or campaign')
    if (others.length > 0) return new NoSetting(`status ${[...statuses].join(' and ')}`)
    return settingOfStatus({ status }, { 200: 200, 404: 404 })
  },
  attendanceFields: async (service) => {
    const page = await getAttendances(service)
    const relation = relationOf(getIn(page, '_embedded'), 'osdi:attendances', /(?:^|[:/])attendances?$/)
    const first = relation && [getIn(page, '_embedded', relation)].flat().find(isObject)
    if (!first) throw new Inconclusive('no attendance is embedded')
    const ids = ['person_id', 'event_id'].filter((name) => first[`${service.namespace}:${name}`] !== undefined)
    if (ids.length === 1) return new NoSetting('one of two ids')
    return ids.length === 2 ? 'with ids' : 'links alone'
  },
  attendanceLinks: async (service) => {
    const page = await getAttendances(service)
    if (hrefOf(page, 'osdi:attendance') !== undefined) return 'osdi:attendance'
    return hrefOf(page, 'osdi:attendances') === undefined ? new NoSetting('no links') : 'osdi:attendances'
  },
  personFields: async (service) => {
    const href = (await service.events()).map((event) => hrefOf(event, 'osdi:creator')).find((one) => one !== undefined)
    const { status, json } = href === undefined ? {} : await service.get(href)
    if (status !== 200 || !isObject(json)) throw new Inconclusive('no event leads to its creator')
    const { origin_system, languages_spoken, custom_fields, phone_numbers, postal_addresses } = json
    if (origin_system !== undefined) return 'as documented'
    const isRecorded =
      [languages_spoken, phone_numbers, postal_addresses].every(Array.isArray) && isObject(custom_fields)
    return isRecorded ? 'as recorded' : new NoSetting('other fields')
  },
  otherCollections: async (service) => {
    const response = await service.get('forms')
    if (response.status !== 200) return settingOfStatus(response, { 404: 'not served' })
    const forms = getIn(response.json, '_embedded', 'osdi:forms')
    return Array.isArray(forms) && forms.length === 0 ? 'empty' : new NoSetting('a list with entries')
  },
  petitions: async (service) => {
    const response = await service.get('petitions')
    if (response.status !== 200) return settingOfStatus(response, { 404: 'not served' })
    const has = (relation: string) => ['_links', '_embedded'].some((member) => getIn(response.json, member, relation))
    if (has('osdi:events')) return 'events'
    return has('osdi:petitions') ? 'not served' : new NoSetting('something else than events')
  },
} satisfies Partial<Probes>

/** Gets the attendances of an event with RSVPs. */
async function getAttendances(service: ServiceProbe): Promise<unknown> {
  const event = (await service.events()).find(({ total_accepted }) => Number(total_accepted) > 0)
  const href = event && hrefOf(event, service.names.attendances)
  if (href === undefined) throw new Inconclusive('no event has an RSVP and a link to it')
  const { status, json } = await service.get(href)
  if (status !== 200 || !isObject(json)) throw new Inconclusive(`attendances get status ${status}`)
  return json
}
