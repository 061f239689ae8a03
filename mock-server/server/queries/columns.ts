import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Context } from '../../rules/context.ts'
import { locationFacts } from '../../rules/location.ts'
import { labelOf } from '../../rules/mailing.ts'
import type { EventRecord, OwnerId } from '../../store/model.ts'
import type { EventColumn, EventRow } from '../../types/index.ts'
import type { EventFilter } from './check.ts'
import { merged, sorted } from './order.ts'
import { Weeks } from './weeks.ts'

/** An event as a row of a list. */
export function rowOf(context: Context, event: EventRecord): EventRow {
  const { id, via, accepted, content } = event
  const campaign = event.campaign === undefined ? undefined : context.store.campaigns.get(event.campaign)
  return {
    id,
    title: content.title,
    ...(content.name !== undefined && { name: content.name }),
    origin: content.origin_system,
    via,
    ...(campaign && { campaign: { id: campaign.id, title: campaign.title } }),
    ...(content.start !== undefined && { start: content.start }),
    place: placeOf(context, event),
    rsvps: accepted,
    ...(accepted > 0 && { label: labelOf(context, event) }),
  }
}

function placeOf(context: Context, { content }: EventRecord): string {
  const { venue, locality, region } = locationFacts(context, content.location)
  return [venue, [locality, region].filter(Boolean).join(' ')].filter(Boolean).join(', ')
}

/** What events are sorted by beside the order in which they were made. */
export type SortedColumn = Exclude<EventColumn, 'created'>

/** Events in the order of a column. */
interface Order {
  readonly serials: readonly number[]
  /** What has changed since. */
  readonly late: Set<number>
}

/** So many events are read in one go: some milliseconds, for which requests can wait. */
const slice = 400

/** What all events are searched and sorted by, by their serials. It is made when somebody asks for it, and follows what changes. */
export class EventColumns {
  readonly #context: Context
  readonly #texts: string[] = []
  readonly #owners: OwnerId[] = []
  readonly #vias: EventRecord['via'][] = []
  readonly #values: Readonly<Record<SortedColumn, (string | number)[]>> = {
    title: [],
    campaign: [],
    start: [],
    place: [],
    rsvps: [],
    origin: [],
  }
  readonly #orders = new Map<SortedColumn, Order>()
  /** What has changed since each sorting began that is under way. */
  readonly #late = new Set<Set<number>>()
  readonly #changed: Set<number>

  /** How many events start in each week. */
  readonly weeks = new Weeks()

  #version = 0

  private constructor(context: Context) {
    this.#context = context
    this.#changed = context.store.heedEvents()
  }

  static async of(context: Context): Promise<EventColumns> {
    const columns = new EventColumns(context)
    for (const event of context.store.events.values()) {
      columns.#read(event)
      if (event.serial % slice === 0) await nextTurn()
    }
    return columns
  }

  /** It follows what changes no more. */
  end(): void {
    this.#context.store.heedNoEvents(this.#changed)
  }

  /** How many times something changed: what was searched before is good until it is another. */
  get version(): number {
    return this.#version
  }

  /** Takes in what has changed. */
  update(): void {
    if (this.#changed.size === 0) return
    const changed = new Set(this.#changed)
    this.#changed.clear()
    this.#version += 1
    for (const serial of changed) {
      const event = this.#context.store.events.at(serial)
      if (event) this.#read(event)
      else this.#drop(serial)
    }
    for (const late of this.#late) for (const serial of changed) late.add(serial)
    // Mended when it is asked for: a write waits for none of them.
    for (const { late } of this.#orders.values()) for (const serial of changed) late.add(serial)
  }

  /** Whether there is an event still. */
  has(serial: number): boolean {
    return this.#texts[serial] !== undefined
  }

  /** Whether an event is one of those that are asked for. */
  fits(serial: number, { words, owner, via, attended, dated, from, to }: EventFilter): boolean {
    const text = this.#texts[serial] ?? ''
    const { start, rsvps } = this.#values
    const date = String(start[serial] ?? '').slice(0, 10)
    return (
      words.every((word) => text.includes(word)) &&
      (owner === undefined || owner === this.#owners[serial]) &&
      (via === undefined || via === this.#vias[serial]) &&
      (attended === undefined || attended === Number(rsvps[serial]) > 0) &&
      (dated === undefined || dated === (date !== '')) &&
      ((from === undefined && to === undefined) || date !== '') &&
      (from === undefined || date >= from) &&
      (to === undefined || date <= to)
    )
  }

  /** Whether an event has a value in a column. */
  isSet(serial: number, column: SortedColumn): boolean {
    return this.#values[column][serial] !== ''
  }

  /** The serials of all events in the order of a column, those without a value at the end. */
  async order(column: SortedColumn): Promise<readonly number[]> {
    const known = this.#orders.get(column)
    if (known) return this.#keep(column, this.#mended(column, known.serials, known.late))
    const late = new Set<number>()
    this.#late.add(late)
    // By the values of this moment: some may change while it is sorted.
    const order = await sorted([...this.#texts.keys()], comparing([...this.#values[column]]))
    this.update()
    this.#late.delete(late)
    return this.#keep(column, this.#mended(column, order, late))
  }

  #keep(column: SortedColumn, serials: readonly number[]): readonly number[] {
    this.#orders.set(column, { serials, late: new Set() })
    return serials
  }

  /** An order with some events in the places where they belong now. */
  #mended(column: SortedColumn, order: readonly number[], changed: ReadonlySet<number>): readonly number[] {
    if (changed.size === 0) return order
    const compare = comparing(this.#values[column])
    const others = order.filter((serial) => !changed.has(serial))
    return merged(others, [...changed].sort(compare), compare)
  }

  #drop(serial: number): void {
    delete this.#texts[serial]
    this.weeks.drop(serial)
  }

  #read(event: EventRecord): void {
    const { serial } = event
    const { id, title, name = '', origin, campaign, start = '', place, rsvps } = rowOf(this.#context, event)
    const values = { title, campaign: campaign?.title ?? '', start, place, rsvps, origin }
    for (const column of columns) {
      const value = values[column]
      this.#values[column][serial] = typeof value === 'string' ? value.toLowerCase() : value
    }
    this.#owners[serial] = event.owner
    this.#vias[serial] = event.via
    this.weeks.put(serial, event.content.start, rsvps)
    this.#texts[serial] = [title, name, values.campaign, place, origin, id].join('\n').toLowerCase()
  }
}

const columns: readonly SortedColumn[] = ['title', 'campaign', 'start', 'place', 'rsvps', 'origin']

/** Compares events by their values, and those with the same by the order in which they were made. */
function comparing(values: readonly (string | number)[]): (a: number, b: number) => number {
  return (a, b) => {
    const [one = '', other = ''] = [values[a], values[b]]
    if (one === other) return a - b
    if (one === '' || other === '') return one === '' ? 1 : -1
    return one < other ? -1 : 1
  }
}
