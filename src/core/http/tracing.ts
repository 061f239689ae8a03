import type { CallHook, ErrorHook, Hooks } from '../options/hooks.ts'

/** The part of a tracing channel (`node:diagnostics_channel`) that this package uses. */
interface TracingChannel {
  /** Undefined in some runtimes. */
  readonly hasSubscribers?: boolean
  tracePromise<Result>(work: () => Promise<Result>, context: object): Promise<Result>
}

/** The object that subscribers get with every event of a call. If the call rejects, Node adds `error` to it. */
interface TracedCall {
  /** Attributes by name: the names of OpenTelemetry's semantic conventions for HTTP clients, if there is one, else `osdi_events.*`. */
  readonly attributes: Record<string, string | number | undefined>
}

/** The runtime's channel; undefined if it has none. There is no import of `node:diagnostics_channel`, because bundlers for browsers refuse it. */
export function tracingChannel(): TracingChannel | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel('osdi-events:call')
  } catch {
    return undefined
  }
}

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** The facts of a call when it begins. */
interface TracedRequest extends Omit<CallHook, 'attempt'> {
  /** The hooks of the call. {@link traced} adds its own. */
  readonly hooks: Hooks[]
}

function requestAttributes({ call, method, url }: TracedRequest): TracedCall['attributes'] {
  const attributes = { 'osdi_events.call': call, 'http.request.method': method, 'url.full': url }
  // After redaction, the text may be no address: for example if a key is part of the host name.
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

/** Runs a call and publishes its events to the channel. If there are no subscribers, only runs the call. */
export async function traced<Result>(
  channel: TracingChannel | undefined,
  call: TracedRequest,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!channel || channel.hasSubscribers === false) return work()
  const attributes = requestAttributes(call)
  const add = (more: TracedCall['attributes']) => void Object.assign(attributes, more)
  call.hooks.push({
    onRequest: ({ resend }) => resend > 0 && add({ 'http.request.resend_count': resend }),
    onResponse: ({ status }) => add({ 'http.response.status_code': status }),
    onError: (facts) => add(errorAttributes(facts)),
  })
  // Subscribers also get the value of a traced promise. The result contains personal data, so the traced promise has no value.
  let result: Result | undefined
  await channel.tracePromise(
    async () => {
      result = await work()
    },
    { attributes } satisfies TracedCall,
  )
  return result as Result
}
