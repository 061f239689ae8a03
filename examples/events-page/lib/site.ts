/**
 * The events of one key, for the pages of a website. It needs no framework: see `app.ts` for Hono, and `next/` for Next.
 * Needs the package `osdi-events`, and those that `display.ts` names.
 */
import {
  actionNetwork,
  type ClientOptions,
  EventsV2,
  type EventV2,
  idOf,
  isEventsError,
  isPublic,
  ownOf,
  wallClockAt,
} from 'osdi-events'
import { calendarOf } from 'osdi-events/calendar'
import { cacheOf, type KeepAlive } from './cache.ts'
import { closedWords, contactHref, type ShownEvent, shownEvent, webHref } from './display.ts'
import { type Outcome, recordRsvp } from './rsvp.ts'

/** What a website reads from its environment. */
export interface Settings {
  readonly [name: string]: string | undefined
  readonly EVENTS_API_KEY?: string | undefined
  /** @default the Action Network */
  readonly EVENTS_BASE_URL?: string | undefined
  readonly EVENTS_NAMESPACE?: string | undefined
  /** The id of an event campaign, for a site with its events only. `npx osdi-events campaigns` lists them. */
  readonly EVENTS_CAMPAIGN?: string | undefined
  /** The zone of events whose address the service does not know. @default the zone in which a day ends last, so that no event vanishes early */
  readonly EVENTS_ZONE?: string | undefined
  /** Where visitors write to you: an e-mail address, a telephone number or a web address. Without it, no page says "Write to us". */
  readonly EVENTS_CONTACT?: string | undefined
  /** The name above and below all pages. @default the organisation of the events, if they all have the same */
  readonly SITE_NAME?: string | undefined
  /** The web address that the name leads to. @default the list */
  readonly SITE_HOME?: string | undefined
  /** `off`: each page asks the service, as tests need it. */
  readonly EVENTS_CACHE?: string | undefined
}

/** What is the same on all pages. */
export interface Frame {
  readonly name: string | undefined
  readonly home: string
  /** The address behind "Write to us". */
  readonly contact: string | undefined
}

/** What visitors choose. Days are `2026-06-20`; other texts choose nothing. */
export interface Choice {
  readonly place?: string | undefined
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** From 1. */
  readonly page?: string | undefined
}

export interface Listing {
  /** Of all pages. */
  readonly events: readonly ShownEvent[]
  /** The choice that was understood. */
  readonly choice: Choice
  /** Places of all upcoming events. */
  readonly places: readonly string[]
  /** Minutes since the service answered, if it does not answer now. */
  readonly minutesOld: number
  /** The events of this page. */
  readonly months: readonly { readonly id: string; readonly name: string; readonly events: readonly ShownEvent[] }[]
  /** The months of all pages, with the address of each. None if there is one page: its headings show them. */
  readonly allMonths: readonly { readonly name: string; readonly href: string }[]
  /** The addresses of the pages before and after this one. */
  readonly earlier: string | undefined
  readonly later: string | undefined
}

export interface SiteOptions {
  /** Which public events the site has: those of one town or one campaign, for example. @default all */
  readonly keep?: (event: EventV2) => boolean
  /** Further options of the client. */
  readonly client?: Partial<ClientOptions>
  /** The time in milliseconds, for tests. */
  readonly now?: () => number
  /** Gets what goes wrong, for your log: nothing of the visitors, and no key. */
  readonly onError?: (message: string) => void
}

const perPage = 20
const week = 7 * 86_400_000
const isDay = (text = '') => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))
const monthOf = ({ start }: ShownEvent) => start.slice(0, 7)
const ignore: KeepAlive = () => {}

export type Site = ReturnType<typeof siteOf>

