import type { ReceivedRequest } from '../api/router.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { FaultEffect, FaultKind } from '../types/index.ts'
import type { CheckedRule } from './rule.ts'

type Matcher = (received: ReceivedRequest) => boolean

/** The text in a request's key header, even if the service does not know this key. */
export function sentKey({ request, lookup: { dialect } }: ReceivedRequest): string | undefined {
  return dialect && request.header(dialect.keyHeader.toLowerCase())
}

// For effects that change a part that not every response has: whether the response to the request has this part.
const matchersOfEffects: { readonly [Kind in FaultKind]?: Matcher } = {
  next: ({ lookup: { match } }) => match?.route.method === 'GET' && match.route.collection === true,
  shape: ({ lookup: { match } }) => match !== undefined && /^Events?$/.test(match.route.response ?? ''),
  'new-events': (received) => received.context.store.keys.has(sentKey(received) ?? ''),
}

/** Tests for requests whose response can have the part that an effect changes. Undefined if every response has this part. */
const matcherOfEffect = (effect: FaultEffect): Matcher | undefined =>
  effect.kind === 'shape' && effect.event !== undefined
    ? ({ lookup: { match } }) => match?.route.response === 'Events'
    : matchersOfEffects[effect.kind]

/** Returns a function that tests whether a request meets every condition of a rule. */
export function matcherOf({ version, operation, method, path = '*', query = {}, key, effect }: CheckedRule): Matcher {
  const operations = typeof operation === 'string' ? [operation] : operation
  const matchesPath = wildcardMatcher(path)
  const parameters = Object.entries(query)
  const matchesEffect = matcherOfEffect(effect)
  return (received) => {
    const { request, target, lookup } = received
    const { dialect, match } = lookup
    return (
      (version === undefined || dialect?.version === version) &&
      (operations === undefined || (match !== undefined && operations.includes(match.route.operation))) &&
      (method === undefined || request.method.toUpperCase() === method.toUpperCase()) &&
      matchesPath(target.path) &&
      // Compares the first value of a repeated parameter, because the service reads only this value.
      parameters.every(([name, value]) => target.query.get(name) === value) &&
      (key === undefined || sentKey(received) === key) &&
      (matchesEffect === undefined || matchesEffect(received))
    )
  }
}
