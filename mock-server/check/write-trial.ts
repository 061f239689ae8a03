import { getIn, isObject, type JsonObject } from '../text/json.ts'
import { type CheckResponse, Inconclusive, type Requester, type RequestOverrides } from './requester.ts'
import { hrefOf, type Page, pageIn, type ServiceProbe } from './service-probe.ts'
import type { CheckWrites, MadeThing } from './types.ts'

/** Title of the event, which says what it is to everybody who sees it. */
export const trialTitle = 'Test by osdi-events check, may be removed'
const description =
  'The command "osdi-events check --writes" made this event to find out how the service answers. Nobody meets here. It may be removed.'

/** A place that geocoders know. */
export const trialPlace = {
  venue: 'Nobody meets here',
  locality: 'Washington',
  region: 'DC',
  postal_code: '20001',
  country: 'US',
}

const doubled = 'a create with a known identifier makes another event, so the check sends no more creates'

/** A response, and the event in it. */
export interface Written {
  readonly response: CheckResponse
  readonly event: JsonObject
}

/**
 * The one event on which a check tries writes. The methods throw {@link Inconclusive} if the service returns something unexpected. They
 * make the event at the first use, and announce it before they send it.
 */
export class WriteTrial {
  readonly service: ServiceProbe
  /** The identifier that the event is made with. */
  readonly identifier = `osdi-events-check:${crypto.randomUUID()}`
  /** The things that were made or may exist, by kind and address. */
  readonly made = new Map<string, MadeThing>()
  readonly #requester: Requester
  readonly #email: string | undefined
  readonly #onMade: CheckWrites['onMade']
  readonly #once = new Map<string, Promise<unknown>>()
  /** Whether the service has made a second event. */
  #isDoubled = false

  constructor(service: ServiceProbe, requester: Requester, { email, onMade }: CheckWrites) {
    this.service = service
    this.#requester = requester
    this.#email = email
    this.#onMade = onMade
  }

