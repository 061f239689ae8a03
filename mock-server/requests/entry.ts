import type { Received } from '../api/handle.ts'
import { bodyBytes, type Delivery, firstHalf, type ServiceResponse } from '../api/response.ts'
import { targetOf } from '../api/router.ts'
import { formatTime } from '../rules/context.ts'
import { frozen, isTooDeep, parse } from '../text/json.ts'
import type { RequestLogEntry } from '../types/index.ts'
import { type Headers, keysIn, type Redact, redactHeaders, redactValues } from './redact.ts'

/** Bytes of a body that are shown. */
const longestBody = 64 * 1024

/** A request and its response as they were sent, keys and all: nothing of it may be shown but by {@link entryOf}. */
export interface Logged extends Pick<Received, 'context' | 'at' | 'located'> {
  readonly number: number
  readonly method: string
  readonly base: string
  readonly target: string
  readonly headers: Headers
  readonly body: StoredBody
  readonly response: (Pick<ServiceResponse, 'status' | 'headers'> & { readonly body: StoredBody }) | undefined
  readonly faults: readonly MatchedFault[]
}

/** A fault that a request met. */
export interface MatchedFault {
  readonly id: string
  readonly effect: { readonly kind: string }
}

/** Stores what will be shown of a request, and does no more: every request pays for it. */
export function logged(
  number: number,
  { context, at, located, request }: Received,
  { response: sent, ending }: Pick<Delivery, 'response' | 'ending'>,
  faults: readonly MatchedFault[],
): Logged {
  const { method, base, target, headers, body, isTooLong } = request
  const response = sent && {
    status: sent.status,
    headers: sent.headers,
    body: method === 'HEAD' ? noBody : bodyOf(ending === 'whole' ? sent.body : firstHalf(bodyBytes(sent))),
  }
  const stored = isTooLong ? droppedBody : bodyOf(body)
  return { number, context, at, located, method, base, target, headers, body: stored, response, faults }
}

/** A body as it is stored. What is shared with others, such as a page that is sent again and again, is not copied. */
interface StoredBody {
  readonly content: string | Uint8Array
  /** How much memory it takes, about. */
  readonly size: number
  /** Whether less of it is there than was sent. */
  readonly isCut: boolean
}

const noBody: StoredBody = { content: '', size: 0, isCut: false }
const droppedBody: StoredBody = { ...noBody, isCut: true }

function bodyOf(content: string | Uint8Array): StoredBody {
  if (typeof content !== 'string') {
    return { content, size: content.length, isCut: content.length > longestBody }
  }
  // A code unit makes three bytes at the most.
  if (content.length * 3 <= longestBody) return { content, size: content.length, isCut: false }
  const bytes = new Uint8Array(longestBody)
  const { read, written } = new TextEncoder().encodeInto(content, bytes)
  if (read === content.length) return { content, size: content.length, isCut: false }
  return { content: bytes.subarray(0, written), size: longestBody, isCut: true }
}

/** How much memory the bodies of a request take, about. */
export const sizeOf = ({ body, response }: Logged): number => body.size + (response?.body.size ?? 0)

/** The same without bodies. */
export const withoutBodies = (logged: Logged): Logged => ({
  ...logged,
  body: withoutContent(logged.body),
  response: logged.response && { ...logged.response, body: withoutContent(logged.response.body) },
})

const withoutContent = (body: StoredBody): StoredBody => (body.size === 0 ? body : droppedBody)

/** The keys that came with a request. */
export const sentKeys = ({ headers }: Logged): readonly string[] => keysIn(headers)

/** A request as it is shown. */
export function entryOf(logged: Logged, redact: Redact): RequestLogEntry {
  const { number, context, at, method, base, target, headers, body, response, faults } = logged
  const { dialect, match } = logged.located
  const { path, query } = targetOf(target)
  const last = faults.at(-1)
  const request = {
    number,
    at: formatTime(context, at),
    method: redact(method),
    url: redact(target.startsWith('/') ? base + target : target),
    path: redact(path),
    // Of a parameter that is repeated the first one counts, here as for the service.
    query: redactValues(
      [...new Set(query.keys())].map((name) => [name, query.get(name) ?? '']),
      redact,
    ),
    ...(dialect && { version: dialect.version }),
    ...(match && { operation: match.route.operation }),
    headers: redactHeaders(headers, redact),
  }
  return withBody(request, body, redact, {
    ...(response && { status: response.status }),
    ...(last && { fault: last.effect.kind, rules: Object.freeze(faults.map(({ id }) => id)) }),
    ...(response && { response: responseOf(response, redact) }),
  })
}

function responseOf({ status, headers, body }: NonNullable<Logged['response']>, redact: Redact) {
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
  return Object.freeze(Object.defineProperty(made, printed, { value: () => ({ ...made }) }))
}

const printed = Symbol.for('nodejs.util.inspect.custom')

/** As JSON where it is whole and JSON, as text otherwise. */
function shownBody({ content, isCut }: StoredBody, redact: Redact): unknown {
  const text = redact(typeof content === 'string' ? content : textOf(content))
  const parsed = isCut ? undefined : parse(text)
  return parsed === undefined || isTooDeep(parsed) ? text : frozen(parsed)
}

/** The text of a body, without the character that it may be cut in. */
const textOf = (content: Uint8Array): string =>
  new TextDecoder('utf-8', { ignoreBOM: true }).decode(content.subarray(0, longestBody), { stream: true })
