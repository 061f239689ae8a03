import type { Assumptions } from '../assumptions.ts'
import type { Ids } from '../ids/ids.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  MessageRecord,
  OwnerId,
  PersonRecord,
} from '../model.ts'
import type { KeyRecords } from './key-records.ts'
import { type Listing, listing, mapped, pair, unpair } from './listing.ts'
import type { Parts } from './parts.ts'
import type { Records } from './records.ts'

type Reading<Found> = Pick<Records<Found>, 'size' | 'has' | 'get' | 'at' | 'values'>

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

  get keys(): Pick<KeyRecords, 'get' | 'has' | 'inOrder' | 'freeToken'> {
    return this.parts.keys
  }

  /** Tokens of all keys, in the order in which they were added. */
  get tokens(): Listing<string> {
    return mapped(this.parts.keys.inOrder, ({ token }) => token)
  }

  get outbox(): Listing<MessageRecord> {
    const { outbox } = this.parts
    return listing(outbox.size, (from, to) => outbox.between(from, to))
  }

  personByEmail(address: string): PersonRecord | undefined {
    const serial = this.parts.emails.get(address.toLowerCase())
    return serial === undefined ? undefined : this.parts.people.at(serial)
  }

  eventByForeign(identifier: string): EventRecord | undefined {
    const serial = this.parts.foreign.get(identifier)
    return serial === undefined ? undefined : this.parts.events.at(serial)
  }

  /** Events of a scope, or those of one campaign among them, oldest first. */
  eventsOf(scope: string, campaign?: string): Listing<EventRecord> {
    const { listed, events } = this.parts
    return events.listed(listed.of(campaign === undefined ? scope : `${scope} ${campaign}`))
  }

  /** Attendances of an event, oldest first. */
  attendancesOf({ serial, accepted }: EventRecord): Listing<AttendanceRecord> {
    const { attendances, attendancesOf } = this.parts
    const serials = (from: number, to: number) => attendancesOf.between(pair(serial, from), pair(serial, to))
    return attendances.listed(listing(accepted, serials))
  }

  /** A person's attendances of the events of a scope, oldest first. */
  attendancesBy({ serial }: PersonRecord, scope: string): Listing<AttendanceRecord> {
    const { scopes, attendances, attendancesBy } = this.parts
    const number = scopes.get(scope)
    return number === undefined ? [] : attendances.listed(attendancesBy.of(pair(number, serial)))
  }

  /** A person's first attendance of an event. */
  firstAttendance(event: EventRecord, person: PersonRecord): AttendanceRecord | undefined {
    const serial = this.parts.firstAttendance.get(pair(event.serial, person.serial))
    return serial === undefined ? undefined : this.parts.attendances.at(serial)
  }

  /** Whether a person created an event of a scope. */
  isCreator(person: PersonRecord, scope: string): boolean {
    const number = this.parts.scopes.get(scope)
    return number !== undefined && this.parts.creators.has(pair(number, person.serial))
  }

  /** People on an owner's e-mail list, in the order of joining. */
  mailingList(owner: OwnerId): Listing<PersonRecord> {
    return this.parts.people.listed(this.parts.mailing.of(owner))
  }

  wasReminded(event: EventRecord, person: PersonRecord): boolean {
    return this.parts.reminded.has(pair(event.serial, person.serial))
  }

  /** Everyone who was reminded of an event. */
  *reminded(): Generator<readonly [event: EventRecord, person: PersonRecord]> {
    const { reminded, events, people } = this.parts
    for (const both of reminded.keys()) {
      const [event, person] = unpair(both)
      const found = [events.at(event), people.at(person)] as const
      if (found[0] && found[1]) yield [found[0], found[1]]
    }
  }

  /** The scope that an event is tied to keys by. */
  scopeOf({ owner, key }: Pick<EventRecord, 'owner' | 'key'>): string {
    return this.scope === 'owner' ? owner : `key:${key}`
  }
}
