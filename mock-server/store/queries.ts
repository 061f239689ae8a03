import type { Assumptions } from '../assumptions.ts'
import type { Instant } from '../time.ts'
import { type ContactKind, contactIndexes, plainContact } from './contacts.ts'
import type { Ids } from './ids.ts'
import { type Range, range, toArray } from './lists.ts'
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
import type { Table } from './table.ts'
import { type Scoping, scopeIn, type Tables } from './tables.ts'
import type { Tags } from './tags.ts'

type ReadonlyTable<Item extends { readonly id: string }> = Omit<Table<Item>, 'add' | 'replace' | 'remove' | 'clone'>

/** The reading methods of a store. */
export class Queries {
  readonly ids: Ids
  /** Whether a key can see all events of its owner, or only its own events (assumption `scope`). */
  readonly scope: Assumptions['scope']
  /** What ties an event to a campaign (assumption `campaignEvents`). */
  readonly campaignEvents: Assumptions['campaignEvents']
  readonly people: ReadonlyTable<PersonRecord>
  readonly groups: ReadonlyTable<GroupRecord>
  readonly campaigns: ReadonlyTable<CampaignRecord>
  readonly events: ReadonlyTable<EventRecord>
  readonly tags: Omit<Tags, 'add' | 'give' | 'take' | 'clone'>
  readonly attendances: ReadonlyTable<AttendanceRecord>
  /** API keys by token, in the order in which they were added. */
  readonly keys: ReadonlyMap<string, KeyRecord>
  protected readonly tables: Tables

  constructor(ids: Ids, { scope, campaignEvents }: Scoping, tables: Tables) {
    this.ids = ids
    this.scope = scope
    this.campaignEvents = campaignEvents
    this.tables = tables
    this.people = tables.people
    this.groups = tables.groups
    this.campaigns = tables.campaigns
    this.events = tables.events
    this.tags = tables.tags
    this.attendances = tables.attendances
    this.keys = tables.keys
  }

  /** The numbers of events and attendances, without removed ones. */
  get counts(): { readonly events: number; readonly attendances: number } {
    const { events, attendances, removed } = this.tables
    const ofRemoved = removed.reduce((sum, [, event]) => sum + this.attendancesOf(event).length, 0)
    return { events: events.count, attendances: attendances.count - ofRemoved }
  }

  /** The event with an id, even if the event was removed. */
  eventEvenRemoved(id: string): EventRecord | undefined {
    const { events, removed } = this.tables
    const event = events.get(id) ?? removed.get(this.ids.serialOf('event', id))
    return event?.id === id ? event : undefined
  }

  /** Every event in the order of creation, even removed events. */
  *everyEvent(): Generator<EventRecord> {
    const { events, removed } = this.tables
    for (let serial = 0; serial < events.size; serial += 1) {
      const event = events.at(serial) ?? removed.get(serial)
      if (event) yield event
    }
  }

  /** A generated token that no API key has yet. A test may have added a key with the token that the seed would generate next. */
  freeToken(): string {
    let serial = this.keys.size
    while (this.keys.has(this.ids.token(serial))) serial += 1
    return this.ids.token(serial)
  }

  /** Sent messages, oldest first. */
  get outbox(): Range<MessageRecord> {
    const { outbox } = this.tables
    return range(outbox.size, (from, to) => outbox.getRange(from, to).map(([, message]) => message))
  }

  /** Scheduled reminders, in the order in which they are due. */
  get reminders(): Range<{ readonly due: Instant; readonly event: EventRecord }> {
    const { reminders, events } = this.tables
    return range(reminders.size, (from, to) =>
      reminders
        .keysArray()
        .slice(from, to)
        .flatMap(({ due, serial }) => {
          const event = events.at(serial)
          return event ? [{ due, event }] : []
        }),
    )
  }

  /** The people with a contact, in the order in which they were added. People of different owners can have the same contact. */
  peopleBy(kind: ContactKind, contact: string): readonly PersonRecord[] {
    const serials = this.tables[contactIndexes[kind]].get(plainContact(kind, contact))
    return serials ? this.people.each(serials) : []
  }

  /** The campaigns of an owner, oldest first. */
  campaignsOf(owner: OwnerId): Range<CampaignRecord> {
    const { names, campaigns, campaignsOf } = this.tables
    const name = names.get(owner)
    return name === undefined ? [] : campaigns.listed(campaignsOf.of(name))
  }

  /** How many RSVPs the events of a campaign have. */
  rsvpsOf({ serial }: CampaignRecord): number {
    return this.tables.rsvps.get(serial) ?? 0
  }

  campaignByIdentifier(identifier: string): CampaignRecord | undefined {
    const { byCampaignIdentifier, campaigns } = this.tables
    const serial = byCampaignIdentifier.get(identifier)
    return serial === undefined ? undefined : campaigns.at(serial)
  }

