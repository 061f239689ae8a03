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
} from './model.ts'

/** Records of one kind, by serials, which count from 0 in the order of adding and are never given again. */
export class Table<Found extends { readonly id: string }> {
  readonly #ids: Ids
  readonly #kind: Kind
  readonly #records
  #size: number

  constructor(ids: Ids, kind: Kind, records = numberTree<Found>(), size = 0) {
    this.#ids = ids
    this.#kind = kind
    this.#records = records
    this.#size = size
  }

  /** The serial of the next one: how many there are, and have been. */
  get size(): number {
    return this.#size
  }

  /** How many there are. */
  get count(): number {
    return this.#records.size
  }

  at(serial: number): Found | undefined {
    return this.#records.get(serial)
  }

  get(id: string): Found | undefined {
    const found = this.at(this.#ids.serialOf(this.#kind, id))
    return found?.id === id ? found : undefined
  }

  has(id: string): boolean {
    return this.get(id) !== undefined
  }

  /** The records of some serials. */
  each(serials: readonly number[]): readonly Found[] {
    return serials.flatMap((serial) => this.at(serial) ?? [])
  }

  /** The records of the serials in a listing. */
  listed(serials: Range<number>): Range<Found> {
    return range(serials.length, (from, to) => this.each(serials.slice(from, to)))
  }

  /** Every record. Some may be added and replaced meanwhile. */
  *values(): Generator<Found> {
    for (let serial = 0; serial < this.#size; serial += 1) {
      const found = this.at(serial)
      if (found !== undefined) yield found
    }
  }

  /** Stores what is made of the next id and serial. */
  add<Added extends Found>(make: (id: string, serial: number) => Added): Added {
    const made = make(this.#ids.idOf(this.#kind, this.#size), this.#size)
    this.#records.set(this.#size, made)
    this.#size += 1
    return made
  }

  replace(serial: number, record: Found): void {
    this.#records.set(serial, record)
  }

  remove(serial: number): void {
    this.#records.delete(serial)
  }

  clone(): Table<Found> {
    return new Table(this.#ids, this.#kind, this.#records.clone(), this.#size)
  }
}

/** When an event's reminder is due. */
interface Due {
  readonly due: Instant
  readonly serial: number
}

/** What events are ordered by in the index of changes: themselves. */
type Change = Pick<EventRecord, 'owner' | 'key' | 'modified' | 'serial'>

/** What ties an event to the keys that see it (assumption `scope`), as a text. */
export const scopeIn = (scope: Assumptions['scope'], { owner, key }: Pick<EventRecord, 'owner' | 'key'>): string =>
  scope === 'owner' ? owner : `key:${key}`

/** Keys by their tokens, in the order of adding. They are few: a clone is a copy. */
class Keys extends Map<string, KeyRecord> {
  clone(): Keys {
    return new Keys(this)
  }
}

/** All that a store holds. Records name each other by ids, indexes by serials. */
export const noTables = (ids: Ids, scope: Assumptions['scope']) => ({
  people: new Table<PersonRecord>(ids, 'person'),
  groups: new Table<GroupRecord>(ids, 'group'),
  campaigns: new Table<CampaignRecord>(ids, 'campaign'),
  keys: new Keys(),
  events: new Table<EventRecord>(ids, 'event'),
  /** Events that were taken out, by serial: ids and e-mail lists follow from what there once was. */
  removed: numberTree<EventRecord>(),
  attendances: new Table<AttendanceRecord>(ids, 'attendance'),
  /** Messages by their numbers, from 0 up. */
  outbox: numberTree<MessageRecord>(),
  reminders: treeBy<Due, undefined>((one, other) => one.due - other.due || one.serial - other.serial),
  /** Event and person, for everyone who was reminded of an event. */
  reminded: numberTree<undefined>(),

  /** People by e-mail address in lower case. */
  byEmail: stringTree<readonly number[]>(),
  /** Events by foreign identifier. */
  byForeign: stringTree<number>(),
  /** Numbers of owners, of the scopes of keys, and of campaigns in a scope. */
  names: stringTree<number>(),
  /** Events by the number of a scope, or of a campaign in a scope. */
  listed: new Lists(),
  /** Events by scope and time of modification. */
  changes: treeBy<Change, undefined>(
    (one, other) =>
      compareStrings(scopeIn(scope, one), scopeIn(scope, other)) ||
      one.modified - other.modified ||
      one.serial - other.serial,
  ),
  /** Number of a scope and person: how many events of the scope the person created. */
  created: numberTree<number>(),
  attendancesOf: new Lists(),
  attendancesBy: new Lists(),
  /** Event and person: the first attendance of that person. */
  firstAttendance: numberTree<number>(),
  /** People by the number of the owner of an e-mail list. */
  mailing: new Lists(),
  /** Number of the owner and person, for everyone on an e-mail list. */
  onList: numberTree<undefined>(),
})

export type Tables = ReturnType<typeof noTables>

/** Tables with the same contents, in a time that does not grow with them. */
export const cloned = (tables: Tables): Tables =>
  Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, table.clone()])) as unknown as Tables
