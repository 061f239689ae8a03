import type { Ids } from './ids.ts'
import { Lists } from './lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  Instant,
  MessageRecord,
  PersonRecord,
} from './model.ts'
import { Keys, Sequence, Table } from './table.ts'
import { byNumber, byText, compare, treeBy } from './tree.ts'

/** When an event's reminder is due. */
export interface Due {
  readonly due: Instant
  readonly serial: number
}

/** What events are ordered by in the index of changes: themselves. */
export type Change = Pick<EventRecord, 'owner' | 'key' | 'modified' | 'serial'>

/** What ties an event to the keys that see it. */
export type ScopeOf = (event: Pick<EventRecord, 'owner' | 'key'>) => string

/** All that a store holds. Records name each other by ids, indexes by serials. */
export const noTables = (ids: Ids, scopeOf: ScopeOf) => ({
  people: new Table<PersonRecord>(ids, 'person'),
  groups: new Table<GroupRecord>(ids, 'group'),
  campaigns: new Table<CampaignRecord>(ids, 'campaign'),
  keys: new Keys(),
  events: new Table<EventRecord>(ids, 'event'),
  /** Events that were taken out, by serial: ids and e-mail lists follow from what there once was. */
  removed: byNumber<EventRecord>(),
  attendances: new Table<AttendanceRecord>(ids, 'attendance'),
  outbox: new Sequence<MessageRecord>(),
  reminders: treeBy<Due, undefined>((one, other) => one.due - other.due || one.serial - other.serial),
  /** Event and person, for everyone who was reminded of an event. */
  reminded: byNumber<undefined>(),

  /** People by e-mail address in lower case. */
  byEmail: byText<readonly number[]>(),
  /** Events by foreign identifier. */
  byForeign: byText<number>(),
  /** Numbers of owners, of the scopes of keys, and of campaigns in a scope. */
  names: byText<number>(),
  /** Events by the number of a scope, or of a campaign in a scope. */
  listed: new Lists(),
  /** Events by scope and time of modification. */
  changes: treeBy<Change, undefined>(
    (one, other) => compare(scopeOf(one), scopeOf(other)) || one.modified - other.modified || one.serial - other.serial,
  ),
  /** Number of a scope and person: how many events of the scope the person created. */
  created: byNumber<number>(),
  attendancesOf: new Lists(),
  attendancesBy: new Lists(),
  /** Event and person: the first attendance of that person. */
  firstAttendance: byNumber<number>(),
  /** People by the number of the owner of an e-mail list. */
  mailing: new Lists(),
  /** Number of the owner and person, for everyone on an e-mail list. */
  onList: byNumber<undefined>(),
})

export type Tables = ReturnType<typeof noTables>

/** Tables with the same contents, in a time that does not grow with them. */
export const cloned = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.clone()])) as unknown as Tables
