import type { Ignore } from '../rules/context.ts'
import type { HttpError } from '../rules/http-error.ts'
import type { HttpErrorReason, IgnoredField, StoredRecord, Version } from '../types/index.ts'

/** Remarks on a request, which only the request log shows. */
export interface Remarks {
  /** Why the request was refused. */
  readonly reason?: HttpErrorReason
  /** Ignored parts of the request. */
  readonly ignored: readonly IgnoredField[]
  /** What the request stored. */
  readonly stored?: StoredRecord
  /** The JSON of the stored record before a PUT. */
  readonly before?: string
}

/** Maximum number of ignored parts in the log of one request. A long body can have a mistake in every few bytes. */
const maxIgnored = 50
/** Maximum length of the name of a part, in characters. */
const maxNameLength = 200

/** Replaces a long name. Does not shorten it, because redaction cannot recognize the beginning of an API key. */
const nameOf = (field: string): string =>
  field.length > maxNameLength ? `(a name of ${field.length} characters)` : field

/** Collects the ignored parts of one request. */
export class IgnoredFields {
  readonly #noted: IgnoredField[] = []
  #more = 0

  readonly add: Ignore = (field, message) => {
    if (this.#noted.length === maxIgnored) this.#more += 1
    else this.#noted.push({ field: nameOf(field), message })
  }

  get all(): readonly IgnoredField[] {
    if (this.#more === 0) return this.#noted
    return [...this.#noted, { field: 'body', message: `${this.#more} more parts do not count` }]
  }
}

/** The reason of an error, with the section of the spec for the requested version. */
export function reasonOf({ reason }: HttpError, version: Version | undefined): HttpErrorReason {
  const { clauses, field, message } = reason
  const section = version && clauses?.[version]
  return {
    ...(field !== undefined && { field: nameOf(field) }),
    message,
    ...(section && { clause: `${version} ${section}` }),
  }
}
