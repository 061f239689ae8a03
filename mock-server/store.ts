import type { AttendanceRecord, CampaignRecord, EventRecord, GroupRecord, KeyRecord, PersonRecord } from './model.ts'
import { Schedule } from './schedule.ts'
import type { OutboxMessage } from './types.ts'

/** Named lists of ids that only grow at their end. */
export class Lists {
  readonly #lists = new Map<string, string[]>()

  add(list: string, id: string): void {
    const ids = this.#lists.get(list)
    if (ids) ids.push(id)
    else this.#lists.set(list, [id])
  }

  of(list: string): readonly string[] {
    return this.#lists.get(list) ?? []
  }
}

/** Everything the service remembers: maps by id, and an index for every question that a request asks. Knows no rule. */
export class Store {
  readonly people = new Map<string, PersonRecord>()
  readonly groups = new Map<string, GroupRecord>()
  readonly keys = new Map<string, KeyRecord>()
  /** Tokens of all keys, in the order in which they were added. */
  readonly tokens: string[] = []
  readonly campaigns = new Map<string, CampaignRecord>()
  readonly events = new Map<string, EventRecord>()
  readonly attendances = new Map<string, AttendanceRecord>()
  /** People on an e-mail list, in the order of joining, by owner of the list. */
  readonly mailing = new Map<string, Set<string>>()
  readonly outbox: OutboxMessage[] = []
  readonly reminders = new Schedule()
  /** `<event> <person>` for everyone who was reminded of an event. */
  readonly reminded = new Set<string>()
  /** `<scope> <person>` for everyone who created an event of a scope. */
  readonly creators = new Set<string>()
  /** Ids of events, by their scope, or by `<scope> campaign:<id>`. */
  readonly listed = new Lists()

  readonly #personByEmail = new Map<string, string>()
  readonly #eventByForeign = new Map<string, string>()
  readonly #attendances = new Lists()
  readonly #firstAttendance = new Map<string, string>()

  putKey(key: KeyRecord): void {
    this.keys.set(key.token, key)
    this.tokens.push(key.token)
  }

  putPerson(person: PersonRecord): void {
    this.people.set(person.id, person)
    this.#personByEmail.set(person.email_address.toLowerCase(), person.id)
  }

  personByEmail(address: string): PersonRecord | undefined {
    return this.people.get(this.#personByEmail.get(address.toLowerCase()) ?? '')
  }

  /** Stores a new event, or puts a record in the place of the one with its id. */
  putEvent(event: EventRecord): void {
    const previous = this.events.get(event.id)
    for (const scope of previous ? [] : scopesOf(event)) {
      this.listed.add(scope, event.id)
      if (event.campaign !== undefined) this.listed.add(`${scope} campaign:${event.campaign}`, event.id)
      this.creators.add(`${scope} ${event.creator}`)
    }
    for (const identifier of previous?.content.foreign ?? []) this.#eventByForeign.delete(identifier)
    for (const identifier of event.content.foreign) this.#eventByForeign.set(identifier, event.id)
    this.events.set(event.id, event)
  }

  eventByForeign(identifier: string): EventRecord | undefined {
    return this.events.get(this.#eventByForeign.get(identifier) ?? '')
  }

  /** Stores a new attendance of an event. */
  putAttendance(attendance: AttendanceRecord, event: EventRecord): void {
    this.attendances.set(attendance.id, attendance)
    this.#attendances.add(`event:${event.id}`, attendance.id)
    for (const scope of scopesOf(event)) this.#attendances.add(`${scope} ${attendance.person}`, attendance.id)
    const pair = `${event.id} ${attendance.person}`
    if (!this.#firstAttendance.has(pair)) this.#firstAttendance.set(pair, attendance.id)
  }

  /** Ids of the attendances of an event, oldest first. */
  attendancesOf(event: string): readonly string[] {
    return this.#attendances.of(`event:${event}`)
  }

  /** A person's first attendance of an event. */
  firstAttendance(event: string, person: string): AttendanceRecord | undefined {
    return this.attendances.get(this.#firstAttendance.get(`${event} ${person}`) ?? '')
  }

  /** Ids of a person's attendances of a scope's events, oldest first. */
  attendancesBy(person: string, scope: string): readonly string[] {
    return this.#attendances.of(`${scope} ${person}`)
  }
}

/** What an event can be tied to a key by (assumption `scope`): its owner, and the key that made it. */
const scopesOf = ({ owner, key }: EventRecord): readonly string[] => [owner, `key:${key}`]
