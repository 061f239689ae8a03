import type { Ids } from './ids.ts'
import type { AttendanceRecord, EventRecord, Instant, PersonRecord } from './model.ts'
import { Records } from './records.ts'
import { Vector } from './vector.ts'

/** Attendances, of which there may be millions: numbers outside of the heap. */
export class AttendanceRecords extends Records<AttendanceRecord> {
  /** Serials. */
  readonly #events: Vector<number>
  /** Serials. */
  readonly #people: Vector<number>
  readonly #created: Vector<Instant>

  constructor(ids: Ids, events = Vector.ofCounts(), people = Vector.ofCounts(), created = Vector.ofNumbers()) {
    super(ids, 'attendance')
    this.#events = events
    this.#people = people
    this.#created = created
  }

  override get size(): number {
    return this.#created.length
  }

  override at(serial: number): AttendanceRecord | undefined {
    const [event, person, created] = [this.#events.at(serial), this.#people.at(serial), this.#created.at(serial)]
    if (event === undefined || person === undefined || created === undefined) return undefined
    return { serial, event: this.ids.idOf('event', event), person: this.ids.idOf('person', person), created }
  }

  add(event: EventRecord, person: PersonRecord, created: Instant): AttendanceRecord {
    const serial = this.size
    this.#events.push(event.serial)
    this.#people.push(person.serial)
    this.#created.push(created)
    return { serial, event: event.id, person: person.id, created }
  }

  clone(): AttendanceRecords {
    return new AttendanceRecords(this.ids, this.#events.clone(), this.#people.clone(), this.#created.clone())
  }
}
