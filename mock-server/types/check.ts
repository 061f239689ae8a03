import type { Assumptions } from './assumptions.ts'
import type { Version } from './common.ts'

/** The result for one assumption. */
export interface CheckFinding {
  /** Name of the assumption in {@link Assumptions}. */
  readonly assumption: keyof Assumptions
  /** What the assumption is about, in words. */
  readonly title: string
  /** The setting that the check assumed. */
  readonly mock: Assumptions[keyof Assumptions]
  /** What can show the setting of a service: a GET, only a write, or neither. */
  readonly shownBy: 'GET' | 'write' | 'neither'
  /** Whether the real service has the assumed setting. */
  readonly outcome: 'as assumed' | 'different' | 'could not tell'
  /** The real service's setting. Absent if the check could not find it, or if no setting fits. */
  readonly service?: Assumptions[keyof Assumptions]
  /** What the real service does if no setting fits; or why the check could not find the setting. */
  readonly note?: string
}

/** The result of another comparison. */
export interface CheckRow {
  /** The compared aspect, such as the path of a field. */
  readonly what: string
  /** What the spec says, or what the mock service does. */
  readonly expected: string
  /** What the real service does. Contains no values of its events. */
  readonly seen: string
}

/** What a check means for a client that follows the documents, such as those of this package. */
export interface ClientSummary {
  /** Whether the client can read the events. `unknown` if the key has none. */
  readonly reads: 'yes' | 'no' | 'unknown'
  /** Why the client cannot read events: what is missing, and in how many. */
  readonly missing: readonly string[]
  /** Whether the service applies filters. If not, a client reads whole lists to find an event. */
  readonly filters: 'yes' | 'no' | 'unknown'
  /** Whether lists name their total, so that a client can tell whether a list is complete. */
  readonly totals: 'yes' | 'no' | 'unknown'
}

/** What a check with writes has sent, and what it has left behind. */
export interface WriteSummary {
  /** Number of requests that this part of the check sent. */
  readonly requests: number
  /** The kinds of things that may still be on the service. */
  readonly remains: readonly ('event' | 'RSVP')[]
}

/** The result of {@link checkService}, as plain data. It contains no titles, people, ids or keys. */
export interface CheckReport {
  /** Address of the service. */
  readonly baseUrl: string
  /** Path of the API below this address. */
  readonly apiPath: string
  /** Version of the API. */
  readonly api: Version
  /** The service's own prefix. */
  readonly namespace: string
  /**
   * Whether the check is complete. It is incomplete if a request got no response, if the service kept answering with status 429, or if the
   * check needed more requests than it may send.
   */
  readonly complete: boolean
  /** Number of requests that the check sent. */
  readonly requests: number
  /** Milliseconds until the first page of the list was complete. */
  readonly pageTime: number
  /** What the findings mean for a client. */
  readonly client: ClientSummary
  /** One finding for each assumption. */
  readonly findings: readonly CheckFinding[]
  /**
   * Differences in the fields of events: fields of the spec that are missing, `null` or of another type, and fields that the spec does not
   * have.
   */
  readonly fields: readonly CheckRow[]
  /** Results for headers, relations, paging, conditional requests and writes. */
  readonly others: readonly CheckRow[]
  /** All settings that the check found. */
  readonly assumptions: Partial<Assumptions>
  /** Absent if the check sent only GETs. */
  readonly writes?: WriteSummary
}
