/**
 * The part of a neighbourhood calendar that speaks to the events service: what is on in a week, and announcing an event. What it makes of
 * a service that fails is tested beside it, in calendar.test.ts, against the mock service. Run the tests: `npm install && npm test`
 */
import { type EventsV2, idOf, isEventsError, isPublic, type NewEventV2, wallClockOf } from 'osdi-events'

export interface Entry {
  readonly title: string
  /** By the clock at the place, such as `2026-06-20T10:00:00`. */
  readonly start: string
  readonly place: string
}

export type Week =
  | { readonly state: 'shown'; readonly entries: readonly Entry[] }
  /** For visitors: nothing that they, or we, could mend. */
  | { readonly state: 'unavailable' }

export type Announcement =
  | { readonly state: 'announced'; readonly id: string }
  /** For the form: which field to mend, where one is to blame. */
  | { readonly state: 'refused'; readonly field?: string; readonly message: string }
  /** Nothing was announced, and trying again later is safe. */
  | { readonly state: 'unavailable' }
  /** It may have been announced, or still be. Sending the form again could announce it twice. */
  | { readonly state: 'unsure' }

/** Whether the form has a field, or a part of one. A field of any other name is a mistake of this program. */
const isOfForm = (field: string) => /^(?:title|description|start_date|location)\b/.test(field)

/** Failures that pass by themselves. All others are for whoever runs the app: a key, an address, a bug. */
const passes = (error: unknown) =>
  isEventsError(error) &&
  (error.code === 'network' ||
    error.code === 'timeout' ||
    (error.code === 'http' && (error.status === 429 || error.status >= 500)))

/** @param monday the first day of the week, such as `2026-06-15` */
export async function weekOf(events: EventsV2, monday: string, signal?: AbortSignal): Promise<Week> {
  const end = new Date(Date.parse(`${monday}T00:00:00Z`) + 7 * 86_400_000).toISOString().slice(0, 10)
  const entries: Entry[] = []
  try {
    // An event that is not what the API describes is left out: visitors see the others.
    const list = events.list({ signal, onInvalid: 'report' })
    for await (const event of list) {
      const { start } = wallClockOf(event)
      if (!start || start < monday || start >= end || !isPublic(event)) continue
      const { venue, locality } = event.location ?? {}
      entries.push({ title: event.title, start, place: [venue, locality].filter(Boolean).join(', ') })
    }
    if (list.report?.events === 0 && list.report.rejected > 0) throw new Error('no event is what the API describes')
    // A list that ended early may lack events of this week, and visitors could not see that.
    if (!list.report?.complete) return { state: 'unavailable' }
  } catch (error) {
    if (passes(error)) return { state: 'unavailable' }
    throw error
  }
  return { state: 'shown', entries: entries.sort((one, other) => (one.start < other.start ? -1 : 1)) }
}

/** @param number that of the form, by which the event is known from then on */
export async function announce(
  events: EventsV2,
  number: number,
  fields: Pick<NewEventV2, 'title' | 'description' | 'start_date' | 'location'>,
): Promise<Announcement> {
  const identifier = `calendar:${number}`
  try {
    const made = await events.create({ ...fields, origin_system: 'Calendar', identifiers: [identifier] })
    return { state: 'announced', id: idOf(made) }
  } catch (error) {
    if (!isEventsError(error)) throw error
    if (error.code === 'input' && isOfForm(error.field)) {
      return { state: 'refused', field: error.field, message: error.message }
    }
    // Success, but not in a shape that can be read, and answers that were lost: look before anybody tries again.
    if (error.outcome === 'applied' || error.outcome === 'unknown') return await found(events, identifier)
    if (passes(error)) return { state: 'unavailable' }
    if (error.code === 'http' && error.status !== 401 && error.status !== 403) {
      return { state: 'refused', message: error.message }
    }
    throw error
  }
}

async function found(events: EventsV2, identifier: string): Promise<Announcement> {
  try {
    for await (const event of events.list()) {
      if (event.identifiers.includes(identifier)) return { state: 'announced', id: idOf(event) }
    }
  } catch (error) {
    if (!passes(error)) throw error
  }
  return { state: 'unsure' }
}
