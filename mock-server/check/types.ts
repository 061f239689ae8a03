import type { Assumptions } from '../assumptions.ts'
import type { Version } from '../types/index.ts'

/** Options of {@link checkService}. */
export interface CheckOptions {
  /** Address of the real service: https, or http on this machine. */
  readonly baseUrl: string
  /**
   * Path of the API below `baseUrl`, as the service writes it into its links, such as `/dc/osdi`; `/` if the API is at `baseUrl` itself.
   * Nothing outside is requested. @default '/api/v1' or '/api/v2', by the version
   */
  readonly apiPath?: string
  /** An API key of the service. The check sends the key only to `baseUrl`, and the report does not contain it. */
  readonly apiKey: string
  /** Name of the header with the key. @default 'api-key' in version 1, 'OSDI-API-Token' in version 2 */
  readonly keyHeader?: string
  /** The service's own prefix. @default 'platform' */
  readonly namespace?: string
  /** Version of the API to check. @default 'v2' */
  readonly api?: Version
  /** The function that sends the requests. @default the platform's `fetch` */
  readonly fetch?: typeof globalThis.fetch
  /** Maximum number of requests per second. `undefined` means no limit. @default { perSecond: 4 } */
  readonly rateLimit?:
    | {
        /** Requests per second, above 0. */
        readonly perSecond: number
      }
    | undefined
  /** Aborts the check, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /** Settings of the mock service with which the check compares the real service. @default {@link defaultAssumptions} */
  readonly assumptions?: Partial<Assumptions>
  /** An incomplete report of the same service. The check keeps the findings of this report, and only looks for the missing findings. */
  readonly resume?: CheckReport
  /** The check calls this function after each assumption, with the report so far. */
  readonly onProgress?: (report: CheckReport) => void
  /** Allows an http address of another machine. Then others on the network can read the API key. */
  readonly allowInsecureHttp?: boolean
}

/** The result for one assumption. */
export interface CheckFinding {
  /** Name of the assumption in {@link Assumptions}. */
  readonly assumption: keyof Assumptions
  /** What the assumption is about, in words. */
  readonly title: string
  /** The mock service's setting. */
  readonly mock: Assumptions[keyof Assumptions]
  /** `by hand` means that no GET can show the service's setting. */
  readonly outcome: 'same' | 'different' | 'cannot tell' | 'by hand'
  /** The real service's setting. Absent if the check could not find it, or if no setting fits. */
  readonly service?: Assumptions[keyof Assumptions]
  /** What the real service does if no setting fits; why the check could not find the setting; or how to test the assumption by hand. */
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
   * check needed more than 60 requests.
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
  /** Results for headers, relations, paging and conditional requests. */
  readonly others: readonly CheckRow[]
  /** All settings that the check found. Pass them to {@link createMockService}. */
  readonly assumptions: Partial<Assumptions>
}
