import type { Assumptions } from '../assumptions.ts'
import type { Instant } from '../time.ts'
import type { Ids, Kind } from './ids.ts'
import { compareStrings, Lists, numberTree, type Range, range, stringTree, treeBy } from './lists.ts'
import type {
  AttendanceRecord,
  CampaignRecord,
  EventRecord,
  GroupRecord,
  KeyRecord,
  MessageRecord,
  PersonRecord,
  TaggingRecord,
  TagRecord,
} from './model.ts'

/** Records of one kind by serial. Serials count from 0 in the order of adding, and are never reused. */
export class Table<Item extends { readonly id: string }> {
  readonly #ids: Ids
  readonly #kind: Kind
  readonly #records
  #size: number

  constructor(ids: Ids, kind: Kind, records = numberTree<Item>(), size = 0) {
    this.#ids = ids
    this.#kind = kind
    this.#records = records
    this.#size = size
  }

  /** How many records were ever added: the serial of the next record. */
  get size(): number {
    return this.#size
  }

  /** How many records there are, without removed ones. */
  get count(): number {
    return this.#records.size
  }

  at(serial: number): Item | undefined {
    return this.#records.get(serial)
  }

  get(id: string): Item | undefined {
    const record = this.at(this.#ids.serialOf(this.#kind, id))
    return record?.id === id ? record : undefined
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** The records of some serials, without removed ones. */
  each(serials: readonly number[]): readonly Item[] {
    return serials.flatMap((serial) => this.at(serial) ?? [])
  }

  /** The records of some serials, without removed ones, read on demand. */
  listed(serials: Range<number>): Range<Item> {
    return range(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  /** Every record in the order of adding. The table must not change during the iteration. */
  values(): Iterable<Item> {
    return this.#records.values()
  }

  /** Stores a record made with the next id and serial. */
  add(make: (id: string, serial: number) => Item): Item {
    const record = make(this.#ids.idOf(this.#kind, this.#size), this.#size)
    this.#records.set(this.#size, record)
    this.#size += 1
    return record
  }

  replace(serial: number, record: Item): void {
    this.#records.set(serial, record)
  }

  remove(serial: number): void {
    this.#records.delete(serial)
  }

  clone(): Table<Item> {
    return new Table(this.#ids, this.#kind, this.#records.clone(), this.#size)
  }
}

/** When an event's reminder is due. */
interface Due {
  readonly due: Instant
  readonly serial: number
}

/** The sort key of events in the index of changes. */
type Change = Pick<EventRecord, 'owner' | 'key' | 'modified' | 'serial'>

/** The name of a scope: all events that the same keys see (assumption `scope`). */
export const scopeIn = (scope: Assumptions['scope'], { owner, key }: Pick<EventRecord, 'owner' | 'key'>): string =>
  scope === 'owner' ? owner : `key:${key}`

/** Keys by token, in the order of adding. Keys are few, so `clone` copies them. */
class Keys extends Map<string, KeyRecord> {
  clone(): Keys {
    return new Keys(this)
  }
}

/** Empty tables of a store. Records refer to each other by id, indexes refer to records by serial. */
export const emptyTables = (ids: Ids, scope: Assumptions['scope']) => ({
  people: new Table<PersonRecord>(ids, 'person'),
  groups: new Table<GroupRecord>(ids, 'group'),
  campaigns: new Table<CampaignRecord>(ids, 'campaign'),
  keys: new Keys(),
  events: new Table<EventRecord>(ids, 'event'),
  /** Events that were removed, by serial: ids and e-mail lists depend on them. */
  removed: numberTree<EventRecord>(),
  attendances: new Table<AttendanceRecord>(ids, 'attendance'),
  tags: new Table<TagRecord>(ids, 'tag'),
  taggings: new Table<TaggingRecord>(ids, 'tagging'),
  /** Messages by number, from 0 up. */
  outbox: numberTree<MessageRecord>(),
  reminders: treeBy<Due, undefined>((one, other) => one.due - other.due || one.serial - other.serial),
  /** Pairs of an event and a person who was reminded of the event. */
  reminded: numberTree<undefined>(),

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
  /** Tags by owner and name. */
  byTagName: stringTree<number>(),
  /** Lists of tags by the owner's number. */
  tagsOf: new Lists(),
  /** Lists of taggings by tag. */
  taggingsOf: new Lists(),
  /** Lists of taggings by person. */
  taggingsBy: new Lists(),
  /** Pairs of a tag and a person who has it: the tagging. */
  tagged: numberTree<number>(),
  /** Campaigns by foreign identifier. */
  byCampaignIdentifier: stringTree<number>(),
  /** Lists of campaigns by the owner's number. */
  campaignsOf: new Lists(),
  /** How many RSVPs the events of each campaign have. */
  rsvps: numberTree<number>(),
  /** A number for each owner, each scope and each campaign in a scope: a short key for the indexes below. */
  names: stringTree<number>(),
  /** Lists of events by the number of a scope, or of a campaign in a scope. */
  listed: new Lists(),
  /** Events by scope and time of modification. */
  changes: treeBy<Change, undefined>(
    (one, other) =>
      compareStrings(scopeIn(scope, one), scopeIn(scope, other)) ||
      one.modified - other.modified ||
      one.serial - other.serial,
  ),
  /** Pairs of a scope's number and a person: how many events of the scope the person created. */
  created: numberTree<number>(),
  /** Lists of attendances by event. */
  attendancesOf: new Lists(),
  /** Lists of attendances by person. */
  attendancesBy: new Lists(),
  /** Pairs of event and person: the person's first attendance. */
  firstAttendance: numberTree<number>(),
  /** E-mail lists by the owner's number: people in the order of joining. */
  mailing: new Lists(),
  /** Pairs of an owner's number and a person on the e-mail list. */
  onList: numberTree<undefined>(),
})

export type Tables = ReturnType<typeof emptyTables>

/** Independent tables with the same contents. */
export const cloneTables = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.clone()])) as unknown as Tables
