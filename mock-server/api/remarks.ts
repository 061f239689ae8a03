import type { Ignore } from '../rules/context.ts'
import type { HttpError } from '../rules/http-error.ts'
import type { HttpErrorReason, IgnoredField, Version } from '../types/index.ts'

/** What the service says of a request besides its response: the request log shows it. */
export interface Remarks {
  /** Why it was refused. */
  readonly reason?: HttpErrorReason
  /** What of it did not count. */
  readonly ignored: readonly IgnoredField[]
}

/** How many ignored parts are noted. A body can have a mistake in every few bytes. */
const maxIgnored = 50
/** The longest name of a field that is noted. */
const maxNameLength = 200

/** Collects the parts of one request that do not count. */
export class IgnoredFields {
  readonly #noted: IgnoredField[] = []
  #more = 0

  readonly add: Ignore = (field, message) => {
    if (this.#noted.length === maxIgnored) this.#more += 1
    // Not shortened: the beginning of a key would not be recognized as one.
    else
      this.#noted.push({
        field: field.length > maxNameLength ? `(a name of ${field.length} characters)` : field,
        message,
      })
  }

  get all(): readonly IgnoredField[] {
    if (this.#more === 0) return this.#noted
    return [...this.#noted, { field: 'body', message: `${this.#more} more parts do not count` }]
  }
}

/** The reason of a refusal, with the clause of the version that was asked. */
export function reasonOf({ reason }: HttpError, version: Version | undefined): HttpErrorReason {
  const { clauses, ...rest } = reason
  const section = version && clauses?.[version]
  return section ? { ...rest, clause: `${version} ${section}` } : rest
}
