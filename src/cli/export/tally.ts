/** How far an export has come, over all of its runs. */
export interface Tally {
  readonly pages: number
  readonly events: number
  /** Events that were left out, as they are not what the interface describes. */
  readonly rejected: number
}

export const nothing: Tally = { pages: 0, events: 0, rejected: 0 }

const grouped = new Intl.NumberFormat('en')

/** A number for people. */
export const shown = (number: number): string => grouped.format(number)

/** So many events, in words. */
export const eventsIn = (number: number): string => `${shown(number)} ${number === 1 ? 'event' : 'events'}`
