import type { Assumptions } from '../assumptions.ts'
import type { Instant } from '../time.ts'
import type { Ids } from './ids.ts'
import { packPair } from './lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  KeyRecord,
  MessageRecord,
  OwnerId,
  PersonRecord,
} from './model.ts'
import { Queries } from './queries.ts'
import { cloned, noTables, scopeIn, type Tables } from './table.ts'

/** What is said of a new attendance. */
type GivenAttendance = Pick<AttendanceRecord, 'created' | 'modified' | 'status'>

const counted = ({ status }: AttendanceRecord): number => (status === 'accepted' ? 1 : 0)

/** Makes a record of the next id and serial of its kind. */
type Make<Made> = (id: string, serial: number) => Made

/** Everything the service remembers. Knows no rule. Records are never changed, only replaced. */
export class Store extends Queries {
  #revision = 0

  constructor(ids: Ids, scope: Assumptions['scope'], tables: Tables = noTables(ids, scope)) {
    super(ids, scope, tables)
  }

  /** A store of its own with the same contents, in a time that does not grow with them. */
  clone(): Store {
    return new Store(this.ids, this.scope, cloned(this.tables))
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  addPerson(make: Make<PersonRecord>): PersonRecord {
    this.#revision += 1
    const { people, byEmail } = this.tables
    const person = people.add(make)
    const address = person.email_address.toLowerCase()
    byEmail.set(address, [...(byEmail.get(address) ?? []), person.serial])
    return person
  }

  addGroup(make: Make<GroupRecord>): GroupRecord {
    this.#revision += 1
    return this.tables.groups.add(make)
  }

  addCampaign(make: Make<CampaignRecord>): CampaignRecord {
    this.#revision += 1
    return this.tables.campaigns.add(make)
  }

  addKey(key: KeyRecord): void {
    this.#revision += 1
    this.tables.keys.set(key.token, key)
  }

  addEvent(make: Make<EventRecord>): EventRecord {
    const event = this.tables.events.add(make)
    if (event.removed) this.#retire(event)
    else this.#index(event)
    this.#revision += 1
    return event
  }

  /** Puts a record in the place of the one with its serial, whose owner, key, campaign and creator it has. */
  replaceEvent(event: EventRecord): void {
    const { events, removed, changes, byForeign } = this.tables
    const { serial, content } = event
    if (event.removed) {
      removed.set(serial, event)
      return
    }
    const before = events.at(serial) ?? event
    changes.delete(before)
    changes.set(event, undefined)
    if (content.foreign !== before.content.foreign) {
      for (const identifier of before.content.foreign) byForeign.delete(identifier)
      for (const identifier of content.foreign) byForeign.set(identifier, serial)
    }
    events.replace(serial, event)
    this.#revision += 1
  }

  /** Takes an event out, and its attendances with it; its identifiers are free again. Mail and e-mail lists stay as they are. */
  removeEvent({ serial }: EventRecord): void {
    const { events, listed, created, changes, byForeign } = this.tables
    const event = events.at(serial)
    if (!event) return
    for (const list of this.#listsOf(event)) listed.remove(list, event.serial)
    for (const creation of this.#creationOf(event)) created.set(creation, (created.get(creation) ?? 1) - 1)
    for (const identifier of event.content.foreign) byForeign.delete(identifier)
    changes.delete(event)
    this.#retire({ ...event, removed: true, content: { ...event.content, foreign: [] } })
    this.#revision += 1
  }

  /** Stores a person's attendance, and with it the event: its count and a time of modification. */
  addAttendance(event: EventRecord, person: PersonRecord, given: GivenAttendance, modified: Instant): AttendanceRecord {
    const { attendances, attendancesOf, attendancesBy, firstAttendance } = this.tables
    const attendance = attendances.add((id, serial) => ({
      id,
      serial,
      event: event.id,
      person: person.id,
      created: given.created,
      modified: given.modified,
      status: given.status,
    }))
    attendancesOf.add(event.serial, attendance.serial)
    attendancesBy.add(person.serial, attendance.serial)
    firstAttendance.set(packPair(event.serial, person.serial), attendance.serial, false)
    this.replaceEvent({ ...event, modified, accepted: event.accepted + counted(attendance) })
    return attendance
  }

  /** Puts an attendance in the place of the one with its serial, and stores the event with it. */
  replaceAttendance(event: EventRecord, attendance: AttendanceRecord, modified: Instant): AttendanceRecord {
    const { attendances } = this.tables
    const before = attendances.at(attendance.serial) ?? attendance
    attendances.replace(attendance.serial, attendance)
    this.replaceEvent({ ...event, modified, accepted: event.accepted + counted(attendance) - counted(before) })
    return attendance
  }

  /** Puts a person on an owner's e-mail list, once. */
  join(owner: OwnerId, person: PersonRecord): void {
    this.#revision += 1
    const list = this.#number(owner)
    const { mailing, onList } = this.tables
    if (onList.set(packPair(list, person.serial), undefined, false)) mailing.add(list, person.serial)
  }

  send(message: MessageRecord): void {
    this.#revision += 1
    const { outbox } = this.tables
    outbox.set(outbox.size, message)
  }

  /** Forgets the messages that were sent. */
  clearOutbox(): void {
    this.#revision += 1
    this.tables.outbox.clear()
  }

  /** Notes when an event's reminder is due. */
  schedule(due: Instant, { serial }: EventRecord): void {
    this.tables.reminders.set({ due, serial }, undefined)
  }

  /** Takes back what was noted of an event. */
  unschedule(due: Instant, { serial }: EventRecord): void {
    this.tables.reminders.delete({ due, serial })
  }

  /** Takes out what is due first, if it is due by then. */
  takeDue(by: Instant): { readonly due: Instant; readonly event: EventRecord | undefined } | undefined {
    const { reminders, events } = this.tables
    const first = reminders.minKey()
    if (first === undefined || first.due > by) return undefined
    this.#revision += 1
    reminders.delete(first)
    return { due: first.due, event: events.at(first.serial) }
  }

  noteReminded(event: EventRecord, person: PersonRecord): void {
    this.#revision += 1
    this.tables.reminded.set(packPair(event.serial, person.serial), undefined)
  }

  #index(event: EventRecord): void {
    const { listed, created, changes, byForeign } = this.tables
    for (const list of this.#listsOf(event)) listed.add(list, event.serial)
    for (const creation of this.#creationOf(event)) created.set(creation, (created.get(creation) ?? 0) + 1)
    for (const identifier of event.content.foreign) byForeign.set(identifier, event.serial)
    changes.set(event, undefined)
  }

  #retire(event: EventRecord): void {
    this.tables.events.remove(event.serial)
    this.tables.removed.set(event.serial, event)
  }

  /** The lists that an event stands on. The owner's are always asked for: the service's own pages show them. */
  #listsOf(event: EventRecord): readonly number[] {
    const { owner, campaign } = event
    const scopes = [...new Set([owner, scopeIn(this.scope, event)])]
    const names = campaign === undefined ? scopes : scopes.flatMap((scope) => [scope, `${scope} ${campaign}`])
    return names.map((name) => this.#number(name))
  }

  /** Who created an event of which scope. */
  #creationOf(event: EventRecord): readonly number[] {
    const creator = this.tables.people.get(event.creator)
    return creator ? [packPair(this.#number(scopeIn(this.scope, event)), creator.serial)] : []
  }

  /** The number of a name, which gets one if it has none. */
  #number(name: string): number {
    const { names } = this.tables
    const number = names.get(name) ?? names.size
    names.set(name, number, false)
    return number
  }
}
