/** Before each entry: its serial and its length, in four bytes each. */
const head = 8

/** Bytes that are written from the start to the end and never changed, so that anybody may share them. */
export class Segment {
  readonly #bytes: Uint8Array
  readonly #view: DataView
  #end = 0

  constructor(size: number) {
    this.#bytes = new Uint8Array(size)
    this.#view = new DataView(this.#bytes.buffer)
  }

  /** How many bytes it has, written or not. */
  get size(): number {
    return this.#bytes.length
  }

  /** How many bytes an entry takes. */
  static taken(entry: Uint8Array): number {
    return head + entry.length
  }

  takes(entry: Uint8Array): boolean {
    return this.#end + Segment.taken(entry) <= this.size
  }

  /** Writes an entry behind all others; returns its place. */
  write(serial: number, entry: Uint8Array): number {
    const at = this.#end
    this.#view.setUint32(at, serial)
    this.#view.setUint32(at + 4, entry.length)
    this.#bytes.set(entry, at + head)
    this.#end += Segment.taken(entry)
    return at
  }

  /** The entry at a place. */
  read(at: number): Uint8Array {
    return this.#bytes.subarray(at + head, at + head + this.#view.getUint32(at + 4))
  }

  /** Every entry with its serial and its place, whosever it is. */
  *entries(): Generator<readonly [serial: number, at: number, entry: Uint8Array]> {
    for (let at = 0; at < this.#end; ) {
      const entry = this.read(at)
      yield [this.#view.getUint32(at), at, entry]
      at += Segment.taken(entry)
    }
  }
}
