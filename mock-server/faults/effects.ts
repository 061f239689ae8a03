import { addEvent } from '../add/events.ts'
import type { Received } from '../api/handle.ts'
import { parse } from '../api/request.ts'
import { bodyText, errorResponse, type ServiceResponse } from '../api/response.ts'
import type { Assumptions } from '../assumptions.ts'
import { type Context, HttpError } from '../rules/context.ts'
import { type Draft, drafts } from '../seed/generate.ts'
import { at, isObject, type JsonObject } from '../text/json.ts'
import type {
  EchoKeyEffect,
  HtmlEffect,
  KeyReference,
  NewMockEvent,
  NextEffect,
  RateLimitEffect,
  RedirectEffect,
  ShapeEffect,
  StatusEffect,
} from '../types/index.ts'
import { sentKey } from './match.ts'

/** An answer whose JSON ends as that of a careless writer does. */
export const malformed = (answer: ServiceResponse): ServiceResponse => ({
  ...answer,
  body: bodyText(answer).replace(/\}?$/, ',}'),
})

/** A page whose `next` leads astray; undefined where the answer is no page. */
export function withNext(
  { to }: NextEffect,
  answer: ServiceResponse,
  { context, incoming }: Received,
): ServiceResponse | undefined {
  const page = successful(answer)
  if (!isObject(page?._embedded) || !isObject(page._links)) return undefined
  const href = to === 'loop' ? context.baseUrl + incoming.target : to
  return rewritten(answer, { ...page, _links: { ...page._links, next: { href } } })
}

const events = 'osdi:events'

/** An answer whose event, or each of whose events, is not as documented; undefined where there is none. */
export function reshaped(effect: ShapeEffect, answer: ServiceResponse): ServiceResponse | undefined {
  const resource = successful(answer)
  if (!resource) return undefined
  const listed = at(resource, '_embedded', events)
  if (!Array.isArray(listed)) return rewritten(answer, spoilt(effect, resource))
  if (listed.length === 0) return undefined
  const embedded = isObject(resource._embedded) ? resource._embedded : {}
  const spoiltEvents = listed.map((event) => (isObject(event) ? spoilt(effect, event) : event))
  return rewritten(answer, { ...resource, _embedded: { ...embedded, [events]: spoiltEvents } })
}

function spoilt({ remove, set }: ShapeEffect, event: JsonObject): JsonObject {
  const gone = remove ?? (set ? [] : ['identifiers'])
  const kept = Object.entries(event).filter(([name]) => !gone.includes(name))
  return { ...Object.fromEntries(kept), ...set }
}

function successful(answer: ServiceResponse): JsonObject | undefined {
  const resource = answer.status === 200 ? parse(bodyText(answer)) : undefined
  return isObject(resource) ? resource : undefined
}

const rewritten = (answer: ServiceResponse, resource: JsonObject): ServiceResponse => ({
  ...answer,
  body: JSON.stringify(resource),
})

const errorTexts: Readonly<Record<number, string>> = {
  400: 'The request could not be understood',
  401: 'API Key invalid or not present',
  403: 'API Key invalid or not present',
  404: 'Not found',
  408: 'The request took too long',
  409: 'The request conflicts with what is there',
  429: 'Rate limit exceeded',
  500: 'Something went wrong',
  502: 'The service got no valid answer from within',
  503: 'The service is down for maintenance',
  504: 'The service got no answer in time from within',
}

/** What a service says of a status. */
export const errorText = (status: number): string =>
  errorTexts[status] ?? (status < 500 ? 'The request was refused' : 'Something went wrong')

/** A page that stands before a service, with links and a form, and a brace that makes no JSON. */
export const proxyPage = `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title>One moment, please</title>
    <style>body { font-family: sans-serif }</style>
  </head>
  <body>
    <h1>One moment, please</h1>
    <p>This network wants you to sign in before you go on.</p>
    <form method="post" action="/sign-in"><input name="user"><button>Sign in</button></form>
    <hr>
    <address>gateway</address>
  </body>
</html>
`

/** Makes up the events that appear while somebody looks, one after the other: the same from the same seed. */
export class NewEvents {
  readonly #seed: string
  #drafts: Iterator<Draft> | undefined

  constructor(seed: string) {
    this.#seed = seed
  }

  appear(context: Context, key: KeyReference, count: number): void {
    this.#drafts ??= drafts(this.#seed, context.clock.now(), Number.MAX_SAFE_INTEGER)
    for (let made = 0; made < count; made += 1) {
      const { done, value: draft } = this.#drafts.next()
      if (!done) addEvent(context, eventOf(draft), { key, via: draft.via })
    }
  }
}

/** What of a draft any key's owner can have: no campaign, no host, and no identifier that a seeded event has already. */
function eventOf(draft: Draft): NewMockEvent {
  const { via, title, origin_system, name, description, instructions, browser_url, start_date, end_date } = draft
  const { featured_image_url, capacity, hidden, visibility } = draft
  const location = draft.location?.query
  const fields: NewMockEvent & { readonly [field: string]: unknown } = {
    title,
    ...withValue({ origin_system, name, description, instructions, browser_url, start_date, end_date, location }),
    ...(via === 'ui' && withValue({ featured_image_url, capacity, hidden, visibility })),
  }
  return fields
}

const withValue = (fields: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** Effects that answer in the service's place. */
export type Replacing = StatusEffect | RateLimitEffect | HtmlEffect | RedirectEffect | EchoKeyEffect

const html = (status: number, body: string, headers: ServiceResponse['headers'] = {}): ServiceResponse => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  body,
})

/** What is answered in the place of the service. */
export function replacement(effect: Replacing, received: Received): ServiceResponse {
  const { errorBody } = received.context.assumptions
  switch (effect.kind) {
    case 'status':
      return statusAnswer(effect, errorBody)
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

function statusAnswer({ status, body, headers = {} }: StatusEffect, shape: Assumptions['errorBody']): ServiceResponse {
  if (body === undefined && status >= 400) {
    const answer = errorResponse(new HttpError(status, errorText(status)), shape)
    return { ...answer, headers: withOwn(answer.headers, headers) }
  }
  if (body === undefined) return { status, headers, body: '' }
  if (typeof body === 'string') {
    return { status, headers: withOwn({ 'Content-Type': 'text/plain; charset=utf-8' }, headers), body }
  }
  return { status, headers: withOwn({ 'Content-Type': 'application/json' }, headers), body: JSON.stringify(body) }
}

/** Headers of one's own take the place of those of the same name, whatever their case. */
function withOwn(usual: ServiceResponse['headers'], own: ServiceResponse['headers']): ServiceResponse['headers'] {
  const given = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(usual).filter(([name]) => !given.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}
