import type { Received } from '../api/handle.ts'
import { wildcard } from '../text/strings.ts'
import type { FaultKind } from '../types/index.ts'
import type { CheckedRule } from './validate.ts'

type Fits = (received: Received) => boolean

/** The key of a request as it was sent, in the header of its version. */
export function sentKey({ incoming, located: { dialect } }: Received): string | undefined {
  return dialect && incoming.header(dialect.keyHeader.toLowerCase())
}

// What some effects spoil, not every request is answered with.
const answered: { readonly [Kind in FaultKind]?: Fits } = {
  next: ({ located: { match } }) => match?.route.method === 'GET' && match.route.collection === true,
  shape: ({ located: { match } }) => match !== undefined && /^events\.|\.events$/.test(match.route.operation),
  'new-events': (received) => received.context.store.keys.has(sentKey(received) ?? ''),
}

/** Whether a request has all that a rule demands of it. */
export function matcherOf({ version, operation, method, path, key, effect }: CheckedRule): Fits {
  const operations = typeof operation === 'string' ? [operation] : operation
  const fits: readonly (Fits | false | undefined)[] = [
    version !== undefined && (({ located }) => located.dialect?.version === version),
    operations && (({ located: { match } }) => match !== undefined && operations.includes(match.route.operation)),
    method !== undefined && (({ incoming }) => incoming.method.toUpperCase() === method.toUpperCase()),
    path !== undefined && pathFits(path),
    key !== undefined && ((received) => sentKey(received) === key),
    answered[effect.kind],
  ]
  const demanded = fits.filter((one) => typeof one === 'function')
  return (received) => demanded.every((one) => one(received))
}

function pathFits(path: string): Fits {
  const isMeant = wildcard(path)
  return ({ target }) => isMeant(target.path)
}
