import { LinkPolicy } from '../address/link-policy.ts'
import { bareId, idIn, isUrl, personHref } from '../address/references.ts'
import { ServiceAddress, shownAddress, withQuery } from '../address/service-address.ts'
import { isPromise, refusePromise } from '../base/messages.ts'
import { originOf } from '../base/origin.ts'
import { Redactor } from '../base/redact.ts'
import { elapsed } from '../base/time.ts'
import { isObjectLike } from '../base/values.ts'
import { InputError } from '../errors/error-classes.ts'
import type { Drift } from '../hal/drift.ts'
import type { Link } from '../hal/hal.ts'
import type { CampaignReference, EventReference, EventSource, Identified, PersonReference } from '../hal/identified.ts'
import { checkKind, isAddressOf, kindOfResource } from '../hal/ids.ts'
import { firstLink } from '../hal/relations.ts'
import { Transport } from '../http/transport.ts'
import type { ClientOptions } from '../options/client-options.ts'
import { callHook, type Listeners, loggerHooks, writeLog } from '../options/hooks.ts'
import { type ResolvedCallOptions, type ResolvedClientOptions, readClientOptions } from '../options/read-options.ts'
import { DriftDetector } from '../schema/drift.ts'
import type { Resources } from '../schema/resource-types.ts'
import type { Dialect } from './dialect.ts'
import { type ReadContext, readOne } from './responses.ts'

/** Everything that the calls of one client share: the service, the API key, the version and the options. */
export interface ClientContext {
  readonly dialect: Dialect
  readonly options: ResolvedClientOptions
  readonly address: ServiceAddress
  readonly links: LinkPolicy
  readonly redactor: Redactor
  readonly transport: Transport
  readonly reading: ReadContext
  /** The table of resources. */
  readonly resources: Resources
  /** `total_records` of each collection without a filter, by its address. */
  readonly totals: ExpiringCache<number>
  /** Whether the service supports filters with `one` identifier, and with `several` identifiers. */
  readonly filters: ExpiringCache<boolean>
}

/**
 * Makes the context of a client. Sends nothing.
 *
 * @throws InputError naming the wrong option
 */
export function connect(dialect: Dialect, given: ClientOptions): ClientContext {
  const options = readClientOptions(given, dialect.keyHeader)
  const { apiKey, apiPath = `/api/${dialect.segment}`, namespace, hooks, logger, onDrift } = options
  const address = new ServiceAddress(options.baseUrl, apiPath, options.allowInsecureHttp)
  // The redactor also keeps earlier keys of a key function, because a response or a link may contain an earlier key.
  const redactor = new Redactor()
  if (typeof apiKey === 'string') redactor.add(apiKey)
  const links = new LinkPolicy(address, redactor)
  const resources = dialect.resources(namespace)
  const allHooks = [...(hooks ? [hooks] : []), ...(logger ? [loggerHooks(logger)] : [])]
  const listeners: Listeners = { hooks: allHooks, logger, redactor }
  const report = onDrift && ((drift: Drift) => callHook(listeners, 'onDrift', () => onDrift(drift)))
  const warn = (message: string, drift: Drift) => logger && writeLog(logger, 'warn', message, drift)
  const drift = onDrift || logger ? new DriftDetector(resources.event, { report, warn, redactor }) : undefined
  return {
    dialect,
    options,
    address,
    links,
    redactor,
    transport: new Transport({ links, settings: options, listeners }),
    reading: { namespace, drift },
    resources,
    totals: new ExpiringCache(),
    filters: new ExpiringCache(),
  }
}

/** Milliseconds until the client forgets a value, because a service may change while a program runs. */
const lifetime = 600_000

/** Maximum number of values, so that a program that reads many lists does not fill the memory. */
const maxValues = 1_000

/** What the client has learned about a service from its responses, by name. Forgets each value after ten minutes. */
export class ExpiringCache<Value> {
  readonly #entries = new Map<string, { readonly value: Value; readonly until: number }>()

  /** The value of this name; undefined if there is none, or if it is too old. */
  get(name: string): Value | undefined {
    const entry = this.#entries.get(name)
    return entry && elapsed() < entry.until ? entry.value : undefined
  }

