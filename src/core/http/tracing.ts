import type { CallHook, ErrorHook, Hooks } from '../options/hooks.ts'

/** A tracing channel as runtimes have it (`node:diagnostics_channel`). */
interface TracingChannel {
  /** Some runtimes do not say. */
  readonly hasSubscribers?: boolean
  tracePromise<Result>(work: () => Promise<Result>, context: object): Promise<Result>
}

/** What subscribers get: the same object with every event of a call, which Node fills in with `error` where the call rejects. */
interface TracedCall {
  /** Attributes under the names of OpenTelemetry's semantic conventions for HTTP clients, where they have one. */
  readonly attributes: Record<string, string | number | undefined>
}

/** The runtime's channel, where it has any. It is looked up without an import, which bundlers for pages would stumble over. */
export function tracingChannel(): TracingChannel | undefined {
  try {
    return globalThis.process?.getBuiltinModule?.('node:diagnostics_channel')?.tracingChannel('osdi-events:call')
  } catch {
    return undefined
  }
}

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

/** A call that is about to begin. */
interface TracedRequest extends Omit<CallHook, 'attempt'> {
  /** Who is told of it. */
  readonly hooks: Hooks[]
}

function requestAttributes({ call, method, url }: TracedRequest): TracedCall['attributes'] {
  const attributes = { 'osdi_events.call': call, 'http.request.method': method, 'url.full': url }
  // A key that is a part of the host's name, say: what was taken out leaves no address.
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

/** Runs a call under the events of the channel; where nobody has subscribed, nothing is done for nobody. */
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
  // What a traced promise comes to is told too: nothing, for it is the data of people.
  let result: Result | undefined
  await channel.tracePromise(
    async () => {
      result = await work()
    },
    { attributes } satisfies TracedCall,
  )
  return result as Result
}
