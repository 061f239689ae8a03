import { shownAttendance } from '../../add/events.ts'
import { anyCampaignOf, listOwnerOf, personOf } from '../../add/references.ts'
import { MockServiceError } from '../../errors.ts'
import { labelOf } from '../../rules/attendances.ts'
import type { Context } from '../../rules/context.ts'
import { locationValues } from '../../rules/location.ts'
import type { EventRecord, PersonRecord } from '../../store/model.ts'
import type { Store } from '../../store/store.ts'
import { instantAt } from '../../text/local-time.ts'
import type { Steps } from '../../time.ts'
import type { EventColumn, EventRow, EventRows, MockOverview } from '../../types/index.ts'
import { status as eventStatus } from '../../validate.ts'
import { type AdminCall, dateIn, oneIn, pageIn, type Query, searchIn } from '../admin-call.ts'
import { filterInSlices, runInSlices } from '../time-slices.ts'

/** Query parameters of the list of events. */
export const eventQuery: readonly string[] = [
  ...['search', 'owner', 'person', 'campaign', 'status', 'via', 'attended', 'dated', 'from', 'to'],
  ...['sort', 'page', 'per_page'],
]

/** Returns a page of the events that match a query. */
export async function events({ context, query, disconnected }: AdminCall): Promise<EventRows> {
  const { store } = context
  const { page, per_page, from, to } = pageIn(query)
  const { page: _page, per_page: _perPage, search = '', sort = '-created', ...filter } = query
  const guest = query.person === undefined ? undefined : personOf(context, query.person, 'person')
  const rows = (records: readonly EventRecord[]) => records.map((event) => eventRow(context, event, guest))
  const isAll = search === '' && Object.keys(filter).length === 0 && store.events.count === store.events.size
  // The store keeps events in the order of creation, so it can read the events of one page alone.
  if (isAll && /^-?created$/.test(sort)) {
    const total = store.events.size
    const positions = Array.from({ length: Math.max(0, Math.min(to, total) - from) }, (_, index) => from + index)
    const serials = sort === 'created' ? positions : positions.map((position) => total - 1 - position)
    return { total, page, per_page, events: rows(store.events.each(serials)) }
  }
  const sorted = sorterOf(context, sort)
  // Reads a clone of the store, because other requests may change the store meanwhile.
  const matching = sorted(await filterInSlices(store.clone().events.values(), matcherOf(context, query), disconnected))
  return { total: matching.length, page, per_page, events: rows(matching.slice(from, to)) }
}

/** Counts events, people, groups and campaigns, and the events that start in each week. */
export const overview = ({ context: { store }, disconnected }: AdminCall) =>
  runInSlices(count(store.clone()), disconnected)

function* count(store: Store): Steps<MockOverview> {
  const weeks = new Map<string, { start: string; events: number; rsvps: number }>()
  for (const event of store.events.values()) {
    const start = event.content.start === undefined ? '' : weekOf(event.content.start)
    const week = weeks.get(start) ?? { start, events: 0, rsvps: 0 }
    weeks.set(start, { start, events: week.events + 1, rsvps: week.rsvps + rsvpsOf(store, event) })
    yield
  }
  const { events = 0, rsvps = 0 } = weeks.get('') ?? {}
  weeks.delete('')
  return {
    events: store.counts.events,
    rsvps: store.counts.attendances,
    people: store.people.size,
    groups: store.groups.size,
    campaigns: store.campaigns.size,
    weeks: [...weeks.values()].sort((a, b) => (a.start < b.start ? -1 : 1)),
    undated: { events, rsvps },
  }
}

/** Makes the row of an event, with the RSVP of a guest. */
function eventRow(context: Context, event: EventRecord, guest?: PersonRecord): EventRow {
  const { id, via, content, status, hidden, visibility } = event
  const rsvps = rsvpsOf(context.store, event)
  const campaign = campaignOf(context, event)
  const attendance = guest && context.store.firstAttendance(event, guest)
  return {
    id,
    title: content.title,
    ...(content.name !== undefined && { name: content.name }),
    origin: content.origin_system,
    via,
    ...(campaign && { campaign: { id: campaign.id, title: campaign.title } }),
    ...(content.start !== undefined && { start: content.start }),
    place: placeOf(context, event),
    ...{ status, hidden, visibility, past: isPast(context, event) },
    rsvps,
    ...(attendance && { attendance: shownAttendance(context, attendance) }),
    ...(rsvps > 0 && { label: labelOf(context, event) }),
  }
}

/** Whether an event is over. An event without an end is over when it starts, and an event without a start never is. */
function isPast({ clock }: Context, { content: { start, end = start, location } }: EventRecord): boolean {
  return end !== undefined && instantAt(end, location.place.timeZone) < clock.now()
}

