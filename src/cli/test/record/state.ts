import type { MockState } from 'osdi-events/mock'
import { Counterparts } from './counterparts.ts'
import type { MockIds, StoredKind } from './mock-ids.ts'
import type { Records } from './records.ts'
import { known, locationOf } from './values.ts'

/** The real id of a record; `like`: a record that no answer has shown, with the values of another. */
export type Slot = { readonly id: string } | { readonly like: string | undefined }

/** Puts records of the real service into a state document of the mock service, and says which id each has there. */
export class StateBuilder {
  readonly #records: Records
  readonly #ids: MockIds
  readonly #now: string
  readonly #lists = {
    people: [] as MockState['people'][number][],
    campaigns: [] as MockState['campaigns'][number][],
    events: [] as MockState['events'][number][],
    attendances: [] as MockState['attendances'][number][],
  }
  /** The id that a record of the real service has in the mock. */
  readonly counterparts = new Counterparts()
  readonly #used = new Set<string>()
  #host: string | undefined

  /** `now` is the time of the service's clock. */
  constructor(records: Records, ids: MockIds, now: string) {
    this.#records = records
    this.#ids = ids
    this.#now = now
  }

  /** The key that sees the records. */
  get token(): string {
    const { seeded } = this.#ids.empty
    return this.#records.hasSponsor === false ? seeded.individual : seeded.group
  }

  get #owner(): string {
    const { groups, keys, seeded } = this.#ids.empty
    if (this.token === seeded.individual) return `person:${this.host()}`
    return `group:${keys.find(({ token }) => token === seeded.group)?.group ?? groups[0]?.id}`
  }

  /** The id of a new place in a list, for a record of the real service or for one that no answer has shown. */
  #place(kind: StoredKind, id: string | undefined): string {
    const made = this.#ids.at(kind, this.#lists[kind].length)
    if (id !== undefined) this.counterparts.set(kind, id, made)
    return made
  }

  /** The times of a record: between the earliest that a document may have, and now. */
  #times({ created = this.#now, modified = created }: { created?: string | undefined; modified?: string | undefined }) {
    return { created, modified: modified < created ? created : modified }
  }

  /** Two records of a list cannot have the same identifier. */
  #unused(identifiers: readonly string[] = []): readonly string[] {
    const kept = [...new Set(identifiers)].filter((each) => !this.#used.has(each))
    for (const each of kept) this.#used.add(each)
    return kept
  }

  /** The person who has the keys: the creator of events that name none. */
  host(id?: string): string {
    this.#host ??=
      id === undefined ? (this.#lists.people[0]?.id ?? this.addPerson({ like: undefined })) : this.person(id)
    return this.#host
  }

  person(id: string): string {
    return this.counterparts.get('people', id) ?? this.addPerson({ id })
  }

  addPerson(slot: Slot): string {
    const real = 'id' in slot ? slot.id : undefined
    const { created, modified, identifiers, ...values } =
      this.#records.people.get(real ?? ('like' in slot ? (slot.like ?? '') : '')) ?? {}
    const id = this.#place('people', real)
    this.#lists.people.push({
      ...{ given_name: '', family_name: '', email_addresses: [], addedBy: this.token },
      ...known(values),
      ...(identifiers && { identifiers }),
      ...{ id, ...this.#times({ created, modified }) },
    })
    return id
  }

  campaign(id: string): string {
    return this.counterparts.get('campaigns', id) ?? this.addCampaign({ id })
  }

  addCampaign(slot: Slot): string {
    const real = 'id' in slot ? slot.id : undefined
    const values = this.#records.campaigns.get(real ?? ('like' in slot ? (slot.like ?? '') : '')) ?? {}
    const owner = this.#owner
    const { created, modified, identifiers, ...fields } = values
    const id = this.#place('campaigns', real)
    this.#lists.campaigns.push({
      ...{ title: 'A campaign', origin_system: 'A system', via: 'api' },
      ...known(fields),
      identifiers: real === undefined ? [] : this.#unused(identifiers),
      ...{ id, owner, ...this.#times({ created, modified }) },
    })
    return id
  }

  event(id: string, campaign?: string): string {
    return this.counterparts.get('events', id) ?? this.addEvent({ id }, campaign)
  }

  /** `inCampaign` is the campaign of an event whose own campaign is not known. */
  addEvent(slot: Slot, inCampaign?: string): string {
    const real = 'id' in slot ? slot.id : undefined
    const seen = this.#records.events.get(real ?? ('like' in slot ? (slot.like ?? '') : ''))
    const { created, modified, identifiers, location = locationOf({}), ...values } = seen?.values ?? {}
    const campaign = seen?.campaign ?? inCampaign
    const creator = seen?.creator === undefined ? this.host() : this.person(seen.creator)
    const campaignId = campaign === undefined ? undefined : this.campaign(campaign)
    const id = this.#place('events', real)
    this.#lists.events.push({
      ...{ title: 'An event', origin_system: 'A system', via: 'api', hidden: false, visibility: 'public' },
      ...known(values),
      identifiers: real === undefined ? [] : this.#unused(identifiers),
      ...{ id, key: this.token, creator, explicit_creator: false, location },
      ...(campaignId !== undefined && { campaign: campaignId }),
      ...this.#times({ created, modified }),
    })
    return id
  }

  attendance(id: string, above: { event?: string | undefined; person?: string | undefined } = {}): string {
    return this.counterparts.get('attendances', id) ?? this.addAttendance({ id }, above)
  }

  /** `above` are the event and the person of an attendance that no answer has shown. */
  addAttendance(slot: Slot, above: { event?: string | undefined; person?: string | undefined } = {}): string {
    const real = 'id' in slot ? slot.id : undefined
    const seen = this.#records.attendances.get(real ?? ('like' in slot ? (slot.like ?? '') : ''))
    const { event = above.event, person = above.person } = real === undefined ? above : (seen ?? {})
    const { created, modified, identifiers = [], ...values } = seen?.values ?? {}
    // One person has one RSVP to an event, so an unknown RSVP is that of an unknown person.
    const personId = person === undefined ? this.addPerson({ like: undefined }) : this.person(person)
    const eventId = event === undefined ? this.addEvent({ like: undefined }) : this.event(event)
    const id = this.#place('attendances', real)
    this.#lists.attendances.push({
      ...known(values),
      ...(real !== undefined && identifiers.length > 0 && { identifiers: this.#unused(identifiers) }),
      ...{ id, event: eventId, person: personId, ...this.#times({ created, modified }) },
    })
    return id
  }

  /** The state document. */
  toState(): MockState {
    const { empty } = this.#ids
    const host = this.host()
    const organizers = [...this.#records.organizers].flatMap((id) => this.counterparts.get('people', id) ?? [])
    const people = { creator: host, members: [], organizers, administrators: [host] }
    return {
      ...empty,
      ...this.#lists,
      clock: { now: this.#now, advanced: 0 },
      groups: empty.groups.map((group) => ({ ...group, ...people })),
      keys: empty.keys.map(({ token, group }) => (group === undefined ? { token, person: host } : { token, group })),
    }
  }
}
