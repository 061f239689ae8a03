import type { Assumptions } from '../assumptions.ts'
import type { Instant } from '../time.ts'
import type { Ids } from './ids.ts'
import { KnownPeople } from './known-people.ts'
import { Lists } from './lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  KeyRecord,
  MessageRecord,
  PersonRecord,
} from './model.ts'
import { Table } from './table.ts'
import { Tags } from './tags.ts'
import { compareStrings, numberTree, PairTree, stringTree, treeBy } from './trees.ts'

/** When an event's reminder is due. */
interface Due {
  readonly due: Instant
  readonly serial: number
}

/** The part of an event by which the index `changes` sorts events. */
type Change = Pick<EventRecord, 'owner' | 'key' | 'modified' | 'serial'>

/** What ties an event to a key and to a campaign. */
export type Scoping = Readonly<Pick<Assumptions, 'scope' | 'campaignEvents'>>

/**
 * The name of a scope. A scope is all events that the same API keys can see: an owner's events, or one key's events (assumption `scope`).
 */
export const scopeIn = (scope: Assumptions['scope'], { owner, key }: Pick<EventRecord, 'owner' | 'key'>): string =>
  scope === 'owner' ? owner : `key:${key}`

/** API keys by token, in the order in which they were added. `clone` copies them all, because there are few. */
class Keys extends Map<string, KeyRecord> {
  clone(): Keys {
    return new Keys(this)
  }
}

/** Makes the empty tables of a store. Records refer to each other by id. Indexes refer to records by serial number. */
export const emptyTables = (ids: Ids, { scope }: Scoping) => ({
  people: new Table<PersonRecord>(ids, 'person'),
  groups: new Table<GroupRecord>(ids, 'group'),
  campaigns: new Table<CampaignRecord>(ids, 'campaign'),
  keys: new Keys(),
  events: new Table<EventRecord>(ids, 'event'),
  /** Removed events by serial. The store keeps them because ids and e-mail lists depend on them. */
  removed: numberTree<EventRecord>(),
  attendances: new Table<AttendanceRecord>(ids, 'attendance'),
  tags: new Tags(ids),
  /** Messages by number, from 0 up. */
  outbox: numberTree<MessageRecord>(),
  reminders: treeBy<Due, undefined>((one, other) => one.due - other.due || one.serial - other.serial),
  /** Pairs of an event and a person who got a reminder of the event. */
  reminded: new PairTree<undefined>(),

  /** People by e-mail address in lower case. */
  byEmail: stringTree<readonly number[]>(),
  /** People by the digits of a phone number. */
  byPhone: stringTree<readonly number[]>(),
  /** People by foreign identifier. */
  byPersonIdentifier: stringTree<readonly number[]>(),
  /** Events by foreign identifier. */
  byForeign: stringTree<number>(),
  /** Attendances by foreign identifier. */
  byAttendanceIdentifier: stringTree<number>(),
  /** Campaigns by foreign identifier. */
  byCampaignIdentifier: stringTree<number>(),
  /** Lists of campaigns by the owner's number. */
  campaignsOf: new Lists(),
  /** By campaign: how many RSVPs all events of the campaign have together. */
  rsvps: numberTree<number>(),
  /**
   * A number for each owner, each scope and each campaign in a scope. The indexes below use these numbers, because they are shorter than
   * the names.
   */
  names: stringTree<number>(),
  /** Lists of events. The key is the serial number of a scope, or of a campaign in a scope. */
  listed: new Lists(),
  /** Events by scope and time of modification. */
  changes: treeBy<Change, undefined>(
    (one, other) =>
      compareStrings(scopeIn(scope, one), scopeIn(scope, other)) ||
      one.modified - other.modified ||
      one.serial - other.serial,
  ),
  /** The people whom each scope and each owner knows. */
  known: new KnownPeople(),
  /** Lists of attendances by event. */
  attendancesOf: new Lists(),
  /** Lists of attendances by person. */
  attendancesBy: new Lists(),
  /** By event and person: the person's first attendance of the event. */
  firstAttendance: new PairTree<number>(),
  /** E-mail lists by the owner's number. People are in the order in which they joined. */
  mailing: new Lists(),
  /** Pairs of an owner's number and a person on the owner's e-mail list. */
  onList: new PairTree<undefined>(),
})

export type Tables = ReturnType<typeof emptyTables>

/** Copies all tables. */
export const cloneTables = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.clone()])) as unknown as Tables
