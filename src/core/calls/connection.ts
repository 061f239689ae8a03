import type { EventReference } from '../hal/identified.ts'
import { Transport } from '../http/transport.ts'
import { type Listeners, loggerHooks } from '../options/hooks.ts'
import type { ClientOptions } from '../options/options.ts'
import { type ResolvedCallOptions, type ResolvedClientOptions, readClientOptions } from '../options/read-options.ts'
import { type ReadContext, readEvent } from '../read/decode.ts'
import { DriftDetector } from '../read/drift.ts'
import { Redactor } from '../text/redact.ts'
import { LinkPolicy } from '../url/link-policy.ts'
import { eventIdOf } from '../url/references.ts'
import { ServiceAddress } from '../url/service-url.ts'
import type { Dialect } from '../version/dialect.ts'
import { LearnedFacts } from './learned-facts.ts'

/** Everything that the calls of one client share: the service, the API key, the version and the options. */
export interface Connection {
  readonly dialect: Dialect
  readonly options: ResolvedClientOptions
  readonly address: ServiceAddress
  readonly links: LinkPolicy
  readonly redactor: Redactor
  readonly transport: Transport
  readonly reading: ReadContext
  /** `total_records` of each collection without a filter, by its address. */
  readonly totals: LearnedFacts<number>
  /** Whether the service supports filters with `one` identifier, and with `several` identifiers. */
  readonly filters: LearnedFacts<boolean>
}

/**
 * Makes the connection of a client. Sends nothing.
 *
 * @throws InputError naming the wrong option
 */
export function connect(dialect: Dialect, given: ClientOptions): Connection {
  const options = readClientOptions(given, dialect.keyHeader)
  const { apiKey, apiPath = `/api/${dialect.segment}`, namespace, hooks, logger, onDrift } = options
  const address = new ServiceAddress(options.baseUrl, apiPath, options.allowInsecureHttp)
  // The redactor also keeps earlier keys of a key function, because a response or a link may contain an earlier key.
  const redactor = new Redactor()
  if (typeof apiKey === 'string') redactor.add(apiKey)
  const links = new LinkPolicy(address, redactor)
  const schemas = dialect.schemas(namespace)
  const allHooks = [...(hooks ? [hooks] : []), ...(logger ? [loggerHooks(logger)] : [])]
  const listeners: Listeners = { hooks: allHooks, logger, redactor }
  const drift = onDrift || logger ? new DriftDetector(schemas, onDrift, listeners) : undefined
  return {
    dialect,
    options,
    address,
    links,
    redactor,
    transport: new Transport({ links, settings: options, listeners }),
    reading: { schemas, namespace, drift },
    totals: new LearnedFacts(),
    filters: new LearnedFacts(),
  }
}

/** Address of one event. */
export const eventUrl = ({ address, options }: Connection, event: EventReference): URL =>
  address.event(eventIdOf(event, options.namespace))

/** Gets one event from its address. */
export const getEvent = <Event extends object>(
  { reading, transport }: Connection,
  url: URL,
  call: ResolvedCallOptions,
): Promise<Event> => transport.send({ method: 'GET', url }, call, (response) => readEvent(reading, response, true))
