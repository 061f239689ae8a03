import type { ReceivedRequest } from '../api/router.ts'
import { wildcardMatcher } from '../text/strings.ts'
import type { FaultKind } from '../types/index.ts'
import type { CheckedRule } from './rule.ts'

type Matcher = (received: ReceivedRequest) => boolean

/** The key of a request as it was sent, in the header of its version. */
export function sentKey({ request, lookup: { dialect } }: ReceivedRequest): string | undefined {
  return dialect && request.header(dialect.keyHeader.toLowerCase())
}

// These effects change a part that not every response has.
const matchersOfEffects: { readonly [Kind in FaultKind]?: Matcher } = {
  next: ({ lookup: { match } }) => match?.route.method === 'GET' && match.route.collection === true,
  shape: ({ lookup: { match } }) => match !== undefined && /^Events?$/.test(match.route.response ?? ''),
  'new-events': (received) => received.context.store.keys.has(sentKey(received) ?? ''),
}

/** A function that tests whether a request meets every condition of a rule. */
export function matcherOf({ version, operation, method, path = '*', query = {}, key, effect }: CheckedRule): Matcher {
  const operations = typeof operation === 'string' ? [operation] : operation
  const matchesPath = wildcardMatcher(path)
  const parameters = Object.entries(query)
  const matchesEffect = matchersOfEffects[effect.kind]
  return (received) => {
    const { request, target, lookup } = received
    const { dialect, match } = lookup
    return (
      (version === undefined || dialect?.version === version) &&
      (operations === undefined || (match !== undefined && operations.includes(match.route.operation))) &&
      (method === undefined || request.method.toUpperCase() === method.toUpperCase()) &&
      matchesPath(target.path) &&
      // The first value of a repeated parameter counts, as in the service.
      parameters.every(([name, value]) => target.query.get(name) === value) &&
      (key === undefined || sentKey(received) === key) &&
      (matchesEffect === undefined || matchesEffect(received))
    )
  }
}
