import { addEvent } from '../add/events.ts'
import { bodyText, errorResponse, type ServiceResponse } from '../api/message.ts'
import type { Received } from '../api/router.ts'
import type { Assumptions } from '../assumptions.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { type SeedEvent, seedEvents } from '../seed/generate.ts'
import { getIn, isObject, type JsonObject, parse } from '../text/json.ts'
import type { FaultEffect, FaultKind, KeyReference, NewMockEvent } from '../types/index.ts'
import { sentKey } from './rule.ts'

type Effect<Kind extends FaultKind> = Extract<FaultEffect, { readonly kind: Kind }>

/** A response whose JSON ends as that of a careless writer does. */
export const malformed = (response: ServiceResponse): ServiceResponse => ({
  ...response,
  body: bodyText(response).replace(/\}?$/, ',}'),
})

/** A page whose `next` leads astray; undefined where the response is no page. */
export function withNext(
  { to }: Effect<'next'>,
  response: ServiceResponse,
  { context, request }: Received,
): ServiceResponse | undefined {
  const page = resourceOf(response)
  if (!isObject(page?._embedded) || !isObject(page._links)) return undefined
  const href = to === 'loop' ? context.baseUrl + request.target : to
  return withResource(response, { ...page, _links: { ...page._links, next: { href } } })
}

const events = 'osdi:events'

/** A response whose event, or each of whose events, is not as documented; undefined where there is none. */
export function reshaped(effect: Effect<'shape'>, response: ServiceResponse): ServiceResponse | undefined {
  const resource = resourceOf(response)
  if (!resource) return undefined
  const listed = getIn(resource, '_embedded', events)
  if (!Array.isArray(listed)) return withResource(response, reshapedEvent(effect, resource))
  if (listed.length === 0) return undefined
  const embedded = isObject(resource._embedded) ? resource._embedded : {}
  const changed = listed.map((event) => (isObject(event) ? reshapedEvent(effect, event) : event))
  return withResource(response, { ...resource, _embedded: { ...embedded, [events]: changed } })
}

function reshapedEvent({ remove, set }: Effect<'shape'>, event: JsonObject): JsonObject {
  const removed = remove ?? (set ? [] : ['identifiers'])
  const left = Object.entries(event).filter(([name]) => !removed.includes(name))
  return { ...Object.fromEntries(left), ...set }
}

function resourceOf(response: ServiceResponse): JsonObject | undefined {
  const resource = response.status === 200 ? parse(bodyText(response)) : undefined
  return isObject(resource) ? resource : undefined
}

const withResource = (response: ServiceResponse, resource: JsonObject): ServiceResponse => ({
  ...response,
  body: JSON.stringify(resource),
})

/** What is sent in place of the service's own response. */
export function replacement(
  effect: Effect<'status' | 'rate-limit' | 'html' | 'redirect' | 'echo-key'>,
  received: Received,
): ServiceResponse {
  const { errorBody } = received.context.assumptions
  switch (effect.kind) {
    case 'status':
      return statusResponse(effect, errorBody)
    case 'rate-limit': {
      const { retryAfter = 1 } = effect
      const headers = retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }
      return errorResponse(new HttpError(429, errorText(429), headers), errorBody)
    }
    case 'html':
      return html(200, effect.html ?? proxyPage)
    case 'redirect': {
      const { to, status = 302 } = effect
      return html(status, '<!DOCTYPE html>\n<title>Moved</title>\n<p>This page has moved.</p>\n', { Location: to })
    }
    case 'echo-key': {
      const { status = 403 } = effect
      return errorResponse(new HttpError(status, `${errorText(403)}: ${sentKey(received) ?? ''}`), errorBody)
    }
  }
}

const html = (status: number, body: string, headers: ServiceResponse['headers'] = {}): ServiceResponse => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  body,
})

function statusResponse({ status, body, headers = {} }: Effect<'status'>, shape: Assumptions['errorBody']) {
  if (body === undefined && status >= 400) {
    const response = errorResponse(new HttpError(status, errorText(status)), shape)
    return { ...response, headers: withOwn(response.headers, headers) }
  }
  if (body === undefined) return { status, headers, body: '' }
  const isText = typeof body === 'string'
  const type = isText ? 'text/plain; charset=utf-8' : 'application/json'
  return { status, headers: withOwn({ 'Content-Type': type }, headers), body: isText ? body : JSON.stringify(body) }
}

/** Headers of one's own take the place of those of the same name, whatever their case. */
function withOwn(usual: ServiceResponse['headers'], own: ServiceResponse['headers']): ServiceResponse['headers'] {
  const given = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const left = Object.entries(usual).filter(([name]) => !given.has(name.toLowerCase()))
  return { ...Object.fromEntries(left), ...own }
}

const errorTexts: Readonly<Record<number, string>> = {
  401: 'API Key invalid or not present',
  403: 'API Key invalid or not present',
  404: 'Not found',
  429: 'Rate limit exceeded',
  503: 'The service is down for maintenance',
}

/** What a service says of a status. */
const errorText = (status: number): string =>
  errorTexts[status] ?? (status < 500 ? 'The request was refused' : 'Something went wrong')

/** As of a network where one has to sign in, with a form, and a brace that makes no JSON. */
const proxyPage = `<!DOCTYPE html>
<html lang="en">
  <title>One moment, please</title>
  <style>body { font-family: sans-serif }</style>
  <h1>One moment, please</h1>
  <p>This network wants you to sign in before you go on.</p>
  <form method="post" action="/sign-in"><input name="user"><button>Sign in</button></form>
</html>
`

/** Makes up the events that appear, one after the other: the same from the same seed. */
export class NewEvents {
  readonly #seed: string
  #events: Iterator<SeedEvent> | undefined

  constructor(seed: string) {
    this.#seed = seed
  }

  add(context: Context, key: KeyReference, count: number): void {
    this.#events ??= seedEvents(this.#seed, context.clock.now(), Number.MAX_SAFE_INTEGER)
    for (let made = 0; made < count; made += 1) {
      const { done, value: event } = this.#events.next()
      if (!done) addEvent(context, eventOf(event), { key, via: event.settings.via })
    }
  }
}

/** What of a seeded event any key's owner can have: no campaign, no host, and no identifier that a seeded event has already. */
function eventOf({ content, location, settings }: SeedEvent): NewMockEvent {
  const { title, start: start_date, end: end_date, foreign: _, ...texts } = content
  const { via, ...ofPages } = settings
  const fields = { ...texts, start_date, end_date, location: location?.query, ...(via === 'ui' && ofPages) }
  return { title, ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) }
}
