import type { Timestamp } from './common.ts'
import type { Fault } from './faults.ts'
import type { JournalEntry } from './requests.ts'

/** Something that a mock service tells of itself. */
export interface News {
  /** Names all that was told up to it: a stream `after` it goes on from there. */
  readonly id: string
}

/** The stream begins, or the service has begun anew: whatever was known of it has to be asked for again. */
export interface StartNews extends News {
  /** Always `start`. */
  readonly kind: 'start'
}

/** A request was answered, or broken off. */
export interface RequestNews extends News {
  /** Always `request`. */
  readonly kind: 'request'
  /** As the journal shows it. */
  readonly request: JournalEntry
}

/** The journal was emptied, or requests left it before they could be told of: it has to be asked for again. */
export interface JournalNews extends News {
  /** Always `journal`. */
  readonly kind: 'journal'
}

/** Events, people, RSVPs or messages are not what they were. */
export interface StateNews extends News {
  /** Always `state`. */
  readonly kind: 'state'
}

/** The fault rules in force, after one came, went or struck. */
export interface FaultsNews extends News {
  /** Always `faults`. */
  readonly kind: 'faults'
  /** In the order in which they were added. */
  readonly rules: readonly Fault[]
}

/** The service's clock: at the beginning, and after it was moved. */
export interface ClockNews extends News {
  /** Always `clock`. */
  readonly kind: 'clock'
  /** The moment it shows. */
  readonly now: Timestamp
  /** Whether it goes by itself. */
  readonly goes: boolean
}

/** What a mock service tells of itself as it happens. */
export type MockNews = StartNews | RequestNews | JournalNews | StateNews | FaultsNews | ClockNews
