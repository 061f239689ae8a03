import { bodyBytes, type Delivery, firstHalf, type ServiceRequest, type ServiceResponse } from '../api/message.ts'
import type { Remarks } from '../api/remarks.ts'
import type { ReceivedRequest } from '../api/router.ts'
import { parseTarget } from '../api/target.ts'
import { formatTime } from '../rules/context.ts'
import { findKey, titleOf } from '../rules/scope.ts'
import { frozen, isTooDeep, parse } from '../text/json.ts'
import { elapsed } from '../time.ts'
import type { Fault, HttpErrorReason, IgnoredField, RequestLogEntry, RequestRow } from '../types/index.ts'
import { type Redact, redactHeaders, redactMembers, redactNamed, redactPairs, redactValues } from './redact.ts'

/** A request and its response, with all API keys unchanged. Only {@link entryOf} may show a stored request, because it redacts the keys. */
export interface StoredRequest
  extends Pick<RequestLogEntry, 'number' | 'at'>,
    Pick<ServiceRequest, 'method' | 'base' | 'target' | 'headers'> {
  readonly version: RequestLogEntry['version'] | undefined
  readonly operation: RequestLogEntry['operation'] | undefined
  readonly body: StoredBody
  readonly remarks: Omit<Remarks, 'before'>
  /** The stored record before a PUT. */
  readonly before: StoredBody
  readonly response: (Pick<ServiceResponse, 'status' | 'headers'> & { readonly body: StoredBody }) | undefined
  readonly faults: readonly AppliedFault[]
  readonly duration: number
  readonly key: Pick<RequestRow, 'key' | 'unknownKey'>
  readonly repeats?: number
}

export type AppliedFault = Pick<Fault, 'id' | 'effect'>

/** A stored body. The log does not copy a body that others share, such as a cached page. */
interface StoredBody {
  /** Empty without a body, and for a dropped body. */
  readonly content: string | Uint8Array
  /** Whether the log has only the beginning of the body, or nothing of a dropped body. */
  readonly isCut: boolean
}

const noBody: StoredBody = { content: '', isCut: false }
const droppedBody: StoredBody = { content: '', isCut: true }

/** Makes a stored request. Takes only the parts that the log shows, because stored requests stay in memory. */
export function storedRequest(
  number: number,
  received: ReceivedRequest,
  { response, ending, remarks }: Delivery,
  faults: readonly AppliedFault[],
): StoredRequest {
  const { context, at, arrived, lookup, request } = received
  const { dialect, match } = lookup
  const { method, base, target, headers, body, isTooLong } = request
  return {
    number,
    at: formatTime(context, at),
    version: dialect?.version,
    operation: match?.route.operation,
    method,
    base,
    target,
    headers,
    body: isTooLong ? droppedBody : storedBody(body),
    remarks: remarksOn(response, remarks),
    before: storedBody((response?.remarks ?? remarks)?.before ?? ''),
    response: response && {
      status: response.status,
      headers: response.headers,
      body:
        method === 'HEAD' ? noBody : storedBody(ending === 'whole' ? response.body : firstHalf(bodyBytes(response))),
    },
    faults,
    duration: Math.round(10 * (elapsed() - arrived)) / 10,
    key: senderOf(received),
  }
}

/** Whose key a request has. */
function senderOf({ context, lookup: { dialect }, request }: ReceivedRequest): StoredRequest['key'] {
  const key = dialect && findKey(context, dialect, request)
  if (!key) return dialect && request.header(dialect.keyHeader.toLowerCase()) ? { unknownKey: true } : {}
  return { key: { title: titleOf(context.store, key.owner), kind: key.group === undefined ? 'individual' : 'group' } }
}

/**
 * The reason of the sent response, the ignored parts of the request, and what it stored. If a fault withheld the service's response, the
 * ignored parts and the stored record come from `own`.
 */
function remarksOn(response: ServiceResponse | undefined, own: Remarks | undefined): StoredRequest['remarks'] {
  const { ignored, stored } = response?.remarks ?? own ?? { ignored: [] }
  const reason = response?.remarks?.reason
  return { ignored, ...(reason && { reason }), ...(stored && { stored }) }
}

/** Maximum number of bytes that the log stores of a body. */
const maxLoggedBytes = 64 * 1024

function storedBody(content: string | Uint8Array): StoredBody {
  // A UTF-16 unit of a string becomes three bytes at most in UTF-8.
  if (content.length * (typeof content === 'string' ? 3 : 1) <= maxLoggedBytes) return { content, isCut: false }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const isCut = bytes.length > maxLoggedBytes
  // Copies the bytes, because a view would keep the whole body in memory.
  return { content: isCut ? bytes.slice(0, maxLoggedBytes) : content, isCut }
}

/** The approximate memory of the bodies of a request, in bytes. */
export const bodySize = ({ body, before, response }: StoredRequest): number =>
  body.content.length + before.content.length + (response?.body.content.length ?? 0)

