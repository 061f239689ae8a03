import type { Timestamp } from './common.ts'
import type { Fault } from './faults.ts'
import type { RequestLogEntry } from './requests.ts'

/** A message of the event feed, `GET /_mock/stream`: what happened in a mock service. */
export type StreamMessage = {
  /** Names everything up to this message: a stream `after` it goes on from there. */
  readonly id: string
} & (
  | {
      /** `start`: the feed begins, or the service has begun anew; ask for everything again. */
      readonly kind: 'start'
    }
  | {
      /** `request`: a request was answered, or broken off. */
      readonly kind: 'request'
      /** Its entry, as {@link MockService.requests} shows it. */
      readonly request: RequestLogEntry
    }
  | {
      /** `requests`: the request log was emptied, or requests left it before they could be sent; ask for it again. */
      readonly kind: 'requests'
    }
  | {
      /** `state`: events, people, RSVPs or messages have changed. */
      readonly kind: 'state'
    }
  | {
      /** `faults`: a fault came, went or matched. */
      readonly kind: 'faults'
      /** The active faults, in the order in which they were added. */
      readonly rules: readonly Fault[]
    }
  | {
      /** `clock`: what the clock shows, at the beginning and after it was moved. */
      readonly kind: 'clock'
      /** The moment it shows. */
      readonly now: Timestamp
      /** Whether it runs by itself. */
      readonly goes: boolean
    }
)
