import type { Dialect } from './dialect.ts'

/** A secret beside the key, in a header that the client has a documented way to send. */
export type ExtraHeader = readonly [name: string, value: string]

/** How a client is made: its own defaults hold for all that is not said. */
export interface Opening {
  /** Origin of the service, without a trailing slash. */
  readonly origin: string
  readonly key: string
  readonly extra?: ExtraHeader
  /** Binds the key to its origin, where the client has a way to say so. */
  readonly bound?: boolean
  /** A limit in milliseconds, where the client has an option for one. */
  readonly timeout?: number
}

/** A client in use, by what its own documentation says. */
export interface Opened {
  /** What a program holds: the object that a log might show. */
  readonly client: unknown
  /** Reads one thing; what the caller is handed. */
  get(signal?: AbortSignal): Promise<unknown>
  /** Creates a thing. */
  create(): Promise<unknown>
  /** The ids of all things of a listing, page by page as the client does it. */
  ids(): AsyncIterator<string>
  /** The same of a listing whose next page the service names, where that is another kind of listing. */
  named?(): AsyncIterator<string>
}

/** A client that is compared. */
export interface Subject {
  readonly name: string
  /** Its package, whose version is noted. */
  readonly package: string
  /** What its service sends. */
  readonly dialect: Dialect
  /** The header that its key goes in. */
  readonly keyHeader: string
  /** The other header of {@link ExtraHeader}, or undefined where it has no way to send one. */
  readonly extraHeader: string | undefined
  /** Whether the key can be bound to its origin: by an option, always, or not. */
  readonly binds: 'option' | 'always' | 'no'
  /** Whether a call takes an abort signal. */
  readonly aborts: boolean
  /** Whether the client has a time limit as an option. */
  readonly limits: boolean
  open(opening: Opening): Opened
}
