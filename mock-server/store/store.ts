import type { Instant } from '../time.ts'
import { indexContacts } from './contacts.ts'
import type { Ids } from './ids.ts'
import { toArray } from './lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  KeyRecord,
  MessageRecord,
  OwnerId,
  PersonRecord,
  TaggingRecord,
  TagRecord,
} from './model.ts'
import { Queries } from './queries.ts'
import type { Make } from './table.ts'
import { cloneTables, emptyTables, type Scoping, scopeIn, type Tables } from './tables.ts'

type NewAttendance = Pick<AttendanceRecord, 'created' | 'modified' | 'status'> &
  Partial<Pick<AttendanceRecord, 'identifiers' | 'referrer_data'>>

const acceptedIn = ({ status }: AttendanceRecord): number => (status === 'accepted' ? 1 : 0)

/** All data of a service, with methods that write them. The store does not know the rules of the API. A write replaces whole records. */
export class Store extends Queries {
  #revision = 0

  constructor(ids: Ids, scoping: Scoping, tables: Tables = emptyTables(ids, scoping)) {
    super(ids, scoping, tables)
  }

  /** Copies the store. The time does not grow with the number of records, because a clone shares its tree nodes with the original. */
  clone(): Store {
    return new Store(this.ids, this, cloneTables(this.tables))
  }

  /** A number that increases with every change that responses can show. */
  get revision(): number {
    return this.#revision
  }

  addPerson(make: Make<PersonRecord>): PersonRecord {
    this.#revision += 1
    const person = this.tables.people.add(make)
    indexContacts(this.tables, person, undefined)
    this.#knowAdded(person)
    return person
  }

  /** Replaces the person with the same serial number. */
  replacePerson(person: PersonRecord): void {
    this.#revision += 1
    const { people } = this.tables
    const before = people.at(person.serial)
    people.replace(person.serial, person)
    indexContacts(this.tables, person, before)
  }

  addGroup(make: Make<GroupRecord>): GroupRecord {
    this.#revision += 1
    const group = this.tables.groups.add(make)
    for (const person of new Set([group.creator, ...group.members, ...group.organizers, ...group.administrators]))
      this.#know(this.people.get(person), [`group:${group.id}`])
    return group
  }

