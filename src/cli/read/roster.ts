import type { AnyEventsError, RosterEntry, RosterOptions } from 'osdi-events'
import { CliError } from '../run/cli-error.ts'
import { personNamesOf } from '../run/field-display.ts'
import { documentedOf, idOrUndefined } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import type { ClientWork, ServiceFlags } from '../run/service.ts'
import { warn } from '../terminal/messages.ts'
import { ProgressLine, progressText, Speedometer } from '../terminal/progress.ts'
import { changedSinceOf } from './filter-flags.ts'
import { csv, type FormatName, formatOf } from './formats.ts'
import { printAll } from './print-all.ts'
import { checkInColumns, checkInReader, entryReader, rosterTableOf, type ShownEntry } from './roster-table.ts'
import { eventIdOf } from './short-id.ts'
import { type ShownFields, sayMore, showAll } from './show.ts'

/** The flags of `osdi-events attendances --people`. */
export interface RosterFlags extends ServiceFlags, ShownFields {
  readonly max?: number
  readonly changedSince?: string
  readonly format?: FormatName
}

/** Prints the RSVPs of an event together with the people who come. Personal data goes to standard output only. */
export const rosterWork =
  (event: string, flags: RosterFlags): ClientWork =>
  async (events, io) => {
    const { changedSince, format, max = format ? Number.POSITIVE_INFINITY : 50 } = flags
    const { idOf } = await import('osdi-events')
    const most = max === Number.POSITIVE_INFINITY ? undefined : max
    const options: RosterOptions = { signal: io.signal, ...changedSinceOf(flags), max: most, people: true }
    // Checks the options before the first request.
    events.attendances(event, options)
    // The client would request the event too. The command does it, because the event has the number of RSVPs.
    const found = await events.get(await eventIdOf(event, events, io, 'read'), { signal: io.signal })
    const roster = events.attendances(found, options)
    const isComplete = () => roster.report?.complete === true
    using reading = new RosterReading(io, changedSince === undefined ? totalOf(found, max) : undefined)
    const entries = reading.entriesOf(roster)

    const read = entryReader(idOf)
    const documented = rosterFieldNames(flags)
    if (format) {
      const isCheckIn = format === 'csv' && !flags.fields
      const list = isCheckIn
        ? { format: csv(checkInColumns, checkInReader(idOf)), read: checkInReader(idOf) }
        : { format: formatOf(format, flags.fields, [], read), read }
      await printAll(io, { ...list, batches: oneByOne(entries, reading), documented, isComplete }, { ...flags, max })
    } else {
      const items: ShownEntry[] = []
      for await (const entry of entries) items.push(entry)
      reading.hide()
      const of = isComplete() && changedSince === undefined ? 'all' : 'some'
      const tableOf = async (...[shown, screen]: Parameters<Parameters<typeof showAll>[1]['tableOf']>) =>
        rosterTableOf(shown, screen, idOf)
      await showAll(io, { items, of, tableOf, documented, noun: 'RSVP', read }, flags)
      sayMore(io, { items, more: items.length === max && !isComplete(), complete: isComplete() }, max, 'RSVPs')
    }
    reading.hide()
    reading.throwIfIncomplete()
    return 0
  }

/** Number of RSVPs to read, as far as the event says it. */
function totalOf(event: object, max: number): number | undefined {
  const total: unknown = Reflect.get(event, 'total_accepted')
  return typeof total === 'number' ? Math.min(total, max) : undefined
}

/** The documented names in an entry. Names of people come first, because suggestions prefer the first name that fits. */
const rosterFieldNames = (flags: ServiceFlags): readonly string[] => [
  ...['id', ...personNamesOf(flags.api)].map((name) => `person.${name}`),
  ...['id', ...documentedOf(flags, 'attendances')].map((name) => `rsvp.${name}`),
  ...['code', 'status', 'message'].map((name) => `error.${name}`),
]

async function* oneByOne(entries: AsyncIterable<ShownEntry>, reading: RosterReading) {
  for await (const entry of entries) {
    // The row would otherwise begin behind the progress line. Also in a pipe: the reader may print on this terminal.
    reading.hide()
    yield [entry]
  }
}

/** Reads a roster: shows the progress, and warns about each person who cannot be read. */
class RosterReading implements Disposable {
  readonly #io: Io
  readonly #total: number | undefined
  readonly #line: ProgressLine
  readonly #errors: AnyEventsError[] = []
  #done = 0

  /** @param total number of RSVPs, if it is known */
  constructor(io: Io, total: number | undefined) {
    this.#io = io
    this.#total = total
    this.#line = new ProgressLine(io, 'reading people')
  }

  async *entriesOf(roster: AsyncIterable<RosterEntry<object, object>>): AsyncGenerator<ShownEntry, undefined> {
    const { idOf } = await import('osdi-events')
    const speedometer = new Speedometer(this.#io.clock)
    for await (const { rsvp, person, error } of roster) {
      this.#done += 1
      const total = this.#total !== undefined && this.#total >= this.#done ? this.#total : undefined
      this.#line.show(progressText('reading', 'people', { done: this.#done, total }, speedometer))
      if (error) this.#warn(idOrUndefined(rsvp, idOf), error)
      yield error ? { rsvp, person: null, error: shownError(error) } : { rsvp, person }
    }
  }

  hide(): void {
    this.#line.hide()
  }

  /** @throws CliError if people could not be read: with exit code 3 if the service refused the key for all of them */
  throwIfIncomplete(): void {
    const failed = this.#errors.length
    if (failed === 0) return
    const isRefused = failed === this.#done && this.#errors.every((error) => error.code === 'http' && error.isAuth)
    const message = `${failed} of ${this.#done} people cannot be read; their RSVPs are printed without them`
    if (!isRefused) throw new CliError(1, message)
    throw new CliError(3, message, { hint: 'check that the API key may read people' })
  }

  [Symbol.dispose](): void {
    this.#line[Symbol.dispose]()
  }

  #warn(id: string | undefined, error: AnyEventsError): void {
    this.#errors.push(error)
    this.#line.hide()
    const rsvp = id === undefined ? `RSVP number ${this.#done}, which has no id` : `RSVP ${id}`
    const why = error.code === 'http' ? `the service answered ${error.status}` : error.message
    warn(this.#io, `${rsvp}: the person cannot be read: ${why}`)
  }
}

const shownError = ({ code, status, message }: AnyEventsError): ShownEntry['error'] & object => ({
  code,
  ...(status !== undefined && { status }),
  message,
})