  eventByForeign(identifier: string): EventRecord | undefined {
    const { byForeign, events } = this.tables
    const serial = byForeign.get(identifier)
    return serial === undefined ? undefined : events.at(serial)
  }

  attendanceByIdentifier(identifier: string): AttendanceRecord | undefined {
    const { byAttendanceIdentifier, attendances } = this.tables
    const serial = byAttendanceIdentifier.get(identifier)
    return serial === undefined ? undefined : attendances.at(serial)
  }

  /** Events of a scope, oldest first; with `campaign`, only the events of this campaign. */
  eventsOf(scope: string, campaign?: string): Range<EventRecord> {
    const { names, listed, events } = this.tables
    const name = names.get(campaign === undefined ? scope : this.campaignList(scope, campaign))
    return name === undefined ? [] : events.listed(listed.of(name))
  }

  /** The name of the list of a campaign's events that a scope sees. */
  protected campaignList(scope: string, campaign: string): string {
    return this.campaignEvents === 'of every host' ? `campaign ${campaign}` : `${scope} ${campaign}`
  }

  /** Events of a scope that were modified at `from` or later, and before `to`. Sorted by modification time, the oldest first. */
  modifiedBetween(scope: Pick<EventRecord, 'owner' | 'key'>, from: Instant, to: Instant): readonly EventRecord[] {
    const { changes, events } = this.tables
    const at = (modified: Instant) => ({ ...scope, modified, serial: 0 })
    const serials: number[] = []
    changes.forRange(at(from), at(to), false, ({ serial }) => void serials.push(serial))
    return events.each(serials)
  }

  /** Attendances of an event, oldest first. */
  attendancesOf({ serial }: EventRecord): Range<AttendanceRecord> {
    const { attendances, attendancesOf } = this.tables
    return attendances.listed(attendancesOf.of(serial))
  }

  /** A person's attendances with their events, oldest first, without removed events. */
  attendancesBy({ serial }: PersonRecord): readonly (readonly [attendance: AttendanceRecord, event: EventRecord])[] {
    const { attendances, attendancesBy, events } = this.tables
    return attendances.each(toArray(attendancesBy.of(serial))).flatMap((attendance) => {
      const event = events.get(attendance.event)
      return event ? [[attendance, event] as const] : []
    })
  }

  /** A person's first attendance of an event. */
  firstAttendance(event: EventRecord, person: PersonRecord): AttendanceRecord | undefined {
    const serial = this.tables.firstAttendance.get(event.serial, person.serial)
    return serial === undefined ? undefined : this.tables.attendances.at(serial)
  }

  /** Whether at least one of the scopes knows the person: by an event, an RSVP or a role in a group, or because a key added the person. */
  isKnown(person: PersonRecord, scopes: readonly string[]): boolean {
    return this.#numbersOf(scopes).some((scope) => this.tables.known.has(scope, person.serial))
  }

  /** The people whom one of some scopes knows, oldest first. */
  knownPeople(scopes: readonly string[]): Range<PersonRecord> {
    return this.people.listed(this.tables.known.of(this.#numbersOf(scopes)))
  }

  #numbersOf(names: readonly string[]): readonly number[] {
    return [...new Set(names)].flatMap((name) => this.tables.names.get(name) ?? [])
  }

  /** The scopes that know the people of an event: the event's own, and the owner of its campaign. */
  protected scopesOf(event: EventRecord): readonly string[] {
    const campaign = event.campaign === undefined ? undefined : this.campaigns.get(event.campaign)
    const own = scopeIn(this.scope, event)
    return campaign && this.campaignEvents === 'of every host' ? [...new Set([own, campaign.owner])] : [own]
  }

  /** People on an owner's e-mail list, in the order in which they joined. */
  mailingList(owner: OwnerId): Range<PersonRecord> {
    const { names, mailing, people } = this.tables
    const name = names.get(owner)
    return name === undefined ? [] : people.listed(mailing.of(name))
  }

  /** Owners of all e-mail lists that are not empty. */
  mailingLists(): readonly OwnerId[] {
    const owners = this.tables.names.keysArray().filter(isOwner)
    return owners.filter((owner) => this.mailingList(owner).length > 0)
  }

  wasReminded(event: EventRecord, person: PersonRecord): boolean {
    return this.tables.reminded.has(event.serial, person.serial)
  }

  /** All pairs of an event and a person who got a reminder of the event. */
  *reminded(): Generator<readonly [event: EventRecord, person: PersonRecord]> {
    const { reminded, events, people } = this.tables
    for (const [ofEvent, ofPerson] of reminded.pairs()) {
      const [event, person] = [events.at(ofEvent), people.at(ofPerson)]
      if (event && person) yield [event, person]
    }
  }
}

const isOwner = (name: string): name is OwnerId => /^(?:group|person):\S+$/.test(name)
