import { type Place, placeOf } from './place.ts'
import {
  type AttendanceValues,
  attendanceValues,
  type CampaignValues,
  campaignValues,
  type EventValues,
  eventValues,
  hrefOf,
  isObject,
  type JsonObject,
  known,
  type PersonValues,
  personValues,
  type Reading,
} from './values.ts'

interface SeenEvent {
  readonly values: EventValues
  readonly creator?: string | undefined
  readonly campaign?: string | undefined
}

interface SeenAttendance {
  readonly values: AttendanceValues
  readonly event?: string | undefined
  readonly person?: string | undefined
}

/** The records that the answers to one key have shown, by their ids, each with the values that were seen last. */
export class Records {
  readonly events = new Map<string, SeenEvent>()
  readonly people = new Map<string, PersonValues>()
  readonly campaigns = new Map<string, CampaignValues>()
  readonly attendances = new Map<string, SeenAttendance>()
  /** The number of items of each list, by its path and filter. */
  readonly totals = new Map<string, number>()
  /** The items that each list has shown without a filter, by its path. */
  readonly members = new Map<string, Set<string>>()
  /** Whether events have a sponsor: only those of groups do. Undefined until an event was seen. */
  hasSponsor: boolean | undefined
  /** The creator of the last event that was made without naming one. */
  host: string | undefined
  /** People who can be creators, because the service has made an event that names them. */
  readonly organizers = new Set<string>()
  /** Whether the service has accepted the key. */
  isAccepted = false
  readonly #service: Omit<Reading, 'version'>

  constructor(service: Omit<Reading, 'version'>) {
    this.#service = service
  }

  /** Learns the owner of an event that a request has made, and the people in it, but not the event. */
  learnOwner(event: JsonObject, sent: JsonObject): void {
    if (this.placeOf(event)?.kind !== 'events') return
    this.#learnSponsor(event)
    const creator = this.#idAt(event, 'osdi:creator')
    if (creator !== undefined && creator === this.#idAt(sent, 'osdi:creator')) this.organizers.add(creator)
    else this.host = creator ?? this.host
    this.#learnEmbedded(event)
  }

  /** Learns a person of whom the answer shows only the link, from the request. */
  learnPerson(attendance: JsonObject, sent: unknown): void {
    const at = this.placeOf(attendance)
    const person = this.#idAt(attendance, 'osdi:person', 'person_id')
    if (at?.kind !== 'attendances' || person === undefined || !isObject(sent)) return
    const shown = known(personValues(sent, { ...this.#service, version: at.version }))
    this.people.set(person, { ...shown, ...this.people.get(person) })
  }

  #learnSponsor(event: JsonObject): void {
    this.hasSponsor = this.hasSponsor || event[`${this.#service.namespace}:sponsor`] !== undefined
  }

  #learnEmbedded({ _embedded: embedded }: JsonObject): void {
    if (!isObject(embedded)) return
    for (const each of Object.values(embedded).flat()) if (isObject(each)) this.learn(each)
  }

  /** Learns a resource, or all resources of a page, with what they embed. */
  learn(resource: JsonObject, at: Place | undefined = this.placeOf(resource)): void {
    if (at?.id !== undefined) this.#learnOne(resource, at, at.id)
    this.#learnEmbedded(resource)
  }

  /** What a resource is, by its link to itself. */
  placeOf(resource: JsonObject): Place | undefined {
    return this.placeAt(hrefOf(resource, 'self'))
  }

  /** What an address of the service names. */
  placeAt(address: string | undefined): Place | undefined {
    const { baseUrl, namespace } = this.#service
    if (address === undefined || !address.startsWith(`${baseUrl}/`)) return undefined
    const [path = ''] = address.slice(baseUrl.length).split(/[?#]/)
    return placeOf(path, namespace)
  }

  #idAt(resource: JsonObject, relation: string, field?: string): string | undefined {
    const named = field === undefined ? undefined : resource[`${this.#service.namespace}:${field}`]
    return typeof named === 'string' && named !== '' ? named : this.placeAt(hrefOf(resource, relation))?.id
  }

  #learnOne(resource: JsonObject, at: Place, id: string): void {
    const reading = { ...this.#service, version: at.version }
    const { namespace } = reading
    if (at.kind === 'events') {
      const before = this.events.get(id)
      const values = { ...before?.values, ...eventValues(resource, reading) }
      const creator = this.#idAt(resource, 'osdi:creator') ?? before?.creator
      const campaign = this.#idAt(resource, `${namespace}:event_campaign`, 'event_campaign_id')
      this.events.set(id, { values, creator, campaign })
      this.#learnSponsor(resource)
    } else if (at.kind === 'people') {
      this.people.set(id, { ...this.people.get(id), ...personValues(resource, reading) })
    } else if (at.kind === 'campaigns') {
      this.campaigns.set(id, { ...this.campaigns.get(id), ...campaignValues(resource, reading) })
    } else if (at.kind === 'attendances') {
      const before = this.attendances.get(id)
      const person = this.#idAt(resource, 'osdi:person', 'person_id') ?? at.person ?? before?.person
      const event = this.#idAt(resource, 'osdi:event', 'event_id') ?? at.event ?? before?.event
      const values = { ...before?.values, ...attendanceValues(resource, reading) }
      this.attendances.set(id, { values, event, person })
      // The answer to an RSVP shows its person, without a link.
      if (person !== undefined && isObject(resource.person)) {
        const { created: _created, modified: _modified, ...shown } = personValues(resource.person, reading)
        this.people.set(person, { ...this.people.get(person), ...shown })
      }
    }
  }
}
