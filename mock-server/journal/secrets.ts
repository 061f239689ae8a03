import type { Received } from '../http/received.ts'
import type { World } from '../service/world.ts'
import { KeyIndex } from './key-index.ts'
import { mark, Redactor } from './redact.ts'
import { Strangers } from './strangers.ts'

/** What has to be taken out of entries. */
export interface Redactors {
  /** Every key that there is by now. */
  readonly all: Redactor
  /** Those that there were not when this was last asked for; undefined where there are none. */
  readonly fresh: Redactor | undefined
}

/** The keys that no entry may show: those of the service, and those that came without the service knowing them. */
export class Secrets {
  readonly #store: World['store']
  readonly #strangers = new Strangers()
  readonly #known = new KeyIndex()
  #strange = new KeyIndex()
  #knownIndexed = 0
  #strangeIndexed = 0

  constructor(store: World['store']) {
    this.#store = store
  }

  /** Remembers keys of a request that the service does not know. */
  remember({ incoming }: Received): void {
    const { keys } = this.#store
    this.#strangers.remember(incoming.header, (key) => keys.has(key))
  }

  /** Whether there are so many strange keys that, once nothing waits to be redacted, it is time to forget. */
  get areTooMany(): boolean {
    return this.#strangers.areTooMany
  }

  /** Forgets strange keys but for the last ones. */
  forget(): void {
    this.#strangers.forget()
    this.#strange = indexOf(this.#strangers.keys)
    this.#strangeIndexed = this.#strangers.size
  }

  redactors(): Redactors {
    const { tokens } = this.#store
    const known = tokens.slice(this.#knownIndexed, tokens.length)
    const strange = this.#strangers.size > this.#strangeIndexed ? this.#strangers.keys.slice(this.#strangeIndexed) : []
    for (const key of known) this.#known.add(key)
    for (const key of strange) this.#strange.add(key)
    this.#knownIndexed = tokens.length
    this.#strangeIndexed = this.#strangers.size
    // In what is redacted already there is nothing to be found but the mark.
    const fresh = [...known, ...strange].filter((key) => !mark.includes(key.toLowerCase()))
    return {
      all: new Redactor(this.#known, this.#strange),
      fresh: fresh.length > 0 ? new Redactor(indexOf(fresh)) : undefined,
    }
  }
}

function indexOf(keys: readonly string[]): KeyIndex {
  const index = new KeyIndex()
  for (const key of keys) index.add(key)
  return index
}
