import type { Assumptions } from '../assumptions.ts'
import { at, type JsonObject } from '../text/json.ts'
import { documentedIn } from './fields.ts'
import { agreed, other, type Probes, type Reading, value } from './probe.ts'
import { Unclear } from './requester.ts'
import { hrefOf, idOf, type Service } from './service.ts'

/** How the values of events are written. */
export const values = {
  unset: async (service) => {
    const events = await service.events()
    const optional = documentedIn(service).filter(({ path }) => !path.includes('.'))
    const cells = events.flatMap((event) => optional.map(({ path }) => event[path]))
    const absent = cells.includes(undefined)
    if (!cells.includes(null)) {
      if (!absent) throw new Unclear('every event has all fields')
      return value('absent')
    }
    return absent ? other('some are null, some absent') : value('null')
  },
  timestamps: async (service) => {
    const read = (time: unknown): Reading<Assumptions['timestamps']> | undefined => {
      if (typeof time !== 'string') return undefined
      if (/T\d\d:\d\d:\d\dZ$/.test(time)) return value('seconds')
      return /T\d\d:\d\d:\d\d\.\d{3}Z$/.test(time) ? value('milliseconds') : other('another form')
    }
    const events = await service.events()
    return agreed(
      events.map((event) => read(event[service.names.created])),
      'no event has a time of creation',
    )
  },
  localTimes: async (service) => {
    const read = (time: unknown): Reading<Assumptions['localTimes']> | undefined => {
      if (typeof time !== 'string') return undefined
      const [, zone] = /T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(Z|[+-]\d\d:?\d\d)?$/.exec(time) ?? [undefined, '?']
      if (zone === '?') return other('another form')
      return zone === undefined ? value('no zone') : zone === 'Z' ? value('Z') : other('with an offset')
    }
    const events = await service.events()
    return agreed(
      events.map((event) => read(event[service.names.start])),
      'no event has a start',
    )
  },
  ids: async (service) => {
    const read = (id: string | undefined): Reading<Assumptions['ids']> | undefined => {
      if (id === undefined) return undefined
      if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) return value('uuid')
      return /^\d+$/.test(id) ? value('number') : other('another form')
    }
    const events = await service.events()
    return agreed(
      events.map((event) => read(idOf(event, service.namespace))),
      'no event has an id',
    )
  },
  language: async (service) => {
    // Any other text might be somebody's.
    const read = (language: unknown): Reading<string> | undefined => {
      if (typeof language !== 'string') return undefined
      return /^(?:[a-z]{2,3}(?:-[A-Z]{2})?|English)$/.test(language) ? value(language) : other('another text')
    }
    const events = await service.events()
    return agreed(
      events.map((event) => read(at(event, 'location', 'language'))),
      'no event has a location with a language',
    )
  },
  hidden: async (service) => {
    const read = (hidden: unknown): Reading<boolean> | undefined => {
      if (hidden === undefined || hidden === null) return undefined
      return typeof hidden === 'boolean' ? value(hidden) : other('neither true nor false')
    }
    const events = await madeThroughApi(service)
    return agreed(
      events.map((event) => read(event[`${service.namespace}:hidden`])),
      'no event says whether it is hidden',
    )
  },
  capacity: async (service) => {
    const read = (capacity: unknown): Reading<Assumptions['capacity']> => {
      if (capacity === undefined || capacity === null) return value('absent')
      return Number.isSafeInteger(capacity) ? value(Number(capacity)) : other('no whole number')
    }
    const events = await madeThroughApi(service)
    return agreed(
      events.map((event) => read(event.capacity)),
      '',
    )
  },
  campaignLink: async (service) => {
    const read = (event: JsonObject): Reading<Assumptions['campaignLink']> | undefined => {
      const href = hrefOf(event, `${service.namespace}:event_campaign`)
      const id = event[`${service.namespace}:event_campaign_id`]
      const end = decoded(href?.split('/').at(-1))
      if (end === undefined || typeof id !== 'string') return undefined
      if (end === id) return value('bare')
      return end === `${service.namespace}:${id}` ? value('prefixed') : other('something else')
    }
    const events = await service.events()
    return agreed(events.map(read), 'no event of the key has a campaign')
  },
} satisfies Probes

/** Events made through the interface: what was made in the service's own pages has an address there (v2 §1.5). */
async function madeThroughApi(service: Service): Promise<readonly JsonObject[]> {
  const events = (await service.events()).filter(({ browser_url }) => browser_url === undefined || browser_url === null)
  if (events.length === 0) throw new Unclear('no event is known to be made through the API')
  return events
}

function decoded(text: string | undefined): string | undefined {
  try {
    return text && decodeURIComponent(text)
  } catch {
    return text
  }
}
