import type { Page, PageQuery, Timestamp } from './common.ts'
import type { Fault } from './faults.ts'
import type { RequestLogEntry } from './requests.ts'

/** Selects requests of the request log. */
export interface RequestQuery extends PageQuery {
  /**
   * Words to find in the method, address, version, operation, status, fault or one of the two bodies: in any order, in upper or lower
   * case.
   */
  readonly search?: string
  /** Only requests with a lower number. Set it while you read several pages, so that new requests do not move others to another page. */
  readonly before?: number
}

/** A request as a row of a table: without its headers and bodies, which {@link MockAdmin.request} shows. */
export type RequestRow = Pick<
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
  | 'rules'
>

/** A page of the request log, for a {@link RequestQuery}. */
export interface RequestRows extends Page {
  /** The requests of this page, the newest first. */
  readonly requests: readonly RequestRow[]
  /** Number of requests that the log keeps at most ({@link MockServiceOptions.requestLog}). */
  readonly limit: number
  /** Number of requests that made room for newer ones since the log was last emptied. */
  readonly dropped: number
}

/** A message of the event feed, `GET /_mock/stream`. */
export type StreamMessage = {
  /** Id for the option `after` of {@link MockAdmin.stream}: the new stream continues after this message. */
  readonly id: string
} & (
  | {
      /** `start`: the feed begins, or the service was reset or restored. Read all data again. */
      readonly kind: 'start'
      /** Number of the last request before this message; 0 if there was none. After a reset or restore, numbers start again from 1. */
      readonly last: number
    }
  | {
      /** `request`: a request was answered or broken off. */
      readonly kind: 'request'
      /** The request, without headers and bodies: {@link MockAdmin.request} shows them. */
      readonly request: RequestRow
    }
  | {
      /** `skipped`: requests left the request log before you read them. No `request` message comes for them. */
      readonly kind: 'skipped'
      /** Number of the first of them. */
      readonly first: number
      /** Number of skipped requests. */
      readonly count: number
    }
  | {
      /** `cleared`: the request log was emptied. */
      readonly kind: 'cleared'
      /** Number of the last request that was in it. Later ones are in the log. */
      readonly last: number
    }
  | {
      /** `state`: events, people, RSVPs or messages changed. */
      readonly kind: 'state'
    }
  | {
      /** `faults`: a fault was added, removed or applied. */
      readonly kind: 'faults'
      /** The active faults, in the order in which they were added. */
      readonly rules: readonly Fault[]
    }
  | {
      /** `clock`: the time, when the feed begins and when the clock was moved. */
      readonly kind: 'clock'
      /** The time that the clock shows. */
      readonly now: Timestamp
      /** Whether the clock runs by itself. */
      readonly running: boolean
    }
)
