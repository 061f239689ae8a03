import type { EventCount, WeekCount } from '../../types/index.ts'

const day = 86_400_000
// 1970 began on a Thursday.
const daysToMonday = 3

/** Counts events and their RSVPs by the weeks in which they start, one event at a time. */
export class Weeks {
  /** What each event was counted under, by its serial. */
  readonly #counted: { readonly week: number | undefined; readonly rsvps: number }[] = []
  readonly #counts = new Map<number | undefined, EventCount>()

  /** Counts an event, in the place of what was counted of it before. */
  put(serial: number, start: string | undefined, rsvps: number): void {
    this.drop(serial)
    const week = start === undefined ? undefined : weekOf(start)
    this.#counted[serial] = { week, rsvps }
    this.#add(week, 1, rsvps)
  }

  /** Counts an event no more. */
  drop(serial: number): void {
    const before = this.#counted[serial]
    if (before) this.#add(before.week, -1, -before.rsvps)
    delete this.#counted[serial]
  }

  /** Weeks with events, the earliest first. */
  get weeks(): readonly WeekCount[] {
    const dated = [...this.#counts].flatMap(([week, count]) => (week === undefined ? [] : [{ week, ...count }]))
    return dated
      .toSorted((a, b) => a.week - b.week)
      .map(({ week, events, rsvps }) => ({ start: mondayOf(week), events, rsvps }))
  }

  /** Events without a start. */
  get undated(): EventCount {
    return this.#counts.get(undefined) ?? { events: 0, rsvps: 0 }
  }

  #add(week: number | undefined, events: number, rsvps: number): void {
    const count = this.#counts.get(week)
    const next = { events: (count?.events ?? 0) + events, rsvps: (count?.rsvps ?? 0) + rsvps }
    if (next.events === 0) this.#counts.delete(week)
    else this.#counts.set(week, next)
  }
}

const weekOf = (start: string): number =>
  Math.floor((Date.parse(`${start.slice(0, 10)}T00:00Z`) / day + daysToMonday) / 7)

/** The Monday of a week; the days before the year 0 have no date of ten letters, and that week begins with the year. */
function mondayOf(week: number): string {
  const date = new Date((week * 7 - daysToMonday) * day).toISOString()
  return date.startsWith('-') ? '0000-01-01' : date.slice(0, 10)
}
