import type { EventCount } from 'osdi-events/mock'
import { count } from '../../text/count.ts'
import { shownDate } from '../../text/date.ts'
import type { Block } from './blocks.ts'

/** What a block of so many weeks is called. */
export const nameOf = ({ from, to }: Block, size: number): string =>
  size === 1 ? `week of ${shownDate(from)}` : `${shownDate(from)} to ${shownDate(to)}`

/** How much there is in it. */
export const inWords = ({ events, rsvps }: EventCount): string =>
  `${events === 1 ? '1 event' : `${count(events)} events`}, ${rsvps === 1 ? '1 RSVP' : `${count(rsvps)} RSVPs`}`
