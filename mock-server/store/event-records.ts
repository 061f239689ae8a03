import { Again } from './again.ts'
import { Documents } from './documents.ts'
import { documentOf, eventOf } from './event-document.ts'
import type { Ids } from './ids.ts'
import type { EventRecord, Instant } from './model.ts'
import { Recent } from './recent.ts'
import { Records } from './records.ts'
import { Shared } from './shared.ts'
import { Vector } from './vector.ts'

/** An event as it was handed out, and whether it can be read again. */
interface Entry {
  readonly serial: number
  readonly event: EventRecord
  readonly isWritten: boolean
}

/**
 * Events, of which there may be a million. Those that were asked for more than once lately are kept as they were handed out: in
 * a small service that is all of them. Each is a document outside of the heap too, beside which stands what an RSVP changes.
 */
export class EventRecords extends Records<EventRecord> {
  readonly #recent: Recent<Entry>
  readonly #again: Again
  readonly #documents: Documents
  readonly #modified: Vector<Instant>
  readonly #accepted: Vector<number>
  readonly #shared: Shared
  #size = 0
  #removed = { events: 0, attendances: 0 }

  constructor(
    ids: Ids,
    recent = new Recent<Entry>(),
    documents = new Documents(),
    modified = Vector.ofNumbers(),
    accepted = Vector.ofCounts(),
    shared = new Shared(),
    again = new Again(),
  ) {
    super(ids, 'event')
    this.#recent = recent
    this.#documents = documents
    this.#modified = modified
    this.#accepted = accepted
    this.#shared = shared
    this.#again = again
  }

  override get size(): number {
    return this.#size
  }

  /** How many were removed, and how many attendances with them. */
  get removed(): { readonly events: number; readonly attendances: number } {
    return this.#removed
  }

  override at(serial: number): EventRecord | undefined {
    const event = this.evenRemoved(serial)
    return event?.removed ? undefined : event
  }

  evenRemoved(serial: number): EventRecord | undefined {
    const known = this.#recent.get(serial)?.event
    if (known) return known
    const event = this.#read(serial)
    if (event && this.#again.ask(serial)) this.#keep(event, true)
    return event
  }

  override *values(): Generator<EventRecord> {
    for (const event of this.everyOne()) if (!event.removed) yield event
  }

  /** All there ever were, removed ones too. Who looks through all takes nothing from those who ask for some. */
  *everyOne(): Generator<EventRecord> {
    for (let serial = 0; serial < this.#size; serial += 1) {
      const event = this.#recent.get(serial)?.event ?? this.#read(serial)
      if (event) yield event
    }
  }

  /** Stores what is made of the next id and serial. */
  add(make: (id: string, serial: number) => EventRecord): EventRecord {
    const event = make(this.nextId, this.#size)
    // Not kept until somebody asks for it: what is kept for a while and then dropped is what collecting garbage takes long for.
    this.#write(event)
    this.#size += 1
    if (event.removed) this.#countRemoved(1, 0)
    return event
  }

  /** Puts a record in the place of the one with its serial. */
  replace(event: EventRecord): void {
    this.#keep(event, false)
  }

  /** Takes a record out: it is not found any more, and its serial is not given again. */
  remove(event: EventRecord): void {
    this.#countRemoved(1, event.accepted)
    this.#keep({ ...event, removed: true }, false)
  }

  /** Puts a record in the place of one that had an attendance less, may be of another time, and is the same otherwise. */
  replaceAttended(event: EventRecord): void {
    const isWritten = this.#recent.get(event.serial)?.isWritten ?? true
    if (isWritten) this.#note(event)
    this.#keep(event, isWritten)
    if (event.removed) this.#countRemoved(0, 1)
  }

  clone(): EventRecords {
    const other = new EventRecords(
      this.ids,
      this.#recent.clone(),
      this.#documents.clone(),
      this.#modified.clone(),
      this.#accepted.clone(),
      this.#shared,
      this.#again,
    )
    other.#size = this.#size
    other.#removed = this.#removed
    return other
  }

  #countRemoved(events: number, attendances: number): void {
    const before = this.#removed
    this.#removed = { events: before.events + events, attendances: before.attendances + attendances }
  }

  /** Keeps an event as it is. One that has to give way is written, if it is not. */
  #keep(event: EventRecord, isWritten: boolean): void {
    const pushed = this.#recent.put({ serial: event.serial, event, isWritten })
    if (pushed && !pushed.isWritten) this.#write(pushed.event)
  }

  #write(event: EventRecord): void {
    this.#documents.set(event.serial, documentOf(event, this.#shared))
    this.#note(event)
  }

  /** Writes what an RSVP changes. */
  #note({ serial, modified, accepted }: EventRecord): void {
    this.#modified.set(serial, modified)
    this.#accepted.set(serial, accepted)
  }

  #read(serial: number): EventRecord | undefined {
    const document = this.#documents.at(serial)
    if (document === undefined) return undefined
    const [modified = 0, accepted = 0] = [this.#modified.at(serial), this.#accepted.at(serial)]
    return eventOf(document, { id: this.ids.idOf('event', serial), serial, modified, accepted }, this.#shared)
  }
}
