import type { Assumptions } from '../assumptions.ts'
import { holds } from './holds.ts'
import type { Ids } from './ids.ts'
import type { KeyRecords } from './key-records.ts'
import { type Listing, listing, mapped, whole } from './listing.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  Instant,
  MessageRecord,
  OwnerId,
  PersonRecord,
} from './model.ts'
import type { Parts } from './parts.ts'
import type { Records } from './records.ts'

type Reading<Found> = Pick<Records<Found>, 'size' | 'has' | 'get' | 'at' | 'each' | 'values'>

/** Every question that a request asks of what is stored; no answer takes longer the more there is. */
export class Questions {
  readonly ids: Ids
  /** What ties an event to a key (assumption `scope`). */
  readonly scope: Assumptions['scope']
  protected readonly parts: Parts

  constructor(ids: Ids, scope: Assumptions['scope'], parts: Parts) {
    this.ids = ids
    this.scope = scope
    this.parts = parts
  }

  get people(): Reading<PersonRecord> {
    return this.parts.people
  }

  get groups(): Reading<GroupRecord> {
    return this.parts.groups
  }

  get campaigns(): Reading<CampaignRecord> {
    return this.parts.campaigns
  }

  get events(): Reading<EventRecord> {
    return this.parts.events
  }

  get attendances(): Reading<AttendanceRecord> {
    return this.parts.attendances
  }

  /** How many events and attendances there are, without removed ones. */
  get counts(): { readonly events: number; readonly attendances: number } {
    const { events, attendances } = this.parts
    return { events: events.size - events.removed.events, attendances: attendances.size - events.removed.attendances }
  }

  /** The event of an id, though it may be removed. */
  eventEvenRemoved(id: string): EventRecord | undefined {
    const serial = this.ids.serialOf('event', id)
    return serial === undefined ? undefined : this.parts.events.evenRemoved(serial)
  }

  /** Every event that there ever was, removed ones too: what ids and e-mail lists follow from. */
  everyEvent(): Generator<EventRecord> {
    return this.parts.events.everyOne()
  }

  get keys(): Pick<KeyRecords, 'get' | 'has' | 'inOrder' | 'freeToken'> {
    return this.parts.keys
  }

  /** Tokens of all keys, in the order in which they were added. */
  get tokens(): Listing<string> {
    return mapped(this.parts.keys.inOrder, ({ token }) => token)
  }

  get outbox(): Listing<MessageRecord> {
    return this.parts.outbox
  }

  /** Reminders that are not sent yet, what is due first first. */
  get reminders(): Listing<{ readonly due: Instant; readonly event: EventRecord }> {
    const { reminders, events } = this.parts
    return listing(reminders.size, (from, to) =>
      reminders.slice(from, to).flatMap(({ due, event: serial }) => {
        const event = events.at(serial)
        return event ? [{ due, event }] : []
      }),
    )
  }

  /** The first person with an e-mail address of whom something is true: owners that know nothing of each other may each have one. */
  personByEmail(address: string, isMeant: (person: PersonRecord) => boolean = () => true): PersonRecord | undefined {
    const { emails, people } = this.parts
    const name = address.toLowerCase()
    const serial = emails.find(name, (serial) => {
      const person = people.at(serial)
      return person?.email_address.toLowerCase() === name && isMeant(person)
    })
    return serial === undefined ? undefined : people.at(serial)
  }

  eventByForeign(identifier: string): EventRecord | undefined {
    const { foreign, events } = this.parts
    const serial = foreign.find(identifier, (serial) => holds(events.at(serial)?.content.foreign ?? [], identifier))
    return serial === undefined ? undefined : events.at(serial)
  }

  /** Events of a scope, or those of one campaign among them, oldest first. */
  eventsOf(scope: string, campaign?: string): Listing<EventRecord> {
    const { names, listed, events } = this.parts
    const name = names.find(campaign === undefined ? scope : `${scope} ${campaign}`)
    return name === undefined ? [] : events.listed(listed.of([name]))
  }

  /** Attendances of an event, oldest first. */
  attendancesOf({ serial, accepted }: EventRecord): Listing<AttendanceRecord> {
    const { attendances, attendancesOf } = this.parts
    return attendances.listed(attendancesOf.begin([serial], accepted))
  }

  /** A person's attendances of the events of a scope, oldest first. */
  attendancesBy({ serial }: PersonRecord, scope: string): Listing<AttendanceRecord> {
    const { names, attendances, attendancesBy } = this.parts
    const name = names.find(scope)
    return name === undefined ? [] : attendances.listed(attendancesBy.of([name, serial]))
  }

  /** Serials of all events that a person has an attendance of, whoever they belong to. */
  attendedBy({ serial }: PersonRecord): ReadonlySet<number> {
    const { names, attendances, attendancesBy, events } = this.parts
    const found = new Set<number>()
    for (const name of names.numbers)
      for (const { event } of whole(attendances.listed(attendancesBy.of([name, serial]))))
        found.add(events.get(event)?.serial ?? -1)
    return found
  }

  /** A person's first attendance of an event. */
  firstAttendance(event: EventRecord, person: PersonRecord): AttendanceRecord | undefined {
    const { firstAttendance, attendances } = this.parts
    const found = firstAttendance.first([event.serial, person.serial])
    const [ofEvent, ofPerson, attendance] = found ?? []
    if (attendance === undefined || ofEvent !== event.serial || ofPerson !== person.serial) return undefined
    return attendances.at(attendance)
  }

  /** Whether a person created an event of a scope. */
  isCreator(person: PersonRecord, scope: string): boolean {
    const name = this.parts.names.find(scope)
    if (name === undefined) return false
    const [ofScope, ofPerson] = this.parts.creators.first([name, person.serial]) ?? []
    return ofScope === name && ofPerson === person.serial
  }

  /** People on an owner's e-mail list, in the order of joining. */
  mailingList(owner: OwnerId): Listing<PersonRecord> {
    const { names, mailing, people } = this.parts
    const name = names.find(owner)
    return name === undefined ? [] : people.listed(mailing.of([name]))
  }

  /** Owners of the e-mail lists that somebody is on. */
  mailingLists(): readonly OwnerId[] {
    return [...this.parts.names.texts].filter(isOwner).filter((owner) => this.mailingList(owner).length > 0)
  }

  wasReminded(event: EventRecord, person: PersonRecord): boolean {
    return this.parts.reminded.has([event.serial, person.serial])
  }

  /** Everyone who was reminded of an event. */
  *reminded(): Generator<readonly [event: EventRecord, person: PersonRecord]> {
    const { reminded, events, people } = this.parts
    for (const [event = 0, person = 0] of reminded.between()) {
      const found = [events.at(event), people.at(person)] as const
      if (found[0] && found[1]) yield [found[0], found[1]]
    }
  }

  /** The scope that an event is tied to keys by. */
  scopeOf({ owner, key }: Pick<EventRecord, 'owner' | 'key'>): string {
    return this.scope === 'owner' ? owner : `key:${key}`
  }
}

const isOwner = (name: string): name is OwnerId => /^(?:group|person):\S+$/.test(name)
