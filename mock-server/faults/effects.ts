import { addEvent } from '../add/events.ts'
import { bodyText, errorResponse, type ServiceResponse } from '../api/message.ts'
import type { ReceivedRequest } from '../api/router.ts'
import type { Assumptions } from '../assumptions.ts'
import type { Context } from '../rules/context.ts'
import { type SeedEvent, seedEvents } from '../seed/generate.ts'
import { isObject, type JsonObject, parse } from '../text/json.ts'
import type { FaultEffect, FaultKind, KeyReference, NewMockEvent } from '../types/index.ts'
import { sentKey } from './match.ts'

type Effect<Kind extends FaultKind> = Extract<FaultEffect, { readonly kind: Kind }>

/** The response that an effect makes. Undefined if the effect changes the service's own response, but finds nothing to change in it. */
export function faultyResponse(
  effect: Effect<'status' | 'rate-limit' | 'html' | 'redirect' | 'echo-key' | 'next' | 'shape'>,
  ownResponse: () => ServiceResponse,
  received: ReceivedRequest,
): ServiceResponse | undefined {
  const { errorBody } = received.context.assumptions
  switch (effect.kind) {
    case 'next':
      return withNext(effect, ownResponse(), received)
    case 'shape':
      return reshaped(effect, ownResponse())
    case 'status':
      return statusResponse(effect, errorBody)
    case 'rate-limit': {
      const { retryAfter = 1 } = effect
      const headers = retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }
      return errorResponse({ status: 429, message: errorText(429), headers }, errorBody)
    }
    case 'html':
      return html(200, effect.html ?? proxyPage)
    case 'redirect': {
      const { to, status = 302 } = effect
      return html(status, '<!DOCTYPE html>\n<title>Moved</title>\n<p>This page has moved.</p>\n', { Location: to })
    }
    case 'echo-key': {
      const { status = 403 } = effect
      return errorResponse({ status, message: `${errorText(403)} ${sentKey(received) ?? ''}` }, errorBody)
    }
  }
}

/** Makes the JSON of a response invalid: it ends with `,}`. */
export const malformed = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  body: bodyText(response).replace(/\}?$/, ',}'),
})

/** Changes the `next` link of a page. Returns undefined if the response is not a page. */
function withNext({ to }: Effect<'next'>, response: ServiceResponse, { context, request }: ReceivedRequest) {
  const page = resourceOf(response)
  if (!isObject(page?._embedded) || !isObject(page._links)) return undefined
  const href = to === 'loop' ? context.baseUrl + request.target : to
  return withResource(response, { ...page, _links: { ...page._links, next: { href } } })
}

const events = 'osdi:events'

/** Removes or changes fields of the events in a response. Returns undefined if the response does not have the event to change. */
function reshaped(effect: Effect<'shape'>, response: ServiceResponse): ServiceResponse | undefined {
  const resource = resourceOf(response)
  if (!resource) return undefined
  const embedded = isObject(resource._embedded) ? resource._embedded : {}
  const listed = embedded[events]
  if (!Array.isArray(listed)) return withResource(response, reshapedEvent(effect, resource))
  const { event: position = 1 } = effect
  if (listed.length < position) return undefined
  const isChosen = (index: number) => effect.event === undefined || index === position - 1
  const changed = listed.map((event, index) =>
    isObject(event) && isChosen(index) ? reshapedEvent(effect, event) : event,
  )
  return withResource(response, { ...resource, _embedded: { ...embedded, [events]: changed } })
}

function reshapedEvent({ set, remove = set ? [] : ['identifiers'] }: Effect<'shape'>, event: JsonObject): JsonObject {
  const kept = Object.entries(event).filter(([name]) => !remove.includes(name))
  return { ...Object.fromEntries(kept), ...set }
}

/** The resource in a response; undefined if the response is an error. */
function resourceOf(response: ServiceResponse): JsonObject | undefined {
  const resource = response.status === 200 ? parse(bodyText(response)) : undefined
  return isObject(resource) ? resource : undefined
}

const withResource = (response: ServiceResponse, resource: JsonObject): ServiceResponse => ({
  ...response,
  body: JSON.stringify(resource),
})

const html = (status: number, body: string, headers: ServiceResponse['headers'] = {}): ServiceResponse => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  body,
})

function statusResponse({ status, body, headers = {} }: Effect<'status'>, errorBody: Assumptions['errorBody']) {
  const response = defaultResponse(status, body, errorBody)
  const merged = new Headers(response.headers)
  for (const [name, value] of Object.entries(headers)) merged.set(name, value)
  return { ...response, headers: Object.fromEntries(merged) }
}

function defaultResponse(status: number, body: unknown, errorBody: Assumptions['errorBody']): ServiceResponse {
  if (body === undefined && status >= 400) return errorResponse({ status, message: errorText(status) }, errorBody)
  if (body === undefined) return { status, headers: {}, body: '' }
  if (typeof body === 'string') return { status, headers: { 'Content-Type': 'text/plain; charset=utf-8' }, body }
  return { status, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }
}

const errorTexts: Readonly<Record<number, string>> = {
  401: 'API Key invalid or not present',
  403: 'API Key invalid or not present',
  404: 'Not found',
  429: 'Rate limit exceeded',
  503: 'The service is down for maintenance',
}

const errorText = (status: number): string =>
  errorTexts[status] ?? (status < 500 ? 'The request was refused' : 'Something went wrong')

/** A sign-in page, as a proxy of a network shows it. The page contains braces, but is not JSON. */
const proxyPage = `<!DOCTYPE html>
<html lang="en">
  <title>One moment, please</title>
  <style>body { font-family: sans-serif }</style>
  <h1>One moment, please</h1>
  <p>This network wants you to sign in before you go on.</p>
  <form method="post" action="/sign-in"><input name="user"><button>Sign in</button></form>
</html>
`

/** Makes the events that `new-events` faults add to a service. The same seed makes the same events in the same order. */
export class NewEvents {
  readonly #seed: string
  #events: Iterator<SeedEvent> | undefined

  constructor(seed: string) {
    this.#seed = seed
  }

  add(context: Context, key: KeyReference, count: number): void {
    this.#events ??= seedEvents(this.#seed, context.clock.now(), Number.MAX_SAFE_INTEGER, context.assumptions)
    for (let added = 0; added < count; added += 1) {
      const { done, value: event } = this.#events.next()
      if (!done) addEvent(context, newEvent(event), { key, via: event.settings.via })
    }
  }
}

/**
 * Converts a made-up event for a key of any owner. Leaves out campaign and host, because they belong to the seeded group. Leaves out
 * identifiers, because other events may have them.
 */
function newEvent({ content, location, settings }: SeedEvent): NewMockEvent {
  const { title, start: start_date, end: end_date, foreign: _, ...texts } = content
  const { via, ...uiSettings } = settings
  const fields = { ...texts, start_date, end_date, location, ...(via === 'ui' && uiSettings) }
  return { title, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
}
