import type { Assumptions } from '../assumptions.ts'
import type { Version } from '../types/index.ts'

/** Options of {@link checkService}. */
export interface CheckOptions {
  /** Address of the real service: https, or http on this machine. */
  readonly baseUrl: string
  /** A key of that service. It goes to this address only, and is in no report. */
  readonly apiKey: string
  /**
   * The service's own prefix.
   * @default 'platform'
   */
  readonly namespace?: string
  /**
   * Version of the API.
   * @default 'v2'
   */
  readonly api?: Version
  /**
   * Sends the requests.
   * @default the platform's `fetch`
   */
  readonly fetch?: typeof globalThis.fetch
  /**
   * The most requests per second. `undefined` means no limit.
   * @default { perSecond: 4 }
   */
  readonly rateLimit?:
    | {
        /** Requests per second, above 0. */
        readonly perSecond: number
      }
    | undefined
  /** Ends the check: it rejects with the signal's reason. */
  readonly signal?: AbortSignal
  /**
   * What the mock service is set to, to compare with.
   * @default the defaults of {@link Assumptions}
   */
  readonly assumptions?: Partial<Assumptions>
  /** A report that is not complete, of the same service: what it found is kept and not asked again. */
  readonly resume?: CheckReport
  /** Called with the report so far after each assumption. */
  readonly onProgress?: (report: CheckReport) => void
  /** Accepts an http address of another machine. The key can then be read on the way. */
  readonly allowInsecureHttp?: boolean
}

/** What was found of one assumption. */
export interface CheckFinding {
  /** Its name in {@link Assumptions}. */
  readonly assumption: keyof Assumptions
  /** What the mock service does. */
  readonly mock: Assumptions[keyof Assumptions]
  /** `by hand`: no GET can show it. */
  readonly outcome: 'same' | 'different' | 'cannot tell' | 'by hand'
  /** The setting that does as the service; absent where no setting does, or where it is not known. */
  readonly service?: Assumptions[keyof Assumptions]
  /** What the service does where no setting fits, why it is not known, or how to try it by hand. */
  readonly note?: string
}

/** Something else that was compared, with what the spec or the mock service has. */
export interface CheckRow {
  /** What it is, such as the path of a field. */
  readonly what: string
  /** What the spec says, or what the mock service does. */
  readonly expected: string
  /** What the service shows. No value of an event is in it. */
  readonly seen: string
}

/** What {@link checkService} found, as plain data: no titles, people, ids or keys. */
export interface CheckReport {
  /** Address of the service. */
  readonly baseUrl: string
  /** Version of the API. */
  readonly api: Version
  /** The service's own prefix, as it was given. */
  readonly namespace: string
  /** Whether everything was asked that can be asked, and answered. If not: the service failed or refused, the limit of requests was reached, or the check was ended. */
  readonly complete: boolean
  /** How many GETs were sent. */
  readonly requests: number
  /** Milliseconds that the first page of the list took. */
  readonly pageTime: number
  /** One for each assumption. */
  readonly findings: readonly CheckFinding[]
  /** Documented fields that are absent, `null` or of another type, and fields that the spec does not have. */
  readonly fields: readonly CheckRow[]
  /** Headers, relations, paging and conditional requests. */
  readonly others: readonly CheckRow[]
  /** The settings that were found, for {@link createMockService}. */
  readonly assumptions: Partial<Assumptions>
}
