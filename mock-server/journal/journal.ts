import { MockServiceError } from '../errors.ts'
import type { Received } from '../http/received.ts'
import type { World } from '../service/world.ts'
import type { JournalEntry, RequestJournal } from '../types.ts'
import { KeyIndex } from './key-index.ts'
import { type Noted, noted, type Outcome, shownEntry } from './noted.ts'
import { methodsOf } from './reading.ts'
import { Redactor } from './redact.ts'
import { Strangers } from './strangers.ts'

/** The last requests that reached the service. Nothing that it hands out holds a key. */
export class Journal {
  readonly #store: World['store']
  readonly #size: number
  /** A ring: the oldest one is the first, or the next to be overwritten once it is full. Raw until somebody looks. */
  #ring: (Noted | JournalEntry)[] = []
  #next = 0
  #count = 0
  #cleared = 0
  #on: boolean
  readonly #strangers = new Strangers()
  readonly #known = new KeyIndex()
  #keysAdded = 0
  #redactor: { readonly strangers: readonly string[]; readonly redactor: Redactor } | undefined
  readonly #methods: object
  #reading: RequestJournal | undefined

  constructor({ store }: World, size: number) {
    this.#store = store
    this.#size = size
    this.#on = size > 0
    this.#methods = methodsOf({
      clear: () => this.#clear(),
      record: (on) => this.#record(on),
      state: () => ({ on: this.#on, dropped: this.#count - this.#cleared - this.#ring.length }),
    })
  }

  /** Notes a request and what became of it; what is shown of it is worked out when somebody looks. */
  note(received: Received, outcome: Outcome): void {
    if (this.#size === 0) return
    const { keys } = this.#store
    this.#strangers.remember(received.incoming.header, (key) => keys.has(key))
    if (!this.#on) return
    this.#count += 1
    this.#ring[this.#next] = noted(this.#count, received, outcome, this.#strangers.keys)
    this.#next = (this.#next + 1) % this.#size
    this.#reading = undefined
  }

  /** The entries as they are now. */
  get entries(): RequestJournal {
    this.#reading ??= this.#read()
    return this.#reading
  }

  #read(): RequestJournal {
    this.#ring = this.#ring.map((one) => ('strangers' in one ? shownEntry(one, this.#redactorFor(one.strangers)) : one))
    const entries = [...this.#ring.slice(this.#next), ...this.#ring.slice(0, this.#next)]
    // The methods stand on the prototype: compared or printed, it is an array of entries and nothing else.
    return Object.freeze(Object.setPrototypeOf(entries, this.#methods))
  }

  #redactorFor(strangers: readonly string[]): Redactor {
    const { tokens } = this.#store
    for (const token of tokens.slice(this.#keysAdded, tokens.length)) this.#known.add(token)
    this.#keysAdded = tokens.length
    if (this.#redactor?.strangers !== strangers) {
      const strange = new KeyIndex()
      for (const key of strangers) strange.add(key)
      this.#redactor = { strangers, redactor: new Redactor(this.#known, strange) }
    }
    return this.#redactor.redactor
  }

  #clear(): void {
    this.#ring = []
    this.#next = 0
    this.#cleared = this.#count
    this.#reading = undefined
  }

  #record(on: boolean): void {
    if (typeof on !== 'boolean') throw new MockServiceError('argument', 'on', 'must be true or false')
    if (on && this.#size === 0)
      throw new MockServiceError('argument', 'on', 'this service keeps no journal (option journal: 0)')
    this.#on = on
  }
}
