import type { CallHook, ErrorHook, Hooks } from '../options/hooks.ts'

/** The part of a tracing channel (`node:diagnostics_channel`) that this package uses. */
interface TracingChannel {
  /** Undefined in some runtimes. */
  readonly hasSubscribers?: boolean
  tracePromise<Result>(work: () => Promise<Result>, context: object): Promise<Result>
}

/** The object that subscribers get with every event of a call. If the call rejects, Node adds `error` to it. */
interface TracedCall {
  /**
   * Attributes by name. Names are from OpenTelemetry's semantic conventions for HTTP clients. Where OpenTelemetry has no name, the name is
   * `osdi_events.*`.
   */
  readonly attributes: Record<string, string | number | undefined>
}

/**
 * The tracing channel `osdi-events:call`; undefined if the runtime has no `node:diagnostics_channel`. That module is not imported, because bundlers
 * for browsers refuse the import.
 */
export function tracingChannel(): TracingChannel | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel('osdi-events:call')
  } catch {
    return undefined
  }
}

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** What `traced` needs to know of a call when the call begins. */
interface TracedRequest extends Omit<CallHook, 'attempt'> {
  /** The hooks of the call. {@link traced} adds its own. */
  readonly hooks: Hooks[]
}

function requestAttributes({ call, method, url }: TracedRequest): TracedCall['attributes'] {
  const attributes = { 'osdi_events.call': call, 'http.request.method': method, 'url.full': url }
  // A redacted address may not be a URL any more, for example if the host name contained a key.
  if (!URL.canParse(url)) return attributes
  const { hostname, port, protocol } = new URL(url)
  const server = hostname.replace(/^\[|\]$/g, '')
  return { ...attributes, 'server.address': server, 'server.port': port ? Number(port) : standardPorts[protocol] }
}

function errorAttributes({ code, status, outcome }: ErrorHook): TracedCall['attributes'] {
  return {
    'error.type': code === 'http' ? String(status) : code,
    ...(status !== undefined && { 'http.response.status_code': status }),
    ...(outcome !== undefined && { 'osdi_events.outcome': outcome }),
  }
}

/** Runs a call and publishes its events to the channel. */
export async function traced<Result>(
  channel: TracingChannel,
  call: TracedRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  const attributes = requestAttributes(call)
  const add = (more: TracedCall['attributes']) => void Object.assign(attributes, more)
  call.hooks.push({
    onRequest: ({ resend }) => resend > 0 && add({ 'http.request.resend_count': resend }),
    onResponse: ({ status }) => add({ 'http.response.status_code': status }),
    onError: (facts) => add(errorAttributes(facts)),
  })
  // Subscribers get the value of a traced promise. The result contains personal data, so the traced promise resolves to undefined.
  let result: Result | undefined
  await channel.tracePromise(
    async () => {
      result = await work()
    },
    { attributes } satisfies TracedCall,
  )
  return result as Result
}