export function siteOf(
  settings: Settings,
  { keep = () => true, client: more = {}, now = Date.now, onError = console.error }: SiteOptions = {},
) {
  const { EVENTS_API_KEY: apiKey, EVENTS_BASE_URL, EVENTS_NAMESPACE, EVENTS_ZONE, EVENTS_CACHE } = settings
  const campaign = settings.EVENTS_CAMPAIGN || undefined
  if (!apiKey) throw new Error('EVENTS_API_KEY must be set')
  const zone = EVENTS_ZONE || 'Etc/GMT+12'
  wallClockAt(new Date(), zone) // A zone that does not exist throws here, and not while visitors wait.
  const contact = contactHref(settings.EVENTS_CONTACT ?? '')
  if (settings.EVENTS_CONTACT && !contact)
    throw new Error('EVENTS_CONTACT must be an e-mail address, a telephone number or a web address')
  const home = settings.SITE_HOME ? webHref(settings.SITE_HOME) : '/events'
  if (!home) throw new Error('SITE_HOME must be a web address, such as https://www.example.org')
  const client = new EventsV2({
    ...actionNetwork,
    baseUrl: EVENTS_BASE_URL || actionNetwork.baseUrl,
    namespace: EVENTS_NAMESPACE || actionNetwork.namespace,
    apiKey,
    totalTimeout: 15_000,
    ...more,
  })
  const report = (error: unknown) => onError(isEventsError(error) ? error.message : String(error))

  /** Of all events; empty if they have several. */
  let organisation: string | undefined

  /** All public events since last week, as visitors may hold links to them. A page reads nothing else, so that visitors cannot make it ask for more. */
  async function load(): Promise<EventV2[]> {
    const since = wallClockAt(new Date(now() - week), 'Etc/GMT+12').slice(0, 19)
    // One event that is not what the API describes must not take all others down.
    const list = client.list({ campaign, filter: { start_date: { gt: since } }, onInvalid: 'report' })
    const { items, complete } = await list.toArray({ max: Infinity })
    if (!complete) throw new Error('The list of events ended early.')
    const rejected = list.report?.rejected ?? 0
    if (rejected && items.length === 0) throw new Error('No event is what the API describes.')
    if (rejected) onError(`Left out ${rejected} events that are not what the API describes.`)
    const events = items.filter((event) => isPublic(event) && keep(event)) // A key sees more than visitors may.
    const [name, ...others] = new Set(events.map((event) => ownOf(event).sponsor?.title))
    organisation = others.length > 0 ? '' : (name ?? '')
    return events
  }
  const cached = EVENTS_CACHE === 'off' ? async () => ({ value: await load(), age: 0 }) : cacheOf(load, report, now)

  const find = async (id: string, keepAlive: KeepAlive) => {
    const event = (await cached(keepAlive)).value.find((each) => idOf(each) === id)
    const shown = event && shownEvent(event, now(), zone)
    return event && shown ? { event, shown } : undefined
  }

  return {
    report,

    /** It does not throw: a page that says that the service is down has it too. */
    async frame(keepAlive = ignore): Promise<Frame> {
      const { SITE_NAME } = settings
      if (!SITE_NAME && organisation === undefined) await cached(keepAlive).catch(() => {})
      return { name: SITE_NAME || organisation, home, contact }
    },

    /**
     * The events that are not over, by the clock at their place, in the order of their local time.
     *
     * @throws Error if the service does not answer, and nothing is kept
     */
    async upcoming({ place, from, to, page }: Choice, keepAlive = ignore): Promise<Listing> {
      const { value, age } = await cached(keepAlive)
      const all = value.flatMap((event) => shownEvent(event, now(), zone) ?? []).filter(({ over }) => !over)
      const places = [...new Set(all.map((event) => event.place))].filter(Boolean).sort()
      const choice = {
        place: place && places.includes(place) ? place : undefined,
        from: isDay(from) ? from : undefined,
        to: isDay(to) ? to : undefined,
      }
      const chosen = all.filter(
        (event) =>
          (!choice.place || event.place === choice.place) &&
          (!choice.from || event.start >= choice.from) &&
          (!choice.to || event.start.slice(0, 10) <= choice.to),
      )
      const events = chosen.sort((one, other) => (one.start < other.start ? -1 : 1))
      const pages = Math.ceil(events.length / perPage)
      const current = Math.max(1, Math.min(pages, Math.floor(Number(page)) || 1))
      const addressOf = (at: number) => {
        if (at < 1 || at > pages) return undefined
        const query = Object.entries({ ...choice, page: at > 1 ? String(at) : undefined })
        const text = new URLSearchParams(query.flatMap(([name, value]) => (value ? [[name, value]] : []))).toString()
        return text ? `/events?${text}` : '/events'
      }
      const months = Map.groupBy(events.slice((current - 1) * perPage, current * perPage), monthOf)
      const allMonths = [...Map.groupBy(events, monthOf)].map(([id, [first]]) => ({
        name: first?.date.monthAndYear ?? '',
        href: `${addressOf(first ? Math.floor(events.indexOf(first) / perPage) + 1 : 1)}#${id}`,
      }))
      return {
        ...{ events, choice, places, minutesOld: age < 15 * 60_000 ? 0 : Math.floor(age / 60_000) },
        months: [...months].map(([id, events]) => ({ id, name: events[0]?.date.monthAndYear ?? '', events })),
        allMonths: pages > 1 ? allMonths : [],
        ...{ earlier: addressOf(current - 1), later: addressOf(current + 1) },
      }
    },

    /** @throws Error if the service does not answer, and nothing is kept */
    async event(id: string, keepAlive = ignore): Promise<ShownEvent | undefined> {
      return (await find(id, keepAlive))?.shown
    },

    /** An event as a file that calendars open (iCalendar). */
    async calendar(id: string, keepAlive = ignore): Promise<string | undefined> {
      const found = await find(id, keepAlive)
      const host = new URL(client.baseUrl).hostname
      return found && calendarOf([found.event], { name: found.event.title, host, zone: EVENTS_ZONE || undefined }).text
    },

    /** Records what a form sent. It does not throw for what the service does: the outcome says what to tell the person. */
    async signUp(id: string, form: FormData, keepAlive = ignore): Promise<Outcome> {
      const found = await find(id, keepAlive).catch(() => 'down' as const)
      if (found === 'down') return { kind: 'later' }
      if (!found || closedWords(found.shown)) return { kind: 'closed' }
      return recordRsvp(client, found.event, form, report)
    },
  }
}
