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
  /** Attendances whose reminder was sent. */
  readonly reminded = new Set<string>()
  /** `<owner> <person>` for everyone who created an event of an owner. */
  readonly creators = new Set<string>()
  /** Ids of events, by what they are listed under. */
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
    if (!previous) {
      for (const scope of [event.owner, `key:${event.key}`]) {
        this.listed.add(scope, event.id)
        if (event.campaign !== undefined) this.listed.add(`${scope} campaign:${event.campaign}`, event.id)
      }
    }
    for (const identifier of previous?.content.foreign ?? []) this.#eventByForeign.delete(identifier)
    for (const identifier of event.content.foreign) this.#eventByForeign.set(identifier, event.id)
    this.events.set(event.id, event)
    this.creators.add(`${event.owner} ${event.creator}`)
  }

  eventByForeign(identifier: string): EventRecord | undefined {
    return this.events.get(this.#eventByForeign.get(identifier) ?? '')
  }

  putAttendance(attendance: AttendanceRecord): void {
    this.attendances.set(attendance.id, attendance)
    this.#attendances.add(`event:${attendance.event}`, attendance.id)
    this.#attendances.add(`${attendance.owner} ${attendance.person}`, attendance.id)
    const pair = `${attendance.event} ${attendance.person}`
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

  /** Ids of a person's attendances of an owner's events, oldest first. */
  attendancesBy(person: string, owner: string): readonly string[] {
    return this.#attendances.of(`${owner} ${person}`)
  }
}
