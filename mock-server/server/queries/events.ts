import type { Context } from '../../rules/context.ts'
import type { ServiceCore } from '../../service.ts'
import { laterIfRunning } from '../../time.ts'
import type { EventRows, MockOverview } from '../../types/index.ts'
import type { CheckedQuery, EventFilter } from './check.ts'
import { EventColumns, rowOf } from './columns.ts'

/** Milliseconds without a question after which what helps to answer them is dropped. */
const idle = 60_000

/** What the last question found: pages of the same are asked for one after the other. */
interface Found {
  readonly columns: EventColumns
  readonly version: number
  readonly name: string
  readonly serials: readonly number[]
}

/** All events of a service, to be searched and sorted. It takes memory while somebody looks, and none otherwise. */
export class EventList {
  readonly #core: ServiceCore
  #context: Context | undefined
  #columns: Promise<EventColumns> | undefined
  #found: Found | undefined
  #keep = () => {}

  constructor(core: ServiceCore) {
    this.#core = core
  }

  /** A page of those that a query asks for, with addresses under a base. */
  async page(query: CheckedQuery): Promise<EventRows> {
    const { context } = this.#core.session
    const { page, per_page } = query
    const from = (page - 1) * per_page
    const { total, at } = await this.#finding(context, query)
    const events = Array.from({ length: Math.max(0, Math.min(per_page, total - from)) }, (_, index) => at(from + index))
    return { total, page, per_page, events: events.flatMap((serial) => this.#row(context, serial)) }
  }

  /** How much there is, and when it takes place. */
  async overview(): Promise<MockOverview> {
    const { context } = this.#core.session
    const columns = await this.#look(context)
    columns.update()
    const { counts, people, groups, campaigns } = context.store
    const { weeks, undated } = columns.weeks
    return {
      events: counts.events,
      rsvps: counts.attendances,
      people: people.size,
      groups: groups.size,
      campaigns: campaigns.size,
      weeks,
      undated,
    }
  }

  #row(context: Context, serial: number) {
    const event = context.store.events.at(serial)
    return event ? [rowOf(context, event)] : []
  }

  /** How many fit, and the serial at a position among them. Nothing has to be made for all events in the order of their making. */
  async #finding(context: Context, query: CheckedQuery) {
    const { filter, column, descending } = query
    const total = context.store.events.size
    if (asksForAll(filter) && column === 'created' && total === context.store.counts.events) {
      return { total, at: (position: number) => (descending ? total - 1 - position : position) }
    }
    const serials = await this.#serials(context, query)
    return { total: serials.length, at: (position: number) => serials[position] ?? -1 }
  }

  async #serials(context: Context, { filter, column, descending }: CheckedQuery): Promise<readonly number[]> {
    const columns = await this.#look(context)
    columns.update()
    const name = JSON.stringify([filter, column, descending])
    const known = this.#found
    if (known?.columns === columns && known.version === columns.version && known.name === name) return known.serials
    const order = column === 'created' ? [...Array(context.store.events.size).keys()] : await columns.order(column)
    const attended = filter.person && context.store.attendedBy(filter.person)
    const all = asksForAll(filter)
    const fitting = order.filter(
      (serial) => columns.has(serial) && (all || (attended?.has(serial) !== false && columns.fits(serial, filter))),
    )
    const serials = descending
      ? reversed(fitting, (serial) => column === 'created' || columns.isSet(serial, column))
      : fitting
    this.#found = { columns, version: columns.version, name, serials }
    return serials
  }

  #look(context: Context): Promise<EventColumns> {
    this.#keep()
    this.#keep = laterIfRunning(idle, () => this.#drop())
    if (this.#context !== context) {
      this.#drop()
      this.#context = context
    }
    this.#columns ??= EventColumns.of(context)
    return this.#columns
  }

  #drop(): void {
    // Where they could not be made, whoever asked for them has heard of it.
    this.#columns?.then((columns) => columns.end()).catch(() => {})
    this.#context = undefined
    this.#columns = undefined
    this.#found = undefined
  }
}

/** The other way round, but for those without a value, which stay behind. */
function reversed(serials: readonly number[], isSet: (serial: number) => boolean): readonly number[] {
  const first = serials.findIndex((serial) => !isSet(serial))
  const set = first < 0 ? serials : serials.slice(0, first)
  return [...set.toReversed(), ...serials.slice(set.length)]
}

const asksForAll = ({ words, ...others }: EventFilter): boolean =>
  words.length === 0 && Object.values(others).every((value) => value === undefined)
