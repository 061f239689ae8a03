import type { Ids } from '../ids/ids.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  MessageRecord,
  PersonRecord,
} from '../model.ts'
import { KeyRecords } from './key-records.ts'
import { Lists } from './lists.ts'
import { Records } from './records.ts'
import { Schedule } from './schedule.ts'
import { Table } from './table.ts'

/** The tables of a store. Things are named by their serials, and two serials make one key (`pair`). */
export const noParts = (ids: Ids) => ({
  people: new Records<PersonRecord>(ids, 'person'),
  groups: new Records<GroupRecord>(ids, 'group'),
  campaigns: new Records<CampaignRecord>(ids, 'campaign'),
  events: new Records<EventRecord>(ids, 'event'),
  attendances: new Records<AttendanceRecord>(ids, 'attendance'),
  keys: new KeyRecords(ids),
  outbox: Table.byNumber<MessageRecord>(),
  reminders: new Schedule(),
  /** Event and person, for everyone who was reminded of an event. */
  reminded: Table.byNumber<undefined>(),

  /** Person of an e-mail address in lower case. */
  emails: Table.byText<number>(),
  /** Event of a foreign identifier. */
  foreign: Table.byText<number>(),
  /** Events by a scope, or by a scope and a campaign. */
  listed: Lists.byText(),
  /** Attendances by event and position. */
  attendancesOf: Table.byNumber<number>(),
  /** Attendances by scope and person. */
  attendancesBy: Lists.byNumber(),
  /** Attendance by event and person. */
  firstAttendance: Table.byNumber<number>(),
  /** Numbers of owners and of the scopes of keys. */
  scopes: Table.byText<number>(),
  /** Scope and person, for everyone who created an event of a scope. */
  creators: Table.byNumber<undefined>(),
  /** People by the owner of the e-mail list. */
  mailing: Lists.byText(),
  /** Owner and person, for everyone on an e-mail list. */
  onList: Table.byNumber<undefined>(),
})

export type Parts = ReturnType<typeof noParts>

/** Parts with the same contents, in a time that does not grow with them. */
export const cloned = (parts: Parts): Parts => ({
  people: parts.people.clone(),
  groups: parts.groups.clone(),
  campaigns: parts.campaigns.clone(),
  events: parts.events.clone(),
  attendances: parts.attendances.clone(),
  keys: parts.keys.clone(),
  outbox: parts.outbox.clone(),
  reminders: parts.reminders.clone(),
  reminded: parts.reminded.clone(),
  emails: parts.emails.clone(),
  foreign: parts.foreign.clone(),
  listed: parts.listed.clone(),
  attendancesOf: parts.attendancesOf.clone(),
  attendancesBy: parts.attendancesBy.clone(),
  firstAttendance: parts.firstAttendance.clone(),
  scopes: parts.scopes.clone(),
  creators: parts.creators.clone(),
  mailing: parts.mailing.clone(),
  onList: parts.onList.clone(),
})
