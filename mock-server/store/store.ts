import type { Assumptions } from '../assumptions.ts'
import type { Ids } from './ids.ts'
import { whole } from './listing.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  Instant,
  KeyRecord,
  MessageRecord,
  OwnerId,
  PersonRecord,
} from './model.ts'
import { cloned, noParts, type Parts } from './parts.ts'
import { Questions } from './questions.ts'

/** Makes a record of the next id and serial of its kind. */
type Make<Made> = (id: string, serial: number) => Made

/**
 * Everything the service remembers, with an answer to every question that a request asks: none takes longer the more there
 * is, and neither does a copy. Knows no rule. Records are never changed, only replaced.
 */
export class Store extends Questions {
  #revision = 0
  /** Where those who heed that have the serials of events that are not as they were. */
  readonly #heeding = new Set<Set<number>>()

  constructor(ids: Ids, scope: Assumptions['scope'], parts: Parts = noParts(ids)) {
    super(ids, scope, parts)
  }

  /** A store of its own with the same contents. */
  clone(): Store {
    return new Store(this.ids, this.scope, cloned(this.parts))
  }

  /** A store of its own with the same contents, where events are tied to keys by something else. */
  rescoped(scope: Assumptions['scope']): Store {
    const { listed, attendancesBy, creators } = noParts(this.ids)
    const store = new Store(this.ids, scope, { ...cloned(this.parts), listed, attendancesBy, creators })
    for (const event of this.events.values()) store.#tieEvent(event)
    for (const attendance of this.attendances.values()) {
      const event = this.events.get(attendance.event)
      const person = this.people.get(attendance.person)
      if (event && person) store.#tieAttendance(attendance, event, person)
    }
    return store
  }

  /** Grows with every change. */
  get revision(): number {
    return this.#revision
  }

  /** The serials of events that are added or replaced from now on come into this set, which is the asker's own, until it is given back. */
  heedEvents(): Set<number> {
    const heeded = new Set<number>()
    this.#heeding.add(heeded)
    return heeded
  }

  /** Notes in a set no longer which events change. */
  heedNoEvents(heeded: Set<number>): void {
    this.#heeding.delete(heeded)
  }

  addPerson(make: Make<PersonRecord>): PersonRecord {
    this.#revision += 1
    const person = this.parts.people.add(make)
    this.parts.emails.add(person.email_address.toLowerCase(), person.serial)
    return person
  }

  addGroup(make: Make<GroupRecord>): GroupRecord {
    this.#revision += 1
    return this.parts.groups.add(make)
  }

  addCampaign(make: Make<CampaignRecord>): CampaignRecord {
    this.#revision += 1
    return this.parts.campaigns.add(make)
  }

  addKey(key: KeyRecord): void {
    this.#revision += 1
    this.parts.keys.add(key)
  }

  addEvent(make: Make<EventRecord>): EventRecord {
    this.#revision += 1
    const event = this.parts.events.add(make)
    for (const identifier of event.content.foreign) this.parts.foreign.add(identifier, event.serial)
    if (!event.removed) this.#tieEvent(event)
    this.#heed(event.serial)
    return event
  }

  /** Puts a record in the place of the one with its serial. */
  replaceEvent(event: EventRecord): void {
    this.#revision += 1
    const { events, foreign } = this.parts
    const { serial } = event
    for (const identifier of events.at(serial)?.content.foreign ?? []) foreign.delete(identifier, serial)
    for (const identifier of event.content.foreign) foreign.add(identifier, serial)
    events.replace(event)
    this.#heed(serial)
  }

  /** Takes an event out, and its attendances with it; its identifiers are free again. Mail and e-mail lists stay as they are. */
  removeEvent(event: EventRecord): void {
    this.#revision += 1
    const { events, foreign, names, listed, creators, attendancesBy, people } = this.parts
    const { serial, owner, campaign, content } = event
    for (const identifier of content.foreign) foreign.delete(identifier, serial)
    const tie = names.number(this.scopeOf(event))
    for (const { serial: attendance, person } of whole(this.attendancesOf(event))) {
      const guest = people.get(person)
      if (guest) attendancesBy.remove([tie, guest.serial], attendance)
    }
    for (const scope of new Set([owner, this.scopeOf(event)])) {
      listed.remove([names.number(scope)], serial)
      if (campaign !== undefined) listed.remove([names.number(`${scope} ${campaign}`)], serial)
    }
    const creator = people.get(event.creator)
    if (creator) creators.delete([tie, creator.serial, serial])
    events.remove({ ...event, content: { ...content, foreign: [] } })
    this.#heed(serial)
  }

  /** Stores an attendance, and the event with one more of them and a time of modification. */
  addAttendance(event: EventRecord, person: PersonRecord, created: Instant, modified: Instant): AttendanceRecord {
    this.#revision += 1
    const { attendances, attendancesOf, firstAttendance, events } = this.parts
    const attendance = attendances.add(event, person, created)
    attendancesOf.add([event.serial], attendance.serial)
    if (!event.removed) this.#tieAttendance(attendance, event, person)
    if (!this.firstAttendance(event, person)) firstAttendance.add([event.serial, person.serial, attendance.serial])
    events.replaceAttended({ ...event, modified, accepted: event.accepted + 1 })
    this.#heed(event.serial)
    return attendance
  }

  /** Puts a person on an owner's e-mail list, once. */
  join(owner: OwnerId, person: PersonRecord): void {
    this.#revision += 1
    const { names, mailing, onList } = this.parts
    const name = names.number(owner)
    if (onList.add([name, person.serial])) mailing.add([name], person.serial)
  }

  send(message: MessageRecord): void {
    this.#revision += 1
    this.parts.outbox.push(message)
  }

  /** Notes when an event's reminder is due. */
  schedule(due: Instant, event: EventRecord): void {
    this.parts.reminders.add(due, event.serial)
  }

  /** Takes back what was noted of an event. */
  unschedule(due: Instant, event: EventRecord): void {
    this.parts.reminders.remove(due, event.serial)
  }

  /** Takes out the events whose reminders are due first, if they are due by then. */
  takeDue(by: Instant): { readonly due: Instant; readonly events: readonly EventRecord[] } | undefined {
    const taken = this.parts.reminders.take(by)
    if (taken === undefined) return undefined
    this.#revision += 1
    return { due: taken.due, events: this.parts.events.each(taken.events) }
  }

  noteReminded(event: EventRecord, person: PersonRecord): void {
    this.#revision += 1
    this.parts.reminded.add([event.serial, person.serial])
  }

  #heed(serial: number): void {
    for (const heeded of this.#heeding) heeded.add(serial)
  }

  #tieEvent(event: EventRecord): void {
    const { names, listed, creators, people } = this.parts
    const { serial, owner, campaign } = event
    // The owner's lists are always asked for: the service's own pages show them.
    for (const scope of new Set([owner, this.scopeOf(event)])) {
      listed.add([names.number(scope)], serial)
      if (campaign !== undefined) listed.add([names.number(`${scope} ${campaign}`)], serial)
    }
    const creator = people.get(event.creator)
    if (creator) creators.add([names.number(this.scopeOf(event)), creator.serial, serial])
  }

  #tieAttendance({ serial }: AttendanceRecord, event: EventRecord, person: PersonRecord): void {
    const { names, attendancesBy } = this.parts
    attendancesBy.add([names.number(this.scopeOf(event)), person.serial], serial)
  }
}