  set(name: string, value: Value): void {
    // Deletes and inserts the entry, so that the first one is always the oldest.
    this.#entries.delete(name)
    this.#entries.set(name, { value, until: elapsed() + lifetime })
    const [oldest] = this.#entries.keys()
    if (this.#entries.size > maxValues && oldest !== undefined) this.#entries.delete(oldest)
  }
}

/** Address of one event. */
export const eventUrl = ({ address, options }: ClientContext, event: EventReference): URL =>
  address.one('events', idIn('event', event, options.namespace))

/**
 * Address of one event campaign.
 *
 * @throws LinkError if a link or an address leads outside the service
 */
export function campaignUrl({ address, links, options }: ClientContext, campaign: CampaignReference): URL {
  const url = linkedUrl(links, 'campaign', campaign)
  return url ?? address.one('event_campaigns', idIn('campaign', campaign as string | Identified, options.namespace))
}

/**
 * Address of an event that an argument of `get` leads to.
 *
 * @throws LinkError if a link or an address leads outside the service
 */
export function urlOfEventFrom(context: ClientContext, source: EventSource): URL {
  const { address, links } = context
  const url = linkedUrl(links, 'event', source)
  if (url) return url
  const isRsvp = isObjectLike(source) && kindOfResource(source) === 'attendance'
  if (!isRsvp) return eventUrl(context, source as EventReference)
  const namespace = originOf(source)?.namespace ?? context.options.namespace
  const link = firstLink(source, 'osdi:event')
  if (link) return links.hiding.resolve(link, originOf(source)?.response.url, "The RSVP's link osdi:event")
  const id: unknown = Reflect.get(source, `${namespace}:event_id`)
  if (typeof id === 'string') return address.one('events', bareId(id, namespace, 'event'))
  throw InputError.of('event', `is an RSVP without a link osdi:event, and without ${namespace}:event_id`)
}

/**
 * The address in an argument that is an address or a link. Undefined if the argument is something else.
 *
 * @throws InputError if it is the address of another resource
 * @throws LinkError if it leads outside the service
 */
function linkedUrl(links: LinkPolicy, noun: 'event' | 'campaign', given: unknown): URL | undefined {
  const link = linkIn(noun, given)
  if (!link) return undefined
  const url = links.resolve(link, originOf(given)?.response.url, `The address of the ${noun}`)
  if (isAddressOf(noun, url.href)) return url
  throw InputError.of(noun, `is not the address of ${addressOf[noun]}/<id>`)
}

function linkIn(noun: 'event' | 'campaign', given: unknown): Link | undefined {
  if (typeof given === 'string') return isUrl(given) ? { href: given } : undefined
  if (!isObjectLike(given) || isPromise(given) || !('href' in given)) return undefined
  const { href, templated } = given
  if (typeof href !== 'string') throw InputError.of(noun, 'is a link without an address')
  return { href, templated: Boolean(templated) }
}

const addressOf = {
  event: 'an event, which ends in events',
  campaign: 'an event campaign, which ends in event_campaigns',
} as const

/**
 * Address of a person: the link to the person of an RSVP, or to the creator of an event; else the person's own address.
 *
 * @throws InputError if the argument leads to no person
 * @throws LinkError if the link leads outside the service's address
 */
export function personUrl(context: ClientContext, person: PersonReference): URL {
  const { links, options } = context
  refusePromise(person, 'person')
  if (!isObjectLike(person) || 'href' in person) return new URL(personHref(person, context, 'person'))
  checkKind(person, ['person', 'attendance', 'event'], 'person')
  const link = firstLink(person, 'osdi:person') ?? firstLink(person, 'osdi:creator')
  if (link) return links.hiding.resolve(link, originOf(person)?.response.url, 'The link to the person')
  const id = person[`${options.namespace}:person_id`] as string | null | undefined
  return new URL(personHref(id ?? person, context, 'person'))
}

/** Gets one resource from its address, with the parameters of the call. */
export const fetchResource = <Item extends object>(
  { reading, resources, transport }: ClientContext,
  kind: keyof Resources,
  address: URL,
  call: ResolvedCallOptions,
): Promise<Item> => {
  const resource = resources[kind]
  const url = withQuery(address, call.query)
  // Errors and hooks show another address if the resource is personal data.
  const shownUrl = resource.isPersonal && shownAddress(url, call.query)
  return transport.send({ method: 'GET', url, shownUrl }, call, (response) =>
    readOne(reading, response, resource, call.onInvalid, true),
  )
}
