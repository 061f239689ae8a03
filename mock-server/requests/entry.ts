import { bodyBytes, type Delivery, firstHalf, type ServiceRequest, type ServiceResponse } from '../api/message.ts'
import type { Remarks } from '../api/remarks.ts'
import { parseTarget, type Received } from '../api/router.ts'
import { formatTime } from '../rules/context.ts'
import { frozen, isTooDeep, parse } from '../text/json.ts'
import type { Fault, HttpErrorReason, IgnoredField, RequestLogEntry, RequestRow } from '../types/index.ts'
import { type Redact, redactHeaders, redactMembers, redactNamed, redactPairs, redactValues } from './redact.ts'

/** A request and its response as they were sent, keys included: only {@link entryOf} may show any of it. */
export interface StoredRequest
  extends Pick<RequestLogEntry, 'number' | 'at'>,
    Pick<ServiceRequest, 'method' | 'base' | 'target' | 'headers'> {
  readonly version: RequestLogEntry['version'] | undefined
  readonly operation: RequestLogEntry['operation'] | undefined
  readonly body: StoredBody
  readonly remarks: Remarks
  readonly response: (Pick<ServiceResponse, 'status' | 'headers'> & { readonly body: StoredBody }) | undefined
  readonly faults: readonly AppliedFault[]
}

export type AppliedFault = Pick<Fault, 'id' | 'effect'>

/** A body as it is stored. One that is shared with others, such as a cached page, is not copied. */
interface StoredBody {
  /** Empty if there was no body, or if it was dropped. */
  readonly content: string | Uint8Array
  /** Whether less of it is stored than was sent. */
  readonly isCut: boolean
}

const noBody: StoredBody = { content: '', isCut: false }
const droppedBody: StoredBody = { content: '', isCut: true }

/** Takes of a request what will be shown, and nothing else: it stays in memory. */
export function storedRequest(
  number: number,
  { context, at, located: { dialect, match }, request }: Received,
  { response, ending, remarks }: Delivery,
  faults: readonly AppliedFault[],
): StoredRequest {
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
    response: response && {
      status: response.status,
      headers: response.headers,
      body:
        method === 'HEAD' ? noBody : storedBody(ending === 'whole' ? response.body : firstHalf(bodyBytes(response))),
    },
    faults,
  }
}

/** What is said of a request: the reason of the response that is sent, and what the service ignored before a fault took its response. */
function remarksOn(response: ServiceResponse | undefined, own: Remarks | undefined): Remarks {
  const { ignored } = response?.remarks ?? own ?? { ignored: [] }
  const reason = response?.remarks?.reason
  return { ignored, ...(reason && { reason }) }
}

/** How many bytes of a body are kept. */
const maxLoggedBytes = 64 * 1024

function storedBody(content: string | Uint8Array): StoredBody {
  // A character of a string takes three bytes at the most.
  if (content.length * (typeof content === 'string' ? 3 : 1) <= maxLoggedBytes) return { content, isCut: false }
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const isCut = bytes.length > maxLoggedBytes
  // A copy: a view would keep all of the body in memory.
  return { content: isCut ? bytes.slice(0, maxLoggedBytes) : content, isCut }
}

/** How much memory the bodies of a request take, about, in bytes. */
export const bodySize = ({ body, response }: StoredRequest): number =>
  body.content.length + (response?.body.content.length ?? 0)

/** The same request with its bodies dropped. */
export function withoutBodies(request: StoredRequest): StoredRequest {
  const dropped = (body: StoredBody) => (body.content.length > 0 ? droppedBody : body)
  const response = request.response && { ...request.response, body: dropped(request.response.body) }
  return { ...request, body: dropped(request.body), response }
}

/** A request as the log shows it. */
export function entryOf(stored: StoredRequest, redact: Redact): RequestLogEntry {
  const { number, at, version, operation, method, base, target, headers, body, response, remarks, faults } = stored
  const { path, query } = parseTarget(target)
  const lastFault = faults.at(-1)
  const request = {
    number,
    at,
    method: redact(method),
    url: redact(redactPairs(target.startsWith('/') ? base + target : target)),
    path: redact(redactPairs(path)),
    // Of a repeated parameter the first one counts, here as for the service.
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
    ...(remarks.reason && { reason: redactTexts(remarks.reason, redact) }),
    ignored: Object.freeze(remarks.ignored.map((row) => redactTexts(row, redact))),
    ...(lastFault && { fault: lastFault.effect.kind, rules: Object.freeze(faults.map(({ id }) => id)) }),
    ...(response && { response: responseEntry(response, redact) }),
  })
}

/** The same texts without keys. */
const redactTexts = <Texts extends IgnoredField | HttpErrorReason>(texts: Texts, redact: Redact): Texts =>
  Object.freeze(
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, redact(text)])) as unknown as Texts,
  )

function responseEntry({ status, headers, body }: NonNullable<StoredRequest['response']>, redact: Redact) {
  return withBody({ status, headers: redactHeaders(Object.entries(headers), redact) }, body, redact, {})
}

/** An entry as a row of a table: without headers and bodies. */
export const rowOf = ({
  number,
  at,
  method,
  url,
  path,
  version,
  operation,
  status,
  reason,
  ignored,
  fault,
  rules,
}: RequestLogEntry): RequestRow => ({
  ...{ number, at, method, url, path, ignored },
  ...(version && { version }),
  ...(operation && { operation }),
  ...(status !== undefined && { status }),
  ...(reason && { reason }),
  ...(fault !== undefined && { fault }),
  ...(rules && { rules }),
})

/** Puts a body between other members. It is decoded when somebody reads it: most are never read. */
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
  // Node prints the body then, and not that there is a getter.
  return Object.freeze(Object.defineProperty(message, inspect, { value: () => ({ ...message }) }))
}

const inspect = Symbol.for('nodejs.util.inspect.custom')

/** As JSON if it is whole and JSON, else as text, which a fault may have cut. */
function decodedBody(sent: string, isCut: boolean, redact: Redact): unknown {
  const parsed = isCut ? undefined : parse(sent)
  if (parsed === undefined || isTooDeep(parsed)) return redact(redactNamed(sent), true)
  const named = redactMembers(parsed)
  // Written anew, so that a key is found however its sender escaped it.
  const text = JSON.stringify(named)
  const clean = redact(text)
  const shown = clean === text ? named : parse(clean)
  return shown === undefined ? clean : frozen(shown)
}

/** The text of a body, without the character that it may be cut in. */
const textOf = (content: string | Uint8Array): string =>
  typeof content === 'string'
    ? content
    : new TextDecoder('utf-8', { ignoreBOM: true }).decode(content, { stream: true })
