import type { ErrorDetails } from '../errors/error-classes.ts'
import type { EventLike } from '../hal/identified.ts'
import { idOf } from '../url/references.ts'

/** As much of an event as an update needs. */
type KnownEvent = Pick<EventLike, 'identifiers' | '_links'>

/** What a whole list told of its events, for finds that follow each other: where the service does not filter, one pass serves them all. */
export class EventIndex {
  readonly #namespace: string
  readonly #events = new Map<string, KnownEvent>()
  /** The ids of the events that have an identifier. Nearly always there is one: a set for each identifier would take most of the memory. */
  readonly #ids = new Map<string, string | Set<string>>()
  /** Whether the service was seen to leave filters unheeded. */
  filterIgnored = false
  /** The page that ended the pass; undefined until there was a whole one, and where a write may have changed what it told. */
  scanDetails: ErrorDetails | undefined

  /** @param namespace the service's own prefix, in which ids stand */
  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Adds an event, or what it has become: it is found by the identifiers that it has now. */
  add(event: EventLike): void {
    const { identifiers, _links } = event
    const id = this.remove(event)
    for (const each of identifiers) this.#put(each, id)
    this.#events.set(id, { identifiers, _links: { self: Reflect.get(_links ?? {}, 'self') } })
  }

  /**
   * Forgets an event.
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
