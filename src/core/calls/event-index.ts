import type { ErrorDetails } from '../errors/error-classes.ts'
import type { EventLike } from '../hal/identified.ts'
import { idOf } from '../url/references.ts'

/** Events by identifier, from one iteration through the list. If the service does not filter, several calls of `findEvent` share this iteration. */
export class EventIndex {
  readonly #namespace: string
  readonly #events = new Map<string, EventLike>()
  /** Event ids by identifier. An identifier nearly always belongs to one event, and a `Set` for each identifier would need much more memory. */
  readonly #ids = new Map<string, string | Set<string>>()
  /**
   * True after the service has sent events that the filter excludes, or after an iteration without a filter. Later calls of `findEvent` then send no
   * filter.
   */
  filterIgnored = false
  /**
   * Error details of the last page of a complete iteration. If set, the index has all events. Undefined before that, and after a failed write that
   * may make the index outdated.
   */
  scanDetails: ErrorDetails | undefined

  /** @param namespace the service's own prefix, as in `platform:ID` */
  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Adds an event. Replaces an older version of the event; the index then forgets the identifiers of that version. */
  add(event: EventLike): void {
    const id = this.remove(event)
    for (const each of event.identifiers) this.#put(each, id)
    this.#events.set(id, event)
  }

  /**
   * Removes an event.
   *
   * @returns its id
   */
  remove(event: EventLike): string {
    const id = idOf(event, this.#namespace)
    for (const each of this.#events.get(id)?.identifiers ?? []) this.#take(each, id)
    this.#events.delete(id)
    return id
  }

  /** The events that have one of these identifiers, by id. */
  having(identifiers: readonly string[]): Map<string, object> {
    const found = new Map<string, object>()
    for (const id of identifiers.flatMap((each) => this.#idsOf(each))) {
      const event = this.#events.get(id)
      if (event) found.set(id, event)
    }
    return found
  }

  #idsOf(identifier: string): string[] {
    const ids = this.#ids.get(identifier)
    return typeof ids === 'string' ? [ids] : [...(ids ?? [])]
  }

  #put(identifier: string, id: string): void {
    const ids = this.#ids.get(identifier)
    if (ids === undefined) this.#ids.set(identifier, id)
    else if (typeof ids !== 'string') ids.add(id)
    else if (ids !== id) this.#ids.set(identifier, new Set([ids, id]))
  }

  #take(identifier: string, id: string): void {
    const ids = this.#ids.get(identifier)
    if (typeof ids === 'object') ids.delete(id)
    else if (ids === id) this.#ids.delete(identifier)
  }
}
