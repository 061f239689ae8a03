import { mix } from './ids.ts'
import { Rows } from './rows.ts'

/** What has which text, by serials. The texts themselves are where the things are: here are their hashes alone. */
export class TextIndex {
  readonly #rows: Rows

  constructor(rows = new Rows(2)) {
    this.#rows = rows
  }

  add(text: string, serial: number): void {
    this.#rows.add([hashOf(text), serial])
  }

  delete(text: string, serial: number): void {
    this.#rows.delete([hashOf(text), serial])
  }

  /** The first that has a text, if any; whether it has, or another of the same hash, is for the asker to see. */
  find(text: string, has: (serial: number) => boolean): number | undefined {
    const hash = hashOf(text)
    let serial = -1
    do {
      const [found, next = 0] = this.#rows.first([hash, serial + 1]) ?? []
      if (found !== hash) return undefined
      serial = next
    } while (!has(serial))
    return serial
  }

  clone(): TextIndex {
    return new TextIndex(this.#rows.clone())
  }
}

/** 32 bits that every character counts for (FNV-1a, spread). */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return mix(hash)
}
