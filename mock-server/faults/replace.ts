import type { Assumptions } from '../assumptions.ts'
import { type Answer, refused } from '../http/answer.ts'
import type { Received } from '../http/received.ts'
import { Refusal } from '../service/refusal.ts'
import type { EchoKeyEffect, HtmlEffect, RateLimitEffect, RedirectEffect, StatusEffect } from '../types.ts'
import { sentKey } from './matcher.ts'
import { errorText, proxyPage } from './texts.ts'

/** Effects that answer in the service's place. */
export type Replacing = StatusEffect | RateLimitEffect | HtmlEffect | RedirectEffect | EchoKeyEffect

const html = (status: number, body: string, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers: { 'Content-Type': 'text/html; charset=utf-8', 'Cache-Control': 'no-cache', ...headers },
  body,
})

/** What is answered in the place of the service. */
export function replacement(effect: Replacing, received: Received): Answer {
  const { errorBody } = received.world.assumptions
  switch (effect.kind) {
    case 'status':
      return statusAnswer(effect, errorBody)
    case 'rate-limit': {
      const { retryAfter = 1 } = effect
      const headers = retryAfter === null ? {} : { 'Retry-After': String(retryAfter) }
      return refused(new Refusal(429, errorText(429), headers), errorBody)
    }
    case 'html':
      return html(200, effect.html ?? proxyPage)
    case 'redirect': {
      const { to, status = 302 } = effect
      return html(status, '<!DOCTYPE html>\n<title>Moved</title>\n<p>This page has moved.</p>\n', { Location: to })
    }
    case 'echo-key': {
      const { status = 403 } = effect
      return refused(new Refusal(status, `${errorText(403)}: ${sentKey(received) ?? ''}`), errorBody)
    }
  }
}

function statusAnswer({ status, body, headers = {} }: StatusEffect, shape: Assumptions['errorBody']): Answer {
  if (body === undefined && status >= 400) {
    const answer = refused(new Refusal(status, errorText(status)), shape)
    return { ...answer, headers: withOwn(answer.headers, headers) }
  }
  if (body === undefined) return { status, headers, body: '' }
  if (typeof body === 'string') {
    return { status, headers: withOwn({ 'Content-Type': 'text/plain; charset=utf-8' }, headers), body }
  }
  return { status, headers: withOwn({ 'Content-Type': 'application/json' }, headers), body: JSON.stringify(body) }
}

/** Headers of one's own take the place of those of the same name, whatever their case. */
function withOwn(usual: Answer['headers'], own: Answer['headers']): Answer['headers'] {
  const given = new Set(Object.keys(own).map((name) => name.toLowerCase()))
  const kept = Object.entries(usual).filter(([name]) => !given.has(name.toLowerCase()))
  return { ...Object.fromEntries(kept), ...own }
}