/** Copies a request, and drops its bodies. */
export function withoutBodies(request: StoredRequest): StoredRequest {
  const dropped = (body: StoredBody) => (body.content.length > 0 ? droppedBody : body)
  const response = request.response && { ...request.response, body: dropped(request.response.body) }
  return { ...request, body: dropped(request.body), before: noBody, response }
}

/** The parts of a row that an entry lacks: a duration differs from run to run, and tests compare entries. */
const rowParts = new WeakMap<
  RequestLogEntry,
  Pick<RequestRow, 'duration' | 'key' | 'unknownKey' | 'stored' | 'repeats'>
>()

/** Makes the entry that the log shows for a request, with redacted API keys. */
export function entryOf(stored: StoredRequest, redact: Redact): RequestLogEntry {
  const entry = redactedEntry(stored, redact)
  const { duration, key: sender, remarks, repeats } = stored
  rowParts.set(entry, {
    duration,
    ...sender,
    ...(sender.key && { key: { ...sender.key, title: redact(sender.key.title) } }),
    ...(remarks.stored && { stored: { ...remarks.stored, title: redact(remarks.stored.title) } }),
    ...(repeats !== undefined && { repeats }),
  })
  return entry
}

function redactedEntry(stored: StoredRequest, redact: Redact): RequestLogEntry {
  const { number, at, version, operation, method, base, target, headers, body, response, remarks, faults } = stored
  const { content, isCut } = stored.before
  const { path, query } = parseTarget(target)
  const lastFault = faults.at(-1)
  const request = {
    number,
    at,
    method: redact(method),
    url: redact(redactPairs(target.startsWith('/') ? base + target : target)),
    path: redact(redactPairs(path)),
    query: redactValues(firstValues(query), redact),
    ...(version && { version }),
    ...(operation && { operation }),
    headers: redactHeaders(headers, redact),
  }
  return withBody(request, body, redact, {
    ...(response && { status: response.status }),
    ...(remarks.reason && { reason: redactTexts(remarks.reason, redact) }),
    ignored: Object.freeze(remarks.ignored.map((row) => redactTexts(row, redact))),
    ...(lastFault && { fault: lastFault.effect.kind, faultIds: Object.freeze(faults.map(({ id }) => id)) }),
    ...(content.length > 0 && !isCut && { before: decodedBody(textOf(content), isCut, redact) }),
    ...(response && { response: responseEntry(response, redact) }),
  })
}

/** The parameters of a query. Of a repeated parameter only the first value, because the service reads only this value. */
function firstValues(query: URLSearchParams): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const [name, value] of query) if (!values.has(name)) values.set(name, value)
  return values
}

/** Redacts API keys in all texts of an object. */
const redactTexts = <Texts extends IgnoredField | HttpErrorReason>(texts: Texts, redact: Redact): Texts =>
  Object.freeze(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redact(text)])) as unknown as Texts,
  )

function responseEntry({ status, headers, body }: NonNullable<StoredRequest['response']>, redact: Redact) {
  return withBody({ status, headers: redactHeaders(Object.entries(headers), redact) }, body, redact, {})
}

/** Makes the row of an entry, without headers and bodies. */
export function requestRow(entry: RequestLogEntry): RequestRow {
  const { number, at, method, url, path, version, operation, status, reason, ignored, fault, faultIds } = entry
  return {
    ...{ number, at, method, url, path, ignored },
    ...(version && { version }),
    ...(operation && { operation }),
    ...(status !== undefined && { status }),
    ...(reason && { reason }),
    ...(fault !== undefined && { fault }),
    ...(faultIds && { faultIds }),
    ...(rowParts.get(entry) ?? { duration: 0 }),
  }
}

/** Adds the member `body` between other members. Decodes the body on demand, because most bodies are never read. */
function withBody<Before extends object, After extends object>(
  before: Before,
  { content, isCut }: StoredBody,
  redact: Redact,
  after: After,
) {
  const rest = { ...(isCut && { truncated: true as const }), ...after }
  if (content.length === 0) return Object.freeze({ ...before, ...rest })
  let decoded: unknown
  const message = {
    ...before,
    get body() {
      decoded ??= decodedBody(textOf(content), isCut, redact)
      return decoded
    },
    ...rest,
  }
  // Makes Node print the body instead of `[Getter]`.
  return Object.freeze(Object.defineProperty(message, inspect, { value: () => ({ ...message }) }))
}

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** Returns the value of a complete JSON body, or the text of any other body. */
function decodedBody(sent: string, isCut: boolean, redact: Redact): unknown {
  const parsed = isCut ? undefined : parse(sent)
  if (parsed === undefined || isTooDeep(parsed)) return redact(redactNamed(sent), true)
  const named = redactMembers(parsed)
  // Serializes the value again, to find a key even if the sender escaped some of its characters.
  const text = JSON.stringify(named)
  const clean = redact(text)
  const shown = clean === text ? named : parse(clean)
  return shown === undefined ? clean : frozen(shown)
}

/** Decodes a body. Leaves out an incomplete character at the end. */
const textOf = (content: string | Uint8Array): string =>
  typeof content === 'string'
    ? content
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content, { stream: true })