  /** Makes the event. Its year is past, and it is private and hidden if the service takes that from a request. */
  create(): Promise<Written> {
    return this.#onceFor('create', async () => {
      this.note('event', 'sending')
      const { api, namespace } = this.service
      const hiding = { visibility: 'private', ...(api === 'v2' && { [`${namespace}:hidden`]: true }) }
      let response: CheckResponse
      try {
        response = await this.#post({ ...this.content(), ...hiding })
        // Perhaps the service refuses fields that a request cannot set.
        if (response.status === 400 || response.status === 422) response = await this.#post(this.content())
      } catch (error) {
        const event = error instanceof Inconclusive ? await this.find().catch(() => undefined) : undefined
        this.#noteAddress(event)
        throw error
      }
      // After a 5xx, the event may exist.
      if (response.status >= 400 && response.status < 500) this.note('event', 'refused')
      const written = this.#written(response, 'a create')
      if (this.made.get('event')?.state === 'sending') this.note('event', 'made')
      return written
    })
  }

  /** All fields of the event that a request sends. */
  content(): JsonObject {
    const { names, api } = this.service
    return {
      identifiers: [this.identifier],
      [names.title]: trialTitle,
      [names.origin]: 'osdi-events check',
      ...(api === 'v2' && { name: trialTitle }),
      description,
      [names.instructions]: 'None.',
      [names.start]: '2000-01-01T12:00:00',
      location: trialPlace,
    }
  }

  /** Looks for the event by its identifier, as a program does after a lost answer to a create: by a filter, else on the last page. */
  async find(): Promise<JsonObject | undefined> {
    const has = ({ identifiers }: JsonObject) => [identifiers].flat().includes(this.identifier)
    const filter = `events?filter=${encodeURIComponent(`identifier eq '${this.identifier}'`)}`
    const filtered = pageIn(await this.#requester.send(filter, {}))
    const pages: Page[] = filtered ? [filtered] : []
    const found = () => pages.flatMap(({ events }) => events).find(has)
    const isFiltered = filtered && filtered.next === undefined && filtered.events.length <= 1
    if (found() || isFiltered) return found()
    const first = filtered ?? pageIn(await this.#requester.send('events', {}))
    if (first) pages.push(first)
    const last = Number(first?.body.total_pages)
    const page = last > 1 ? pageIn(await this.#requester.send(`events?page=${last}`, {})) : undefined
    return [...(page?.events ?? []), ...pages.flatMap(({ events }) => events)].find(has)
  }

  /** Reads the event. */
  async read(): Promise<Written> {
    return this.#written(await this.#requester.send(await this.#href(), {}), 'a GET of the event')
  }

  /** Changes the event. */
  async put(changes: JsonObject): Promise<Written> {
    const href = await this.#href()
    return this.#written(await this.#requester.send(href, { method: 'PUT', body: changes }), 'an update')
  }

  /**
   * Sends the create again with changes. The identifier stays, so that a service makes no second event. A service that makes one all the
   * same gets no further create.
   */
  async repeat(changes: JsonObject, headers?: RequestOverrides['headers']): Promise<CheckResponse> {
    const { event } = await this.create()
    if (this.#isDoubled) throw new Inconclusive(doubled)
    const response = await this.#post({ ...this.content(), ...changes }, headers)
    const href = hrefOf(response.json, 'self')
    if (href === undefined || href === hrefOf(event, 'self')) return response
    this.#isDoubled = true
    this.#noteAddress(response.json)
    throw new Inconclusive(doubled)
  }

  /** The response to a valid create with the known identifier, and another title. */
  repeated(): Promise<CheckResponse> {
    return this.#onceFor('repeated', () => this.repeat({ [this.service.names.title]: `${trialTitle} (2)` }))
  }

  /**
   * Sends the create again with a defect.
   *
   * @returns whether the service refuses it; the status if the service does neither of the two
   */
  async refuses(defect: JsonObject): Promise<boolean | number> {
    const known = (await this.repeated()).status
    if (known === 400 || known === 422)
      throw new Inconclusive('the service refuses every create with a known identifier by the same status')
    const { status } = await this.repeat(defect)
    if (status === known) return false
    return status === 400 || status === 422 || status
  }

  /** Throws {@link Inconclusive} if the service does not look at the fields of a create with a known identifier. */
  async expectCheckedFields(): Promise<void> {
    if ((await this.withoutTitle()).status === (await this.repeated()).status)
      throw new Inconclusive('the service does not look at the fields of a create with a known identifier')
  }

  /** The response to a create without a title. */
  withoutTitle(): Promise<CheckResponse> {
    return this.#onceFor('withoutTitle', async () => {
      await this.repeated()
      return this.repeat({ [this.service.names.title]: undefined })
    })
  }

  /** Sends DELETE. If the service obeys, nothing remains. */
  async delete(): Promise<CheckResponse> {
    const href = await this.#href()
    const response = await this.#requester.send(href, { method: 'DELETE' })
    if (response.status >= 300) return response
    const { status } = await this.#requester.send(href, {})
    if (status === 404 || status === 410)
      for (const kind of ['event', 'RSVP'] as const) if (this.made.has(kind)) this.note(kind, 'removed')
    return response
  }

  /** The first RSVP of the person with the tester's address, which says that they do not come. */
  rsvp(): Promise<CheckResponse> {
    return this.#onceFor('rsvp', () => this.sendRsvp({ status: 'declined' }))
  }

  /**
   * Sends an RSVP of the person with the tester's address. Its body has no trigger of mail.
   *
   * @param path behind the address of the RSVPs
   */
  async sendRsvp(changes: JsonObject, { key, path = '' }: RequestOverrides & { path?: string } = {}) {
    if (this.#email === undefined) throw new Inconclusive('an RSVP is needed, and no e-mail address of yours was given')
    const { event } = await this.create()
    const helper = hrefOf(event, 'osdi:record_attendance_helper')
    const href = helper ?? hrefOf(event, this.service.names.attendances)
    if (href === undefined) throw new Inconclusive('the event has no link to its RSVPs')
    if (this.made.get('RSVP')?.state !== 'made') this.note('RSVP', 'sending')
    const body = { person: { email_addresses: [{ address: this.#email }] }, ...changes }
    const response = await this.#requester.send(href + path, {
      method: 'POST',
      body,
      ...(key !== undefined && { key }),
    })
    const state = response.status < 300 ? 'made' : response.status < 500 ? 'refused' : 'sending'
    if (this.made.get('RSVP')?.state !== 'made' && state !== 'sending') this.note('RSVP', state)
    return response
  }

  /** Notes that a thing is being made, or was made, and announces it. */
  note(kind: MadeThing['kind'], state: MadeThing['state'], address = this.made.get(kind)?.address): void {
    const thing = { kind, state, identifier: this.identifier, ...(address !== undefined && { address }) }
    this.made.set(kind, thing)
    this.#onMade?.(thing)
  }

  async #href(): Promise<string> {
    const { event } = await this.create()
    const href = hrefOf(event, 'self')
    if (href === undefined) throw new Inconclusive('the new event has no link to itself')
    return href
  }

  #post(body: JsonObject, headers?: RequestOverrides['headers']): Promise<CheckResponse> {
    return this.#requester.send('events', { method: 'POST', body, ...(headers && { headers }) })
  }

  #written(response: CheckResponse, what: string): Written {
    const { status, json } = response
    if (status !== 200 && status !== 201) throw new Inconclusive(`${what} gets status ${status}`)
    if (!isObject(json) || !isObject(getIn(json, '_links'))) throw new Inconclusive(`${what} gets no event`)
    this.#noteAddress(json)
    return { response, event: json }
  }

  /** Notes the address of the event, or of another one that the service has made by mistake. */
  #noteAddress(event: unknown): void {
    const href = hrefOf(event, 'self')
    const known = this.made.get('event')
    if (href === undefined || known?.address === this.#requester.hideKey(href)) return
    const address = this.#requester.hideKey(href)
    const thing = { kind: 'event', state: 'made', identifier: this.identifier, address } as const
    this.made.set(known?.address === undefined ? 'event' : `event ${href}`, thing)
    this.#onMade?.(thing)
  }

  #onceFor<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
    const result = (this.#once.get(name) as Promise<Result> | undefined) ?? work()
    this.#once.set(name, result)
    return result
  }
}
