import type { FailureSeen, Listener, Seen } from './hooks.ts'

type Channels = Readonly<Record<keyof Listener, { readonly hasSubscribers: boolean; publish(message: unknown): void }>>

/** The runtime's channels, where it has any. They are looked up without an import, which bundlers for pages would stumble over. */
function channels(): Channels | undefined {
  try {
    const found = globalThis.process?.getBuiltinModule?.('node:diagnostics_channel')
    const named = (name: keyof Listener) => found?.channel(`osdi-events:${name}`)
    const [request, response, retry, error] = [named('request'), named('response'), named('retry'), named('error')]
    return request && response && retry && error && { request, response, retry, error }
  } catch {
    return undefined
  }
}

// Names of attributes are those of OpenTelemetry's semantic conventions for HTTP clients, where they have one; times are in seconds there.

const standardPorts: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 }

function serverAttributes(url: string): object {
  // A key that is a part of the host's name, say: what was taken out leaves no address.
  if (!URL.canParse(url)) return {}
  const { hostname, port, protocol } = new URL(url)
  return {
    'server.address': hostname.replace(/^\[|\]$/g, ''),
    'server.port': port === '' ? standardPorts[protocol] : Number(port),
  }
}

const requestAttributes = ({ call, method, url }: Seen): object => ({
  'osdi_events.call': call,
  'http.request.method': method,
  'url.full': url,
  ...serverAttributes(url),
})

const statusAttributes = (status: number | undefined) => status !== undefined && { 'http.response.status_code': status }

function failureAttributes({ code, status, outcome }: FailureSeen): object {
  return {
    'error.type': code === 'http' ? String(status) : code,
    ...statusAttributes(status),
    ...(outcome !== undefined && { 'osdi_events.outcome': outcome }),
  }
}

/** Publishes on the channels `osdi-events:request`, `:response`, `:retry` and `:error`. */
export interface Telemetry {
  /** Whether anybody has subscribed; nothing is done for nobody. */
  isHeard(): boolean
  readonly listener: Listener
}

/** Undefined where the runtime has no `diagnostics_channel`. */
export function telemetry(): Telemetry | undefined {
  const to = channels()
  if (!to) return undefined
  const publish = (name: keyof Listener, seen: Seen, more: object) => {
    if (to[name].hasSubscribers) to[name].publish(Object.freeze({ ...requestAttributes(seen), ...more }))
  }
  return {
    isHeard: () => Object.values(to).some(({ hasSubscribers }) => hasSubscribers),
    listener: {
      request: (seen) => publish('request', seen, seen.resend > 0 ? { 'http.request.resend_count': seen.resend } : {}),
      response: (seen) =>
        publish('response', seen, {
          ...statusAttributes(seen.status),
          ...(seen.status >= 400 && { 'error.type': String(seen.status) }),
          'http.client.request.duration': seen.duration / 1000,
        }),
      retry: (seen) => publish('retry', seen, { ...failureAttributes(seen), 'osdi_events.wait': seen.wait / 1000 }),
      error: (seen) =>
        publish('error', seen, {
          ...failureAttributes(seen),
          'osdi_events.attempts': seen.attempts.length,
          'osdi_events.duration': seen.duration / 1000,
        }),
    },
  }
}
