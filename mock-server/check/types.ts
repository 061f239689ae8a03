import type { Assumptions } from '../assumptions.ts'
import type { CheckReport } from '../types/check.ts'
import type { Version } from '../types/common.ts'

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
  /** Also tries writes, on one event that the check makes. It cannot remove the event. Without this option, the check sends only GETs. */
  readonly writes?: CheckWrites
}

/** How {@link checkService} tries writes. */
export interface CheckWrites {
  /**
   * Your own e-mail address. The check then sends RSVPs of a person with this address to its event. They remain, and the person joins the
   * e-mail list of the key's owner. Without it, the check sends no RSVP.
   */
  readonly email?: string
  /**
   * The check calls and awaits this function before the first write, with the title of the group that has the key's events, if the service
   * names it. Throw to stop the check; it then rejects with your error.
   */
  readonly confirm?: (group: string | undefined) => void | Promise<void>
  /** The check calls this function before it makes a thing, and when it knows more about it. Keep the last call for each `identifier` and `kind`. */
  readonly onMade?: (thing: MadeThing) => void
}

/** A thing that a check makes on the real service. */
export interface MadeThing {
  /** An RSVP also makes a person with your e-mail address. */
  readonly kind: 'event' | 'RSVP'
  /** `sending`: the request leaves now, so the thing may exist. `refused`: the service did not make it. `removed`: it is gone. */
  readonly state: 'sending' | 'made' | 'refused' | 'removed'
  /** The identifier that the check gives the event. An RSVP has that of its event. */
  readonly identifier: string
  /** Address of the event in the API, as soon as the service has named it. */
  readonly address?: string
}
