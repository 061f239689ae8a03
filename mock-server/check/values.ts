import { getIn, type JsonObject } from '../text/json.ts'
import { decodeSegment } from '../text/strings.ts'
import { documentedIn } from './fields.ts'
import { agreed, other, type Probe, type ProbeResult, type Probes, value } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, idOf, type Service } from './service.ts'

/** Finds the text of events that is of one of these forms. */
const written =
  <const Value>(
    textOf: (event: JsonObject, service: Service) => unknown,
    forms: readonly (readonly [form: RegExp, value: Value])[],
    without: string,
  ): Probe<Value> =>
  async (service) => {
    const read = (event: JsonObject): ProbeResult<Value> | undefined => {
      const text = textOf(event, service)
      if (typeof text !== 'string') return undefined
      const found = forms.find(([form]) => form.test(text))
      return found ? value(found[1]) : other('another form')
    }
    return agreed(await service.events(), read, without)
  }

/** How the values of events are written. */
export const values = {
  unset: async (service) => {
    const events = await service.events()
    const optional = documentedIn(service).filter(({ path }) => !path.includes('.'))
    const cells = events.flatMap((event) => optional.map(({ path }) => event[path]))
    const absent = cells.includes(undefined)
    if (cells.includes(null)) return absent ? other('some are null, some absent') : value('null')
    if (absent) return value('absent')
    throw new Inconclusive('every event has all fields')
  },
  timestamps: written(
    (event, { names }) => event[names.created],
    [
      [/T\d\d:\d\d:\d\dZ$/, 'seconds'],
      [/T\d\d:\d\d:\d\d\.\d{3}Z$/, 'milliseconds'],
    ],
    'no event has a time of creation',
  ),
  localTimes: written(
    (event, { names }) => event[names.start],
    [
      [/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z$/, 'Z'],
      [/T\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/, 'no zone'],
    ],
    'no event has a start',
  ),
  ids: written(
    (event, { namespace }) => idOf(event, namespace),
    [
      [/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'uuid'],
      [/^\d+$/, 'number'],
    ],
    'no event has an id',
  ),
  language: async (service) => {
    const read = (event: JsonObject): ProbeResult<string> | undefined => {
      const language = getIn(event, 'location', 'language')
      if (typeof language !== 'string') return undefined
      // Any other text might be somebody's.
      return /^(?:[a-z]{2,3}(?:-[A-Z]{2})?|English)$/.test(language) ? value(language) : other('another text')
    }
    return agreed(await service.events(), read, 'no event has a location with a language')
  },
  hidden: async (service) => {
    const read = (event: JsonObject): ProbeResult<boolean> | undefined => {
      const hidden = event[`${service.namespace}:hidden`] ?? undefined
      if (hidden === undefined) return undefined
      return typeof hidden === 'boolean' ? value(hidden) : other('neither true nor false')
    }
    return agreed(await madeThroughApi(service), read, 'no event says whether it is hidden')
  },
  capacity: async (service) => {
    const read = ({ capacity = null }: JsonObject): ProbeResult<'absent' | number> => {
      if (capacity === null) return value('absent')
      return Number.isSafeInteger(capacity) ? value(Number(capacity)) : other('no whole number')
    }
    return agreed(await madeThroughApi(service), read, '')
  },
  campaignLink: async (service) => {
    const read = (event: JsonObject): ProbeResult<'bare' | 'prefixed'> | undefined => {
      const last = hrefOf(event, `${service.namespace}:event_campaign`)?.split('/').at(-1)
      const id = event[`${service.namespace}:event_campaign_id`]
      if (last === undefined || typeof id !== 'string') return undefined
      const end = decodeSegment(last)
      if (end === id) return value('bare')
      return end === `${service.namespace}:${id}` ? value('prefixed') : other('something else')
    }
    return agreed(await service.events(), read, 'no event of the key has a campaign')
  },
} satisfies Probes

/** Events made through the interface: what was made in the service's own pages has an address there (v2 §1.5). */
async function madeThroughApi(service: Service): Promise<readonly JsonObject[]> {
  const events = (await service.events()).filter(({ browser_url }) => browser_url === undefined || browser_url === null)
  if (events.length === 0) throw new Inconclusive('no event is known to be made through the API')
  return events
}
