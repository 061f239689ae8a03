import { eventFields } from '../fields/events.ts'
import { nameIn } from '../fields/row.ts'
import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { documentedFields } from './field-comparison.ts'
import { commonSetting, NoSetting, type Probes } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, idOf } from './service-probe.ts'

/** Probes of the values in events. */
export const values = {
  unset: async (service) => {
    const events = await service.events()
    const [page, ...always] =
      service.api === 'v2'
        ? ['browser_url', 'name', 'description', 'instructions']
        : ['url', 'description', `${service.namespace}:event_instructions`]
    const texts = events.flatMap((event) => (event[page ?? ''] ? always.map((name) => event[name]) : []))
    if (texts.includes('') && !texts.some((text) => typeof text !== 'string')) return 'empty text'
    const names = documentedFields(service).flatMap(({ path }) => (path.includes('.') ? [] : path))
    const found = events.flatMap((event) => names.map((name) => event[name]))
    const [isNull, isAbsent] = [found.includes(null), found.includes(undefined)]
    if (!isNull && !isAbsent) throw new Inconclusive('every event has all fields')
    if (isNull && isAbsent) return new NoSetting('some are null, some absent')
    return isNull ? 'null' : 'absent'
  },
  timestamps: async (service) => {
    const read = (event: JsonObject) =>
      formOf(
        event[service.names.created],
        [/T\d\d:\d\d:\d\dZ$/, 'seconds'],
        [/T\d\d:\d\d:\d\d\.\d{3}Z$/, 'milliseconds'],
      )
    return commonSetting(await service.events(), read, 'no event has a time of creation')
  },
  localTimes: async (service) => {
    const read = (event: JsonObject) =>
      formOf(
        event[service.names.start],
        [/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/, 'Z'],
        [/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, 'no zone'],
      )
    return commonSetting(await service.events(), read, 'no event has a start')
  },
  ids: async (service) => {
    const read = (event: JsonObject) =>
      formOf(
        idOf(event, service.namespace),
        [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'uuid'],
        [/^\d+$/, 'number'],
      )
    return commonSetting(await service.events(), read, 'no event has an id')
  },
  language: async (service) => {
    const read = (event: JsonObject) => {
      const language = getIn(event, 'location', 'language')
      if (typeof language !== 'string') return undefined
      // Hides any other text, which may be personal data.
      return /^(?:[a-z]{2,3}(?:-[A-Z]{2})?|English)$/.test(language) ? language : new NoSetting('another text')
    }
    return commonSetting(await service.events(), read, 'no event has a location with a language')
  },
  unknownRegion: async (service) => {
    const read = ({ location }: JsonObject) => {
      if (!isObject(location) || (location.region ?? '') !== '') return undefined
      return location.region === '' ? 'empty' : 'absent'
    }
    return commonSetting(await service.events(), read, 'no event has a location without a known region')
  },
  locationLanguage: async (service) => {
    const read = ({ location }: JsonObject) => {
      if (!isObject(location)) return undefined
      return (location.language ?? undefined) === undefined ? 'absent' : 'shown'
    }
    return commonSetting(await service.events(), read, 'no event has a location')
  },
  hidden: async (service) => {
    const read = (event: JsonObject) => {
      const hidden = event[`${service.namespace}:hidden`] ?? undefined
      if (hidden === undefined || typeof hidden === 'boolean') return hidden
      return new NoSetting('neither true nor false')
    }
    const events = (await service.events()).filter(isOfApi)
    return commonSetting(events, read, 'no event made through the API says whether it is hidden')
  },
  capacity: async (service) => {
    const read = ({ capacity = null }: JsonObject) => {
      if (capacity === null) return 'absent'
      return Number.isSafeInteger(capacity) ? Number(capacity) : new NoSetting('no whole number')
    }
    const events = (await service.events()).filter(isOfApi)
    return commonSetting<'absent' | number>(events, read, 'no event is known to be made through the API')
  },
  campaignEventPeople: async (service) => {
    const read = (event: JsonObject) => {
      if (hrefOf(event, `${service.namespace}:event_campaign`) === undefined) return undefined
      return isObject(getIn(event, '_embedded', 'osdi:creator')) ? 'embedded' : 'linked'
    }
    return commonSetting(await service.events(), read, 'no event of the key has a campaign')
  },
  campaignLink: async (service) => {
    const read = (event: JsonObject) => {
      const last = hrefOf(event, `${service.namespace}:event_campaign`)?.split('/').at(-1)
      const id = event[`${service.namespace}:event_campaign_id`]
      if (last === undefined || typeof id !== 'string') return undefined
      const segment = decodeSegment(last)
      if (segment === id) return 'bare'
      return segment === `${service.namespace}:${id}` ? 'prefixed' : new NoSetting('something else')
    }
    return commonSetting(await service.events(), read, 'no event of the key has a campaign')
  },
  originSystem: async (service) => {
    const { status, json } = await service.get('')
    const vendor = getIn(json, 'vendor_name')
    if (status !== 200 || typeof vendor !== 'string') throw new Inconclusive('the entry point names no vendor')
    // Hides any other text, which may be anything.
    return /^[\w .&'()-]{1,60}$/.test(vendor) ? vendor : new NoSetting('another text')
  },
  sponsorAddress: async (service) => {
    const { sponsor } = eventFields
    const name = nameIn(sponsor, service.api, service.namespace) ?? ''
    const read = (event: JsonObject) =>
      formOf(
        getIn(event, name, sponsor.members.browser_url[service.api]),
        [/\/api\/v\d\/groups\/[^/]+$/, 'api'],
        [/\/groups\/[^/]+$/, 'public page'],
      )
    return commonSetting(await service.events(), read, 'no event has a sponsor')
  },
  tagList: async (service) => {
    const hasTags = (await service.events()).some(({ tag_list }) => Array.isArray(tag_list))
    if (!hasTags) throw new Inconclusive('no event has a tag_list')
    return 'kept'
  },
  maxPageSize: async (service) => {
    const { status, json } = await service.get('')
    const [size, other] = [getIn(json, 'max_page_size'), getIn(json, 'max_pagesize')]
    if (status !== 200 || (size ?? other) === undefined) throw new Inconclusive('the entry point names no page size')
    if (size === undefined) return typeof other === 'number' ? 'max_pagesize' : new NoSetting('another type')
    if (typeof size === 'string') return 'string'
    return typeof size === 'number' ? 'integer' : new NoSetting('another type')
  },
  attendanceHelper: async (service) => {
    const read = (event: JsonObject) => {
      if (hrefOf(event, 'osdi:record_attendance_helper') === undefined) return undefined
      return hrefOf(event, 'record_attendance_helper') === undefined ? 'with prefix' : 'both'
    }
    return commonSetting(await service.events(), read, 'no event has a link to the helper')
  },
  docsAddress: async (service) => {
    const href = hrefOf((await service.page()).body, 'curies')
    if (href === undefined) throw new Inconclusive('the first page has no curies')
    if (href.endsWith(`/docs/${service.api}/{rel}`)) return 'by version'
    return href.endsWith('/docs/{rel}') ? 'for both versions' : new NoSetting('another address')
  },
} satisfies Partial<Probes>

/** The setting whose form a text has. Undefined without a text. */
function formOf<const Setting>(
  text: unknown,
  ...forms: readonly (readonly [form: RegExp, setting: Setting])[]
): Setting | NoSetting | undefined {
  if (typeof text !== 'string') return undefined
  return forms.find(([form]) => form.test(text))?.[1] ?? new NoSetting('another form')
}

/** Whether an event was created through the API. Such an event has no public page (v2 §1.5). */
const isOfApi = ({ browser_url = null }: JsonObject): boolean => browser_url === null
