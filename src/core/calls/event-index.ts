import type { ErrorDetails } from '../errors/error-classes.ts'
import { identifiersIn } from '../hal/identified.ts'
import { idOf } from '../hal/ids.ts'

/** The id of an event, or all of its JSON if it is an invalid event without an id. */
export function keyOf(event: object, namespace?: string): string {
  try {
    return idOf(event, namespace)
  } catch {
    return JSON.stringify(event)
  }
}

/**
 * What one run of upserts knows: the events that it wrote, whatever the list says, because a list may show a new event late. If the service does not
 * filter, also all events of the list, so that several calls of `findEvent` share one iteration.
 */
export class EventIndex {
  readonly #namespace: string
  readonly #events = new Map<string, object>()
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
  /** Events that this run wrote, by id. False after a write with an unknown outcome: the event may have other values than the index knows. */
  readonly #written = new Map<string, boolean>()
  /** Event ids by identifiers that a write sent, but that its response did not show. */
  readonly #sent = new Map<string, string>()
  /** Identifiers of creates with an unknown outcome. */
  readonly #lost = new Set<string>()
  #turn: Promise<unknown> = Promise.resolve()

  /** @param namespace the service's own prefix, as in `platform:ID` */
  constructor(namespace: string) {
    this.#namespace = namespace
  }

  /** Runs the calls of a run one after another, because each must know what the calls before it wrote. */
  inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#turn.then(work)
    this.#turn = result.catch(() => {})
    return result
  }

  /** Adds an event of the list. No-op for an event that this run wrote, because the list may show an older version. */
  add(event: object): void {
    if (!this.#written.has(keyOf(event, this.#namespace))) this.#set(event)
  }

  /**
   * Adds an event that this run wrote.
   *
   * @param identifiers those that were sent
   * @param isSure whether the service has the event as it is here
   */
  wrote(event: object, identifiers: readonly string[], isSure = true): void {
    const id = this.#set(event)
    this.#written.set(id, isSure)
    for (const each of identifiers) {
      this.#lost.delete(each)
      if (!identifiersIn(event).includes(each)) this.#sent.set(each, id)
    }
  }

  /** Remembers a create with an unknown outcome. */
  lose(identifiers: readonly string[]): void {
    this.scanDetails = undefined
    for (const each of identifiers) this.#lost.add(each)
  }

  /** Whether a create with one of these identifiers had an unknown outcome. */
  hasLost = (identifiers: readonly string[]): boolean => identifiers.some((each) => this.#lost.has(each))

  /** Whether the service has the event as the client knows it. */
  isSure = (event: object): boolean => this.#written.get(keyOf(event, this.#namespace)) ?? true

  withId = (id: string): object | undefined => this.#events.get(id)

  /** The event as this run wrote it, else the event itself. */
  latest(event: object): object {
    const id = keyOf(event, this.#namespace)
    return (this.#written.has(id) && this.#events.get(id)) || event
  }

  /** The events that this run wrote and that have one of these identifiers, by id. */
  written = (identifiers: readonly string[]): Map<string, object> =>
    new Map([...this.having(identifiers)].filter(([id]) => this.#written.has(id)))

  /** The event of this run to which all of these identifiers belong. */
  writtenWithAll(identifiers: readonly string[]): object | undefined {
    const ids = new Set(identifiers.flatMap((each) => this.#idsOf(each)))
    const [id = ''] = ids
    const event = ids.size === 1 && this.#written.has(id) ? this.#events.get(id) : undefined
    return event && identifiers.every((each) => identifiersIn(event).includes(each)) ? event : undefined
  }

  /** An event of this run with one of these identifiers, which was sent but not shown. */
  sentWith(identifiers: readonly string[]): object | undefined {
    return identifiers.map((each) => this.#events.get(this.#sent.get(each) ?? '')).find((event) => event !== undefined)
  }

  /** Forgets an event that the service does not have any more, and what the list had. */
  forget(event: object): void {
    this.#remove(event)
    this.scanDetails = undefined
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

  /** Adds an event. Replaces an older version of the event; the index then forgets the identifiers of that version. */
  #set(event: object): string {
    const id = this.#remove(event)
    for (const each of identifiersIn(event)) this.#put(each, id)
    this.#events.set(id, event)
    return id
  }

  /**
   * Removes an event.
   *
   * @returns its id
   */
  #remove(event: object): string {
    const id = keyOf(event, this.#namespace)
    for (const each of identifiersIn(this.#events.get(id) ?? {})) this.#take(each, id)
    this.#events.delete(id)
    this.#written.delete(id)
    return id
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