  addCampaign(make: Make<CampaignRecord>): CampaignRecord {
    this.#revision += 1
    const { campaigns, campaignsOf } = this.tables
    const campaign = campaigns.add(make)
    campaignsOf.add(this.#numberOf(campaign.owner), campaign.serial)
    this.#indexCampaign(campaign)
    return campaign
  }

  /** Replaces the campaign with the same serial number. The owner must stay the same. */
  replaceCampaign(campaign: CampaignRecord): void {
    this.#revision += 1
    const { campaigns, byCampaignIdentifier } = this.tables
    for (const identifier of campaigns.at(campaign.serial)?.identifiers ?? []) byCampaignIdentifier.delete(identifier)
    campaigns.replace(campaign.serial, campaign)
    this.#indexCampaign(campaign)
  }

  addTag(make: Make<TagRecord>): TagRecord {
    this.#revision += 1
    return this.tables.tags.add(make)
  }

  addTagging(tag: TagRecord, person: PersonRecord, created: Instant): TaggingRecord {
    this.#revision += 1
    return this.tables.tags.give(tag, person, created)
  }

  removeTagging(tag: TagRecord, person: PersonRecord, tagging: TaggingRecord): void {
    this.#revision += 1
    this.tables.tags.take(tag, person, tagging)
  }

  /** Makes the people known to the keys that added them. Runs after loading, because a state document lists keys after people. */
  knowEveryAdded(): void {
    for (const person of this.people.values()) this.#knowAdded(person)
  }

  addKey(key: KeyRecord): void {
    this.#revision += 1
    this.tables.keys.set(key.token, key)
    this.#know(this.people.get(key.person), [key.owner])
  }

  addEvent(make: Make<EventRecord>): EventRecord {
    const event = this.tables.events.add(make)
    if (event.removed) this.#retire(event)
    else this.#index(event)
    this.#revision += 1
    return event
  }

  /** Replaces the event with the same serial number. Owner, key, campaign and creator must stay the same. */
  replaceEvent(event: EventRecord): void {
    const { events, changes, byForeign } = this.tables
    const { serial, content } = event
    // A state document also has the attendances of removed events. No response shows their number, so the store does not count them.
    if (event.removed) return
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

  /** Removes an event with its attendances, and frees its identifiers. Mail and e-mail lists do not change. */
  removeEvent({ serial }: EventRecord): void {
    const { events, listed, changes, byForeign } = this.tables
    const event = events.at(serial)
    if (!event) return
    for (const list of this.#listsOf(event)) listed.remove(list, event.serial)
    this.#knowPeopleOf(event, -1)
    for (const identifier of event.content.foreign) byForeign.delete(identifier)
    changes.delete(event)
    this.#countRsvps(event, -this.attendancesOf(event).length)
    this.#retire({ ...event, removed: true, content: { ...event.content, foreign: [] } })
    this.#revision += 1
  }

  /** Stores a person's attendance, and updates the event's count and modification time. */
  addAttendance(event: EventRecord, person: PersonRecord, given: NewAttendance, modified: Instant): AttendanceRecord {
    const { attendances, attendancesOf, attendancesBy, firstAttendance, byAttendanceIdentifier } = this.tables
    const attendance = attendances.add((id, serial) => ({
      id,
      serial,
      event: event.id,
      person: person.id,
      created: given.created,
      modified: given.modified,
      status: given.status,
      identifiers: given.identifiers,
      referrer_data: given.referrer_data,
    }))
    attendancesOf.add(event.serial, attendance.serial)
    attendancesBy.add(person.serial, attendance.serial)
    for (const identifier of given.identifiers ?? []) byAttendanceIdentifier.set(identifier, attendance.serial)
    firstAttendance.add(event.serial, person.serial, attendance.serial)
    if (!event.removed) {
      this.#countRsvps(event, 1)
      this.#know(person, this.scopesOf(event))
    }
    this.replaceEvent({ ...event, modified, accepted: event.accepted + acceptedIn(attendance) })
    return attendance
  }

  /** Replaces the attendance with the same serial number, and updates count and modification time of the event. */
  replaceAttendance(event: EventRecord, attendance: AttendanceRecord, modified: Instant): AttendanceRecord {
    const { attendances, byAttendanceIdentifier } = this.tables
    const before = attendances.at(attendance.serial) ?? attendance
    for (const identifier of attendance.identifiers ?? []) byAttendanceIdentifier.set(identifier, attendance.serial)
    attendances.replace(attendance.serial, attendance)
    this.replaceEvent({ ...event, modified, accepted: event.accepted + acceptedIn(attendance) - acceptedIn(before) })
    return attendance
  }

  /** Adds a person to an owner's e-mail list, unless the person is already on the list. */
  join(owner: OwnerId, person: PersonRecord): void {
    this.#revision += 1
    const list = this.#numberOf(owner)
    const { mailing, onList } = this.tables
    if (onList.add(list, person.serial, undefined)) mailing.add(list, person.serial)
  }

  send(message: MessageRecord): void {
    this.#revision += 1
    const { outbox } = this.tables
    outbox.set(outbox.size, message)
  }

  /** Empties the outbox. */
  clearOutbox(): void {
    this.#revision += 1
    this.tables.outbox.clear()
  }

  schedule(due: Instant, { serial }: EventRecord): void {
    this.tables.reminders.set({ due, serial }, undefined)
  }

  unschedule(due: Instant, { serial }: EventRecord): void {
    this.tables.reminders.delete({ due, serial })
  }

  /** If the next reminder is due at `by` or earlier, removes it from the schedule and returns it. */
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
    this.tables.reminded.set(event.serial, person.serial, undefined)
  }

  #indexCampaign({ identifiers, serial }: CampaignRecord): void {
    for (const identifier of identifiers ?? []) this.tables.byCampaignIdentifier.set(identifier, serial)
  }

  /** Adds `change` to the number of RSVPs that the event's campaign has. */
  #countRsvps({ campaign: id }: EventRecord, change: number): void {
    const campaign = id === undefined ? undefined : this.campaigns.get(id)
    if (campaign) this.tables.rsvps.set(campaign.serial, this.rsvpsOf(campaign) + change)
  }

  #index(event: EventRecord): void {
    const { listed, changes, byForeign } = this.tables
    for (const list of this.#listsOf(event)) listed.add(list, event.serial)
    this.#knowPeopleOf(event, 1)
    for (const identifier of event.content.foreign) byForeign.set(identifier, event.serial)
    changes.set(event, undefined)
  }

  #retire(event: EventRecord): void {
    this.tables.events.remove(event.serial)
    this.tables.removed.set(event.serial, event)
  }

  /** The numbers of all lists that must contain an event. The dashboard needs the owner's lists with every setting of `scope`. */
  #listsOf(event: EventRecord): readonly number[] {
    const { owner, campaign } = event
    const scopes = [...new Set([owner, scopeIn(this.scope, event)])]
    const names =
      campaign === undefined ? scopes : scopes.flatMap((scope) => [scope, this.campaignList(scope, campaign)])
    return [...new Set(names)].map((name) => this.#numberOf(name))
  }

  #knowAdded(person: PersonRecord): void {
    const adder = person.addedBy === undefined ? undefined : this.keys.get(person.addedBy)
    if (adder) this.#know(person, [scopeIn(this.scope, { owner: adder.owner, key: adder.token })])
  }

  /** Counts a reason for which scopes know a person. */
  #know(person: PersonRecord | undefined, scopes: readonly string[], change: 1 | -1 = 1): void {
    if (person) for (const scope of scopes) this.tables.known.count(this.#numberOf(scope), person.serial, change)
  }

  /** Counts the creator of an event and everyone with an RSVP. */
  #knowPeopleOf(event: EventRecord, change: 1 | -1): void {
    const scopes = this.scopesOf(event)
    const people = toArray(this.attendancesOf(event)).map(({ person }) => person)
    for (const id of [event.creator, ...people]) this.#know(this.people.get(id), scopes, change)
  }

  /** The number for a name. A new name gets the next number. */
  #numberOf(name: string): number {
    const { names } = this.tables
    const number = names.get(name) ?? names.size
    names.set(name, number, false)
    return number
  }
}
