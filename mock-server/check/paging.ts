import type { JsonObject } from '../text/json.ts'
import { NoSetting, type Probes, settingOfStatus } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { hrefOf, idOf, type Page, pageIn, responseSummary, type ServiceProbe } from './service-probe.ts'

const unknownParameter = 'events?osdi_events_check=1'

/** Probes of paging, order and filters. */
export const paging = {
  totals: async (service) => {
    const { body } = await service.page()
    const present = [body.total_pages, body.total_records].filter((total) => typeof total === 'number').length
    if (present === 1) return new NoSetting('one of the two')
    return present === 2 ? 'present' : 'absent'
  },
  order: async (service) => {
    const times = (await service.events()).map((event) => Date.parse(String(event[service.names.created])))
    if (times.some(Number.isNaN)) throw new Inconclusive('an event has no time of creation')
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    const [rises, falls] = [steps.some((step) => step > 0), steps.some((step) => step < 0)]
    if (!rises && !falls) throw new Inconclusive('no two events were created at different times')
    if (rises && falls) return new NoSetting('not by creation')
    return rises ? 'oldest first' : 'newest first'
  },
  perPageParameter: async (service) => {
    const { events } = await service.page()
    if (events.length < 2) throw new Inconclusive('the first page has no two events')
    const response = await service.get('events?per_page=1')
    const page = pageIn(response)
    if (!page) return new NoSetting(responseSummary(response))
    if (page.events.length === 1) return 'honoured'
    return page.events.length === events.length ? 'ignored' : new NoSetting('pages of another size')
  },
  otherQuery: async (service) => settingOfStatus(await service.get(unknownParameter), { 200: 'ignored', 400: 400 }),
  pageBeyond: async (service) => {
    const response = await service.get('events?page=1000000')
    const page = pageIn(response)
    if (!page) return settingOfStatus(response, { 404: 404 })
    return page.events.length === 0 ? 'empty' : new NoSetting('events, as if there were such a page')
  },
  invalidPage: async (service) => {
    const response = await service.get('events?page=0')
    const page = pageIn(response)
    if (!page) return settingOfStatus(response, { 400: 400 })
    return haveSameEvents(service, await service.page(), page) ? 'first' : new NoSetting('another page than the first')
  },
  nextOnLast: async (service) => {
    const last = (await service.pages()).at(-1)
    if (!last || last.events.length === 0) throw new Inconclusive('the key has no event')
    return last.next === undefined ? 'absent' : 'present'
  },
  previousLink: async (service) => {
    const { body, events } = await service.page('events?page=2&per_page=1')
    if (body.page !== 2 || events.length === 0) throw new Inconclusive('the list has no second page')
    return hrefOf(body, 'previous') === undefined ? 'absent' : 'present'
  },
  requestReading: async (service) => {
    const second = await service.page('events?page=2&per_page=1')
    if (second.events.length === 0 || haveSameEvents(service, second, await service.page('events?per_page=1')))
      throw new Inconclusive('the list has no second page')
    const page = pageIn(await service.get('events?page=2x&per_page=1'))
    return page && haveSameEvents(service, second, page) ? 'lenient' : 'as documented'
  },
  filter: async (service) => {
    const response = await service.get(changedAfter(service, farFuture))
    const future = pageIn(response)
    if (!future) {
      if (response.status === 400 && (await service.get(unknownParameter)).status !== 200)
        throw new Inconclusive('every unknown parameter is refused')
      return settingOfStatus(response, { 400: 'refused' })
    }
    const first = await service.page()
    if (first.events.length === 0) throw new Inconclusive('the key has no event')
    if (future.events.length === 0) return probeFilter(service)
    return haveSameEvents(service, first, future) ? 'ignored' : new NoSetting('events that do not meet the filter')
  },
  filterFields: async (service) => {
    await expectFilters(service)
    const response = await service.get(`events?filter=${encodeURIComponent('total_accepted lt 0')}`)
    const page = pageIn(response)
    if (!page) return settingOfStatus(response, { 400: 'as listed' })
    return page.events.length === 0 ? 'every field' : new NoSetting('events that do not meet the filter')
  },
  filterLinks: async (service) => {
    await expectFilters(service)
    const { body, response } = await service.page(`${changedAfter(service, day)}&per_page=1`)
    const self = URL.parse(hrefOf(body, 'self') ?? '', response.url)
    if (!self || hrefOf(body, 'self') === undefined) throw new Inconclusive('a filtered page has no link to itself')
    if (self.searchParams.has('filter')) return 'self with filter'
    return self.search === '' ? 'self without query' : new NoSetting('self with other parameters')
  },
} satisfies Partial<Probes>

/** Throws {@link Inconclusive} unless the service leaves out the events that do not meet a filter. */
async function expectFilters(service: ServiceProbe): Promise<void> {
  const future = pageIn(await service.get(changedAfter(service, farFuture)))
  const { events } = await service.page()
  if (!future || future.events.length > 0 || events.length === 0)
    throw new Inconclusive('the service applies no filter, or the key has no event')
}

const farFuture = Date.parse('2999-01-01T00:00:00Z')
const day = 86_400_000

/** For a service that applies filters: finds out how it compares dates, and whether `next` links have the filter. */
async function probeFilter(service: ServiceProbe) {
  const modified = (event: JsonObject) => Date.parse(String(event[service.names.modified]))
  // Rounds up to whole seconds, because responses may not show milliseconds. Skips midnight, because it cannot show whether the service
  // compares only days.
  const times = (await service.events()).map((event) => Math.floor(modified(event) / 1000) * 1000 + 1000)
  const latest = Math.max(...times.filter((time) => time % day !== 0))
  if (!Number.isFinite(latest)) throw new Inconclusive('no event has a time of change')
  const recent = await service.page(changedAfter(service, latest))
  const earlier = recent.events.map(modified).filter((time) => time < latest)
  if (earlier.some((time) => Math.floor(time / day) < Math.floor(latest / day)))
    return new NoSetting('events that do not meet the filter')
  if (earlier.length > 0) return 'by day'
  if (recent.next !== undefined && recent.events.length > 0) throw new Inconclusive('too many events changed lately')
  const all = await service.page(`${changedAfter(service, day)}&per_page=1`)
  if (all.next === undefined) throw new Inconclusive('no filtered list has a second page')
  return nextHas(all, 'filter') ? 'honoured' : 'dropped from next'
}

function changedAfter({ names }: ServiceProbe, time: number): string {
  const date = new Date(time).toISOString().replace('.000', '')
  return `events?filter=${encodeURIComponent(`${names.modified} gt '${date}'`)}`
}

export function haveSameEvents({ namespace }: ServiceProbe, one: Page, other: Page): boolean {
  const idsOf = ({ events }: Page) => JSON.stringify(events.map((event) => idOf(event, namespace)))
  return idsOf(one) === idsOf(other)
}

/** Whether the address of the next page has a query parameter. */
export const nextHas = ({ next = '' }: Page, parameter: string): boolean =>
  URL.parse(next)?.searchParams.has(parameter) === true
