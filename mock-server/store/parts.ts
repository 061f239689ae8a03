import { AccountRecords } from './account-records.ts'
import { AttendanceRecords } from './attendance-records.ts'
import { EventRecords } from './event-records.ts'
import type { Ids } from './ids.ts'
import { KeyRecords } from './key-records.ts'
import { Lists } from './lists.ts'
import type { CampaignRecord, GroupRecord, MessageRecord, PersonRecord } from './model.ts'
import { Names } from './names.ts'
import { Rows } from './rows.ts'
import { Schedule } from './schedule.ts'
import { TextIndex } from './text-index.ts'
import { Vector } from './vector.ts'

/** The tables of a store. Things are named by their serials. */
export const noParts = (ids: Ids) => ({
  people: new AccountRecords<PersonRecord>(ids, 'person'),
  groups: new AccountRecords<GroupRecord>(ids, 'group'),
  campaigns: new AccountRecords<CampaignRecord>(ids, 'campaign'),
  events: new EventRecords(ids),
  attendances: new AttendanceRecords(ids),
  keys: new KeyRecords(ids),
  outbox: Vector.ofItems<MessageRecord>(),
  reminders: new Schedule(),
  /** Event and person, for everyone who was reminded of an event. */
  reminded: new Rows(2),

  /** People by e-mail address in lower case. */
  emails: new TextIndex(),
  /** Events by foreign identifier. */
  foreign: new TextIndex(),
  /** Numbers of owners, of the scopes of keys, and of campaigns in a scope. */
  names: new Names(),
  /** Events by the name of a scope, or of a campaign in a scope. */
  listed: new Lists(1),
  /** Attendances by event. */
  attendancesOf: new Lists(1),
  /** Attendances by the name of a scope and person. */
  attendancesBy: new Lists(2),
  /** Event, person and attendance, for everyone's first attendance of an event. */
  firstAttendance: new Rows(3),
  /** Name of a scope, person and event, for everyone who created an event of a scope. */
  creators: new Rows(3),
  /** People by the name of the owner of an e-mail list. */
  mailing: new Lists(1),
  /** Name of the owner and person, for everyone on an e-mail list. */
  onList: new Rows(2),
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
  names: parts.names,
  listed: parts.listed.clone(),
  attendancesOf: parts.attendancesOf.clone(),
  attendancesBy: parts.attendancesBy.clone(),
  firstAttendance: parts.firstAttendance.clone(),
  creators: parts.creators.clone(),
  mailing: parts.mailing.clone(),
  onList: parts.onList.clone(),
})
