/** Headers that carry a key, in one version or the other (v1 §5.1, v2 §5.1). */
export const keyHeaders = ['api-key', 'osdi-api-token'] as const
/** The longest text that is taken for a key. A longer one is taken out of its own header and looked for nowhere else. */
const longestKey = 512
/** How many keys that the service does not know are remembered. */
const remembered = 100

/** The last keys that requests sent without the service knowing them. */
export class Strangers {
  #keys: readonly string[] = []

  /** A list that never changes: once another key comes there is another list. */
  get keys(): readonly string[] {
    return this.#keys
  }

  /** Remembers what stands in the key headers of a request. */
  remember(header: (name: string) => string | undefined, isKnown: (key: string) => boolean): void {
    for (const name of keyHeaders) {
      const value = header(name)
      // What nearly every request sends: one key, and that of the service.
      if (value === undefined || (!value.includes(',') && isKnown(value))) continue
      const fresh = keysIn(value).filter((key) => !isKnown(key) && !this.#keys.includes(key))
      if (fresh.length > 0) this.#keys = [...this.#keys, ...new Set(fresh)].slice(-remembered)
    }
  }
}

/** What may be a key in the value of a key header: the whole, and its parts where several were sent. */
const keysIn = (value: string): readonly string[] =>
  [value, ...value.split(',')].map((part) => part.trim()).filter((part) => part !== '' && part.length <= longestKey)
