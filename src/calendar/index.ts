/**
 * Time zones of events, their times as moments, and iCalendar feeds.
 *
 * @module osdi-events/calendar
 */
export type { HalLike } from '../core/hal/hal.ts'
export type { Identified } from '../core/hal/identified.ts'
export type { Scheduled } from '../core/hal/local-time.ts'
export type { Publishable } from '../core/hal/own-fields.ts'
export {
  type Calendar,
  type CalendarEvent,
  type CalendarOptions,
  type CalendarProblem,
  calendarOf,
} from './calendar.ts'
export { type Instants, instantsOf, type ZoneOfEvent, type ZoneOption } from './instants.ts'
export { type FoundZone, type Placed, zoneOf } from './zone.ts'
