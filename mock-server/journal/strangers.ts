/** Headers that carry a key, in one version or the other (v1 §5.1, v2 §5.1). */
export const keyHeaders = ['api-key', 'osdi-api-token'] as const
/** The longest text that is taken for a key. A longer one is taken out of its own header and looked for nowhere else. */
const longestKey = 512
/** How many of the last keys that the service does not know are never forgotten. */
const remembered = 100
/** More of them are forgotten but for the last ones. */
const most = 1000

/** Keys that requests sent without the service knowing them, the last ones at least. */
export class Strangers {
  #keys: Set<string> = new Set()

  /** In the order in which they came. */
  get keys(): readonly string[] {
    return [...this.#keys]
  }

  get size(): number {
    return this.#keys.size
  }

  /** Whether there are so many that it is time to forget. */
  get areTooMany(): boolean {
    return this.#keys.size > most
  }

  /** Remembers what stands in the key headers of a request. */
  remember(header: (name: string) => string | undefined, isKnown: (key: string) => boolean): void {
    for (const name of keyHeaders) {
      const value = header(name)
      // What nearly every request sends: one key, and that of the service.
      if (value === undefined || (!value.includes(',') && isKnown(value))) continue
      const fresh = keysIn(value).filter((key) => !isKnown(key))
      for (const key of fresh.slice(-remembered)) this.#keys.add(key)
    }
  }

  /** Forgets all but the last ones. */
  forget(): void {
    this.#keys = new Set(this.keys.slice(-remembered))
  }
}

/** What may be a key in the value of a key header: the whole, and its parts where several were sent. */
const keysIn = (value: string): readonly string[] =>
  [value, ...value.split(',')].map((part) => part.trim()).filter((part) => part !== '' && part.length <= longestKey)
