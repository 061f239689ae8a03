import type { Page, PageQuery, Timestamp } from './common.ts'
import type { Fault } from './faults.ts'
import type { ListedKey } from './queries.ts'
import type { RequestLogEntry } from './requests.ts'

/** Selects requests of the request log. */
export interface RequestQuery extends PageQuery {
  /**
   * Words that a request must contain in the method, address, version, operation, status, fault, title of the key (`no key`, `unknown key`),
   * reason, ignored parts, ids of the stored record, request body or response body, in any order, in upper or lower case. `method:PUT`, `status:404`, `status:4` (its beginning; `status:none` without a response) and
   * `path:attendances` search only that part.
   */
  readonly search?: string
  /**
   * Only requests with a lower number than this. Set `before` while you read several pages: then new requests do not move older requests to
   * another page.
   */
  readonly before?: number
}

/** A request as a row of a table: without its headers and bodies, which {@link MockAdmin.request} shows. */
export interface RequestRow extends RequestSummary {
  /** Milliseconds from the arrival of the request to its response or the end of the connection, with the waits of faults. */
  readonly duration: number
  /** Whose key the request had. Absent without a key of the service. */
  readonly key?: Pick<ListedKey, 'title' | 'kind'>
  /** `true` if the request had a key that the service does not know, else absent. */
  readonly unknownKey?: true
  /**
   * What the request stored, even if a fault took the response away, or the write ran in the background (`background_request=true`). Absent
   * if the request stored nothing.
   */
  readonly stored?: StoredRecord
  /** Number of the latest earlier create with the same address and body that stored another record: the service may have it twice now. */
  readonly repeats?: number
}

/** The event, RSVP, person or campaign that a request stored. */
export interface StoredRecord {
  /** What the request stored. */
  readonly kind: 'event' | 'attendance' | 'person' | 'campaign'
  /** Id of the stored record. */
  readonly id: string
  /** Title of the event or campaign, or name of the person. For an RSVP: the name of the person. A person without a name has an empty title. */
  readonly title: string
  /** Id of the event of an RSVP. Absent for all other records. */
  readonly event?: string
  /** Id of the person of an RSVP. Absent for all other records. */
  readonly person?: string
}

type RequestSummary = Pick<
  RequestLogEntry,
  | 'number'
  | 'at'
  | 'method'
  | 'url'
  | 'path'
  | 'version'
  | 'operation'
  | 'status'
  | 'reason'
  | 'ignored'
  | 'fault'
  | 'faultIds'
>

/** A page of the request log, for a {@link RequestQuery}. */
export interface RequestRows extends Page {
  /** The requests of this page, the newest first. */
  readonly requests: readonly RequestRow[]
  /** Maximum number of requests that the log keeps ({@link MockServiceOptions.requestLog}). */
  readonly limit: number
  /** Number of requests that the log dropped to make room for newer requests, since the log was last emptied. */
  readonly dropped: number
}

/** A message of the event feed, `GET /_mock/stream`. */
export type StreamMessage = {
  /** Id of the message. Pass it to {@link MockAdmin.stream} as `after`, and the new stream continues after this message. */
  readonly id: string
} & (
  | {
      /** `start`: the feed begins, or the service was reset or restored. Read all data again. */
      readonly kind: 'start'
      /** Number of the last request before this message; 0 if there was none. After a reset or restore, numbers start again from 1. */
      readonly last: number
    }
  | {
      /** `request`: the service logged a request, because it sent the response or the connection broke off. */
      readonly kind: 'request'
      /** The request, without headers and bodies: {@link MockAdmin.request} shows them. */
      readonly request: RequestRow
    }
  | {
      /** `skipped`: requests left the request log before you read their `request` messages. These messages do not come any more. */
      readonly kind: 'skipped'
      /** Number of the first skipped request. */
      readonly first: number
      /** How many requests were skipped. */
      readonly count: number
    }
  | {
      /** `cleared`: the request log was emptied. */
      readonly kind: 'cleared'
      /** Number of the last request that was removed. Requests with higher numbers are in the log. */
      readonly last: number
    }
  | {
      /** `state`: events, people, RSVPs or messages changed. */
      readonly kind: 'state'
    }
  | {
      /** `faults`: a fault was added, removed or applied, or a request began or ended to wait. */
      readonly kind: 'faults'
      /** The active faults, in the order in which they were added. */
      readonly rules: readonly Fault[]
      /** How many requests wait for a response, or for its end, because of a fault. The log has a late one only when it ends. */
      readonly waiting: number
    }
  | {
      /** `clock`: the time of the service's clock. This message comes when the feed begins, and whenever the clock moves. */
      readonly kind: 'clock'
      /** The time that the clock shows. */
      readonly now: Timestamp
      /** Whether the clock runs by itself. */
      readonly running: boolean
    }
)
