import type { JsonObject } from '../text/json.ts'
import { byStatus, other, type ProbeResult, type Probes, value } from './probe.ts'
import { Inconclusive } from './requester.ts'
import { idOf, type Page, pageIn, type Service } from './service.ts'

/** How the list is paged, ordered and filtered. */
export const paging = {
  totals: async (service) => {
    const { body } = await service.page()
    const present = [body.total_pages, body.total_records].filter((one) => typeof one === 'number').length
    return present === 1 ? other('one of the two') : value(present === 2 ? 'present' : 'absent')
  },
  order: async (service) => {
    const times = (await service.events()).map((event) => Date.parse(String(event[service.names.created])))
    if (times.some(Number.isNaN)) throw new Inconclusive('an event has no time of creation')
    const steps = times.slice(1).map((time, index) => time - (times[index] ?? time))
    const up = steps.some((step) => step > 0)
    const down = steps.some((step) => step < 0)
    if (!up && !down) throw new Inconclusive('no two events were created at different times')
    return up && down ? other('not by creation') : value(up ? 'oldest first' : 'newest first')
  },
  perPageParameter: async (service) => {
    const { events } = await service.page()
    if (events.length < 2) throw new Inconclusive('the first page has no two events')
    const page = await paged(service, 'per_page=1')
    if ('other' in page) return page
    if (page.events.length === 1) return value('honoured')
    return page.events.length === events.length ? value('ignored') : other('pages of another size')
  },
  otherQuery: async (service) => byStatus(await service.get(`events?${unknownQuery}`), { 200: 'ignored', 400: 400 }),
  pageBeyond: async (service) => {
    const { answer, ...page } = await paged(service, 'page=1000000')
    if ('other' in page) return answer.status === 404 ? value(404) : page
    return page.events.length === 0 ? value('empty') : other('events, as if there were such a page')
  },
  invalidPage: async (service) => {
    const first = await service.page()
    const { answer, ...page } = await paged(service, 'page=0')
    if ('other' in page) return answer.status === 400 ? value(400) : page
    return areSame(service, first, page) ? value('first') : other('another page than the first')
  },
  nextOnLast: async (service) => {
    const last = (await service.pages()).at(-1)
    if (!last || last.events.length === 0) throw new Inconclusive('the key has no event')
    return value(last.next === undefined ? 'absent' : 'present')
  },
  filter: async (service) => {
    const never = await paged(service, filtered(service, '2999-01-01T00:00:00Z'))
    const first = await service.page()
    if ('other' in never) {
      if (never.answer.status !== 400) return never
      const unknown = await service.get(`events?${unknownQuery}`)
      if (unknown.status !== 200) throw new Inconclusive('every unknown parameter is refused')
      return value('refused')
    }
    if (first.events.length === 0) throw new Inconclusive('the key has no event')
    if (never.events.length > 0)
      return areSame(service, first, never) ? value('ignored') : other('events that do not meet the filter')
    return await honoured(service)
  },
} satisfies Probes

const unknownQuery = 'osdi_events_check=1'
const day = 86_400_000

/** What a service that honours filters makes of dates and of `next`. */
async function honoured(service: Service): Promise<ProbeResult<'honoured' | 'by day' | 'dropped from next'>> {
  const modified = (event: JsonObject) => Date.parse(String(event[service.names.modified]))
  // A second later, as times may be shown shorter than they are; on the same day, as whole days would show themselves so.
  const changed = (await service.events()).map((event) => Math.floor(modified(event) / 1000) * 1000 + 1000)
  const latest = Math.max(...changed.filter((time) => time % day !== 0))
  if (!Number.isFinite(latest)) throw new Inconclusive('no event has a time of change')
  const after = await paged(service, filtered(service, new Date(latest).toISOString().replace('.000', '')))
  if ('other' in after) return after
  const early = after.events.map(modified).filter((time) => time < latest)
  if (early.some((time) => Math.floor(time / day) < Math.floor(latest / day)))
    return other('events that do not meet the filter')
  if (early.length > 0) return value('by day')
  if (after.next !== undefined && after.events.length > 0) throw new Inconclusive('too many events changed lately')
  const all = await paged(service, `per_page=1&${filtered(service, '1970-01-02T00:00:00Z')}`)
  if ('other' in all) return all
  if (all.next === undefined) throw new Inconclusive('no filtered list has a second page')
  return value(keeps(service, all, 'filter') ? 'honoured' : 'dropped from next')
}

const filtered = ({ names }: Service, time: string): string =>
  `filter=${encodeURIComponent(`${names.modified} gt '${time}'`)}`

/** The page for a query, or what came in place of one. */
async function paged(service: Service, query: string) {
  const answer = await service.get(`events?${query}`)
  const page = pageIn(answer)
  if (page) return page
  return { answer, other: answer.status === 200 ? 'no page of events' : `status ${answer.status}` }
}

/** Whether two pages show the same events. */
export function areSame({ namespace }: Service, one: Pick<Page, 'events'>, another: Pick<Page, 'events'>): boolean {
  const [ids, others] = [one, another].map(({ events }) => events.map((event) => idOf(event, namespace)))
  return JSON.stringify(ids) === JSON.stringify(others)
}

/** Whether the next page is asked for with a parameter of this one. */
export const keeps = ({ requester }: Service, { next }: Pick<Page, 'next'>, parameter: string): boolean =>
  URL.parse(next ?? '', requester.root)?.searchParams.has(parameter) === true
