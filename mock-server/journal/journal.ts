import { MockServiceError } from '../errors.ts'
import type { Received } from '../http/received.ts'
import type { World } from '../service/world.ts'
import type { JournalEntry, RequestJournal } from '../types.ts'
import { isNoted, type Noted, noted, type Outcome, shownAgain, shownEntry } from './noted.ts'
import { methodsOf } from './reading.ts'
import { Secrets } from './secrets.ts'

/** The last requests that reached the service. Nothing that it hands out holds a key. */
export class Journal {
  readonly #size: number
  /** A ring: the oldest one is the first, or the next to be overwritten once it is full. Raw until somebody looks. */
  #ring: (Noted | JournalEntry)[] = []
  #next = 0
  #count = 0
  #cleared = 0
  #on: boolean
  readonly #secrets: Secrets
  #methods: object
  /** Which journal the methods of arrays mean, those that were taken from earlier ones too. */
  #present: { journal: Journal } = { journal: this }
  #reading: RequestJournal | undefined
  /** Who is told, of this run and of later ones. */
  #watching = new Set<() => void>()

  constructor({ store }: World, size: number) {
    this.#secrets = new Secrets(store)
    this.#size = size
    this.#on = size > 0
    const present = this.#present
    this.#methods = methodsOf({
      clear: () => present.journal.#clear(),
      record: (on) => present.journal.#record(on),
      state: () => present.journal.#state(),
    })
  }

  /** Takes the place of the journal of an earlier run: switched on or off as that was. */
  follow(previous: Journal): void {
    this.#on = previous.#on
    this.#methods = previous.#methods
    this.#present = previous.#present
    this.#present.journal = this
    this.#watching = previous.#watching
  }

  /** Calls back after every request that was noted and after every clearing, until the function that it returns is called. */
  watch(tell: () => void): () => void {
    this.#watching.add(tell)
    return () => this.#watching.delete(tell)
  }

  /** How many requests were noted, and after how many it was cleared last. */
  get position(): { readonly count: number; readonly cleared: number } {
    return { count: this.#count, cleared: this.#cleared }
  }

  /** Notes a request and what became of it; what is shown of it is worked out when somebody looks. */
  note(received: Received, outcome: Outcome): void {
    if (this.#size === 0) return
    this.#secrets.remember(received)
    if (this.#secrets.areTooMany) this.#forget(received)
    if (!this.#on) return
    this.#count += 1
    this.#ring[this.#next] = noted(this.#count, received, outcome)
    this.#next = (this.#next + 1) % this.#size
    this.#reading = undefined
    for (const tell of this.#watching) tell()
  }

  /** The entries as they are now. */
  get entries(): RequestJournal {
    this.#redact()
    this.#reading ??= this.#read()
    return this.#reading
  }

  #read(): RequestJournal {
    const entries = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
    // The methods stand on the prototype: compared or printed, it is an array of entries and nothing else.
    return Object.freeze(Object.setPrototypeOf(entries, this.#methods))
  }

  /** Works out what is shown of every request, without the keys that there are by now. */
  #redact(): void {
    const { all, fresh } = this.#secrets.redactors()
    if (fresh) this.#reading = undefined
    if (this.#reading) return
    this.#ring = this.#ring.map((one) => {
      if (isNoted(one)) return shownEntry(one, all)
      return fresh ? shownAgain(one, fresh) : one
    })
  }

  /** Forgets keys, once none of them stands in what was noted; those of the request that is noted next are not among them. */
  #forget(next: Received): void {
    this.#redact()
    this.#secrets.forget()
    this.#secrets.remember(next)
  }

  #state(): { readonly on: boolean; readonly dropped: number } {
    return { on: this.#on, dropped: this.#count - this.#cleared - this.#ring.length }
  }

  #clear(): void {
    this.#ring = []
    this.#next = 0
    this.#cleared = this.#count
    this.#reading = undefined
    for (const tell of this.#watching) tell()
  }

  #record(on: boolean): void {
    if (typeof on !== 'boolean') throw new MockServiceError('argument', 'on', 'must be true or false')
    if (on && this.#size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no journal (option journal: 0)')
    this.#on = on
  }
}
