import { parseTarget } from '../api/router.ts'
import { formatTime } from '../rules/context.ts'
import { frozen, isTooDeep, parse } from '../text/json.ts'
import type { RequestLogEntry } from '../types/index.ts'
import type { StoredBody, StoredRequest } from './log.ts'
import { type Redact, redactHeaders, redactValues } from './redact.ts'

/** A request as it is shown. */
export function entryOf(logged: StoredRequest, redact: Redact): RequestLogEntry {
  const { number, at, version, operation, method, base, target, headers, body, response, faults } = logged
  const { path, query } = parseTarget(target)
  const last = faults.at(-1)
  const request = {
    number,
    at: formatTime(logged, at),
    method: redact(method),
    url: redact(target.startsWith('/') ? base + target : target),
    path: redact(path),
    // Of a parameter that is repeated the first one counts, here as for the service.
    query: redactValues(
      [...new Set(query.keys())].map((name) => [name, query.get(name) ?? '']),
      redact,
    ),
    ...(version && { version }),
    ...(operation && { operation }),
    headers: redactHeaders(headers, redact),
  }
  return withBody(request, body, redact, {
    ...(response && { status: response.status }),
    ...(last && { fault: last.effect.kind, rules: Object.freeze(faults.map(({ id }) => id)) }),
    ...(response && { response: responseOf(response, redact) }),
  })
}

function responseOf({ status, headers, body }: NonNullable<StoredRequest['response']>, redact: Redact) {
  const named = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const)
  return withBody({ status, headers: redactHeaders(named, redact) }, body, redact, {})
}

/** Puts a body between other members. It is worked out when somebody reads it: most are never read. */
function withBody<Before extends object, After extends object>(
  before: Before,
  body: StoredBody,
  redact: Redact,
  after: After,
) {
  let shown: { readonly body: unknown } | undefined
  const get = () => {
    shown ??= { body: shownBody(body, redact) }
    return shown.body
  }
  const begun =
    body.size === 0 ? { ...before } : Object.defineProperty({ ...before }, 'body', { get, enumerable: true })
  const made = Object.assign(begun, body.isCut && { truncated: true as const }, after)
  // Node prints the body then, and not that there is a getter.
  return Object.freeze(Object.defineProperty(made, inspect, { value: () => ({ ...made }) }))
}

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** As JSON where it is whole and JSON, as text otherwise. */
function shownBody({ content, isCut }: StoredBody, redact: Redact): unknown {
  const text = redact(typeof content === 'string' ? content : textOf(content))
  const parsed = isCut ? undefined : parse(text)
  return parsed === undefined || isTooDeep(parsed) ? text : frozen(parsed)
}

/** The text of a body, without the character that it may be cut in. */
const textOf = (content: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(content, { stream: true })
