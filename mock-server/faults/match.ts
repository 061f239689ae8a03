import type { Received } from '../api/handle.ts'
import { wildcard } from '../text/strings.ts'
import type { FaultKind } from '../types/index.ts'
import type { CheckedRule } from './validate.ts'

type Fits = (received: Received) => boolean

/** The key of a request as it was sent, in the header of its version. */
export function sentKey({ request, located: { dialect } }: Received): string | undefined {
  return dialect && request.header(dialect.keyHeader.toLowerCase())
}

// Not every response has what some effects change.
const changed: { readonly [Kind in FaultKind]?: Fits } = {
  next: ({ located: { match } }) => match?.route.method === 'GET' && match.route.collection === true,
  shape: ({ located: { match } }) => match !== undefined && /^events\.|\.events$/.test(match.route.operation),
  'new-events': (received) => received.context.store.keys.has(sentKey(received) ?? ''),
}

/** Whether a request has all that a rule asks for. */
export function matcherOf({ version, operation, method, path, query, key, effect }: CheckedRule): Fits {
  const operations = typeof operation === 'string' ? [operation] : operation
  const pathFits = wildcard(path ?? '*')
  const parameters = Object.entries(query ?? {})
  const fits: readonly (Fits | false | undefined)[] = [
    version !== undefined && (({ located }) => located.dialect?.version === version),
    operations && (({ located: { match } }) => match !== undefined && operations.includes(match.route.operation)),
    method !== undefined && (({ request }) => request.method.toUpperCase() === method.toUpperCase()),
    ({ target }) => pathFits(target.path),
    // Of a parameter that is repeated the first one counts, here as for the service.
    ({ target }) => parameters.every(([name, value]) => target.query.get(name) === value),
    key !== undefined && ((received) => sentKey(received) === key),
    changed[effect.kind],
  ]
  const asked = fits.filter((one) => typeof one === 'function')
  return (received) => asked.every((one) => one(received))
}
