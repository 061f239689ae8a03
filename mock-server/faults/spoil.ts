import type { Answer } from '../http/answer.ts'
import { parse } from '../http/body.ts'
import type { Received } from '../http/received.ts'
import { at, isObject, type JsonObject } from '../text/json.ts'
import type { NextEffect, ShapeEffect } from '../types.ts'

/** An answer whose JSON ends as that of a careless writer does. */
export const malformed = (answer: Answer): Answer => ({ ...answer, body: answer.body.replace(/\}?$/, ',}') })

/** A page whose `next` leads astray; undefined where the answer is no page. */
export function withNext({ to }: NextEffect, answer: Answer, { world, incoming }: Received): Answer | undefined {
  const page = successful(answer)
  if (!isObject(page?._embedded) || !isObject(page._links)) return undefined
  const href = to === 'loop' ? world.baseUrl + incoming.target : to
  return rewritten(answer, { ...page, _links: { ...page._links, next: { href } } })
}

const events = 'osdi:events'

/** An answer whose event, or each of whose events, is not as documented; undefined where there is none. */
export function reshaped(effect: ShapeEffect, answer: Answer): Answer | undefined {
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

function successful({ status, body }: Answer): JsonObject | undefined {
  const resource = status === 200 ? parse(body) : undefined
  return isObject(resource) ? resource : undefined
}

const rewritten = (answer: Answer, resource: JsonObject): Answer => ({ ...answer, body: JSON.stringify(resource) })
