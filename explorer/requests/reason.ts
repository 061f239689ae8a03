import type { IgnoredField, RequestRow, StoredRecord } from 'osdi-events/mock'
import { formatDuration } from '../components/text.ts'

/** Why a request failed, or what of a successful request the service did not take, as sentences. */
export interface Reason {
  readonly kind: 'refused' | 'fault' | 'ignored' | 'applied'
  readonly text: string
  /** The section of the spec, such as `v2 §4.9`. */
  readonly clause?: string
}

/** What the service remarked on a request. */
export type Remarked = Pick<
  RequestRow,
  'method' | 'url' | 'status' | 'reason' | 'ignored' | 'fault' | 'stored' | 'repeats' | 'duration'
>

/** The reason to show for a request. Undefined if the service took the whole request, and no fault changed the response. */
export function reasonFor(request: Remarked): Reason | undefined {
  const { status, reason, ignored, fault, duration } = request
  if (reason) {
    const { clause } = reason
    return { kind: 'refused', text: sentence(reason), ...(clause !== undefined && { clause }) }
  }
  if (fault !== undefined) {
    const kind = status !== undefined && status < 400 ? 'applied' : 'fault'
    return { kind, text: `${faultSentence(fault, status, duration)}${effectOf(request)}` }
  }
  if (status === undefined) return { kind: 'fault', text: 'The connection ended before the service responded.' }
  const [first, ...more] = ignored
  const text = first && `Ignored: ${sentence(first)}${more.length > 0 ? ` And ${more.length} more.` : ''}`
  if (isWithoutEffect(request))
    return { kind: 'refused', text: ['Nothing was stored.', text].filter(Boolean).join(' ') }
  const parts = [repeatOf(request), text].filter((part) => part !== undefined)
  return parts.length === 0 ? undefined : { kind: 'ignored', text: parts.join(' ') }
}

/** Says that an earlier request made the same record: the sender may have sent a create twice. */
const repeatOf = ({ repeats, stored }: Remarked): string | undefined =>
  repeats === undefined || !stored
    ? undefined
    : `Request ${repeats} sent the same, and stored another ${nameOfRecord(stored)}.`

function faultSentence(fault: string, status: number | undefined, duration: number): string {
  if (status === undefined) return `The fault ${fault} took the response away.`
  if (status >= 400) return `A fault answered ${status}.`
  return fault === 'latency'
    ? `The fault latency applied: the response took ${formatDuration(duration)}.`
    : `The fault ${fault} applied to this request.`
}

/** Says whether a write of which the response is lost or changed was stored. */
function effectOf(request: Remarked): string {
  const { method, stored } = request
  if (!isWrite(method)) return ''
  return stored ? ` Stored before that: ${nameOfRecord(stored)}.` : ' Nothing was stored.'
}

const isWrite = (method: string): boolean => !['GET', 'HEAD', 'OPTIONS'].includes(method)

/** Whether the service took a write, and stored nothing. */
const isWithoutEffect = (request: Remarked): boolean =>
  request.status === 200 && isWrite(request.method) && !request.stored

const recordWords = { event: 'event', attendance: 'RSVP of', person: 'person', campaign: 'campaign' } as const

/** A stored record in words: `event Picnic`, `RSVP of Ada Lovelace`. */
export const nameOfRecord = ({ kind, title, id }: StoredRecord): string => `${recordWords[kind]} ${title || id}`

const predicate = /^(?:is|are|must|has|can|cannot|belongs|leads)\b/

/** A remark of the service on a field: `title is missing. Version 2 requires it on create.` */
export function sentence({ field, message }: Partial<IgnoredField> & Pick<IgnoredField, 'message'>): string {
  const text = field === undefined ? message : field + (predicate.test(message) ? ' ' : ': ') + message
  const start = field === undefined ? text.charAt(0).toUpperCase() + text.slice(1) : text
  return /[.!?]$/.test(start) ? start : `${start}.`
}
