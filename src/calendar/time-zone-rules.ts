import { offsetAt } from '../core/hal/time-zone.ts'
import { localText } from './content-lines.ts'

// A calendar has to tell the rules of its time zones (RFC 5545 §3.6.5). They are read from the platform, as those of `momentOf` are: other tables are
// of another day, and differ for Jerusalem, Casablanca or Vancouver.

/** A time in which a zone keeps one offset. Offsets are milliseconds ahead of UTC. */
interface Observance {
  /** The moment from which the offset applies. */
  readonly onset: number
  readonly from: number
  readonly to: number
  /** The latest moment for which it is known to apply. */
  last: number
}

/** Steps in which a change is looked for. No zone keeps an offset for a shorter time: Morocco does so for about five weeks each year. */
const step = 14 * 86_400_000

/** A moment whose year has four digits in every zone. */
const firstMoment = Date.parse('0000-01-02T00:00:00Z')

/** Collects what a calendar needs of the rules of one zone: the observances of its events. */
export class TimeZoneRules {
  readonly #zone: string
  readonly #observances: Observance[] = []

  constructor(zone: string) {
    this.#zone = zone
  }

  /** Adds the observance of a moment. */
  add(moment: Date): void {
    const at = moment.getTime()
    if (this.#observances.some(({ onset, last }) => onset <= at && at <= last)) return
    const found = this.#observanceAt(at)
    const same = this.#observances.find(({ onset, last, to }) => to === found.to && onset <= at && last >= found.onset)
    if (same) same.last = Math.max(same.last, at)
    else this.#observances.push(found)
  }

  /** The observance that began before a moment. If the clocks have not changed for two years, it begins with the first of these years. */
  #observanceAt(moment: number): Observance {
    const to = offsetAt(moment, this.#zone)
    const floor = Math.max(new Date(moment).setUTCFullYear(new Date(moment).getUTCFullYear() - 2, 0, 1), firstMoment)
    for (let later = moment; later > floor; later -= step) {
      const earlier = Math.max(later - step, floor)
      if (offsetAt(earlier, this.#zone) === to) continue
      const onset = this.#changeBetween(earlier, later, to)
      return { onset, from: offsetAt(onset - 1, this.#zone), to, last: moment }
    }
    const onset = new Date(floor).setUTCHours(0, 0, 0, 0)
    return { onset, from: to, to, last: moment }
  }

  /** The first moment with the offset `to`, to the second. */
  #changeBetween(earlier: number, later: number, to: number): number {
    let [low, high] = [Math.floor(earlier / 1000), Math.floor(later / 1000)]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (offsetAt(middle * 1000, this.#zone) === to) high = middle
      else low = middle
    }
    return high * 1000
  }

  /** The lines of its VTIMEZONE. */
  lines(): readonly string[] {
    const sorted = this.#observances.toSorted((one, other) => one.onset - other.onset)
    const observances = sorted.flatMap(({ onset, from, to }) => {
      const name = to > from ? 'DAYLIGHT' : 'STANDARD'
      const start = `DTSTART:${localText(new Date(onset + from).toISOString())}`
      return [`BEGIN:${name}`, start, `TZOFFSETFROM:${offsetText(from)}`, `TZOFFSETTO:${offsetText(to)}`, `END:${name}`]
    })
    return ['BEGIN:VTIMEZONE', `TZID:${this.#zone}`, ...observances, 'END:VTIMEZONE']
  }
}

/** An offset such as `-0500`; with seconds for times before the railways. */
function offsetText(milliseconds: number): string {
  const seconds = Math.abs(milliseconds) / 1000
  const parts = [seconds / 3600, (seconds / 60) % 60, seconds % 60].map((part) =>
    String(Math.floor(part)).padStart(2, '0'),
  )
  return `${milliseconds < 0 ? '-' : '+'}${parts.join('').replace(/00$/, (zeros) => (seconds % 60 === 0 ? '' : zeros))}`
}