/** The number of RSVPs with any status, because the targeting interface shows all people with an RSVP. */
const rsvpsOf = (store: Context['store'], event: EventRecord): number => store.attendancesOf(event).length

const campaignOf = ({ store }: Context, { campaign }: EventRecord) =>
  campaign === undefined ? undefined : store.campaigns.get(campaign)

function placeOf(context: Context, { content }: EventRecord): string {
  const { venue, locality, region } = locationValues(context, content.location)
  return [venue, [locality, region].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** Returns a function that tests whether an event matches a query. */
function matcherOf(context: Context, query: Query): (event: EventRecord) => boolean {
  const owner = query.owner === undefined ? undefined : listOwnerOf(context, query.owner, 'owner')
  const person = query.person === undefined ? undefined : personOf(context, query.person, 'person')
  const eventsOfPerson = person && new Set(context.store.attendancesBy(person).map(([, { serial }]) => serial))
  const campaign = query.campaign === undefined ? undefined : anyCampaignOf(context, query.campaign).id
  const status = oneIn(query, 'status', eventStatus.values)
  const via = oneIn(query, 'via', ['ui', 'api'])
  const attended = oneIn(query, 'attended', ['true', 'false'])
  const dated = oneIn(query, 'dated', ['true', 'false'])
  const [from, to] = [dateIn(query, 'from'), dateIn(query, 'to')]
  const matches = searchIn(query)
  return (event) => {
    const { content } = event
    const date = content.start?.slice(0, 10)
    return (
      (owner === undefined || owner === event.owner) &&
      (eventsOfPerson === undefined || eventsOfPerson.has(event.serial)) &&
      (campaign === undefined || campaign === event.campaign) &&
      (status === undefined || status === event.status) &&
      (via === undefined || via === event.via) &&
      (attended === undefined || attended === String(rsvpsOf(context.store, event) > 0)) &&
      (dated === undefined || dated === String(date !== undefined)) &&
      (from === undefined || (date !== undefined && date >= from)) &&
      (to === undefined || (date !== undefined && date <= to)) &&
      (matches === undefined || matches(textOf(context, event), event.id))
    )
  }
}

function textOf(context: Context, event: EventRecord): string {
  const { title, name = '', origin_system } = event.content
  const campaign = campaignOf(context, event)?.title ?? ''
  return [title, name, campaign, placeOf(context, event), origin_system].join('\n')
}

/** The value by which each column sorts an event; undefined without a value. */
const columns: Readonly<Record<EventColumn, (context: Context, event: EventRecord) => string | number | undefined>> = {
  created: (_, { serial }) => serial,
  title: (_, { content }) => content.title,
  campaign: (context, event) => campaignOf(context, event)?.title,
  start: (_, { content }) => content.start,
  place: (context, event) => placeOf(context, event) || undefined,
  rsvps: ({ store }, event) => rsvpsOf(store, event),
  origin: (_, { content }) => content.origin_system,
}

/** Returns a function that sorts events by a column. A `-` before the name means descending. Events without a value always come last. */
function sorterOf(context: Context, sort: string): (events: readonly EventRecord[]) => readonly EventRecord[] {
  const column = sort.replace(/^-/, '')
  const keyOf = Object.entries(columns).find(([name]) => name === column)?.[1]
  if (!keyOf) {
    const names = Object.keys(columns).join(', ')
    throw new MockServiceError('argument', 'sort', `must be one of ${names}, with or without a - in front`)
  }
  return (events) => {
    const keyed = events.map((event) => ({ event, key: lowerCase(keyOf(context, event)) }))
    const unset = keyed.filter(({ key }) => key === undefined)
    const set = keyed.filter(({ key }) => key !== undefined)
    set.sort((a, b) => (a.key === b.key ? a.event.serial - b.event.serial : (a.key ?? 0) < (b.key ?? 0) ? -1 : 1))
    return [...(sort.startsWith('-') ? set.reverse() : set), ...unset].map(({ event }) => event)
  }
}

const lowerCase = (value: string | number | undefined) => (typeof value === 'string' ? value.toLowerCase() : value)

const day = 86_400_000

/** The Monday of the week of a local start; 0000-01-01 if that Monday is before the year 0. */
function weekOf(start: string): string {
  const days = Date.parse(`${start.slice(0, 10)}T00:00Z`) / day
  // 1970 began on a Thursday.
  const monday = new Date((Math.floor((days + 3) / 7) * 7 - 3) * day).toISOString()
  return monday.startsWith('-') ? '0000-01-01' : monday.slice(0, 10)
}
