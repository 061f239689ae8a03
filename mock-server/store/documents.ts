import { Segments, segmentSize } from './segments.ts'
import { Vector } from './vector.ts'

/** Bytes that may be held for nothing, however few are in use: to look for them would cost more. */
const slack = 2 ** 20

/**
 * JSON documents by their serials, as bytes outside of the heap. None is ever changed: what replaces it is written behind all
 * others, and a clone, which takes no time, shares all that there is. Once more than half of all bytes are not in use, each
 * new document makes one segment be looked at: where that is sparse, what is in use moves to the end, and the segment goes.
 */
export class Documents {
  readonly #segments: Segments
  /** Where each document is: its segment's number times the size of segments, its place there, and 1; 0 for none. */
  readonly #places: Vector<number>
  /** Number of the segment to be looked at next. */
  #hand = 0

  constructor(segments = new Segments(), places = Vector.ofNumbers()) {
    this.#segments = segments
    this.#places = places
  }

  /** Bytes that are taken, in use or not. */
  get held(): number {
    return this.#segments.held
  }

  at(serial: number): unknown {
    const entry = this.#entryAt(this.#placeOf(serial))
    return entry && JSON.parse(decoder.decode(entry))
  }

  /** Puts a document in the place of the one of its serial, if there is one. */
  set(serial: number, document: object): void {
    const before = this.#placeOf(serial)
    const dropped = this.#entryAt(before)
    this.#write(serial, encoded(JSON.stringify(document)))
    if (dropped) this.#segments.drop(Math.floor(before / segmentSize), dropped)
    if (this.held > 2 * this.#segments.used + slack) this.#sweep()
  }

  clone(): Documents {
    const other = new Documents(this.#segments.clone(), this.#places.clone())
    other.#hand = this.#hand
    return other
  }

  /** Below 0 if there is none. */
  #placeOf(serial: number): number {
    return (this.#places.at(serial) ?? 0) - 1
  }

  #entryAt(place: number): Uint8Array | undefined {
    return place < 0 ? undefined : this.#segments.at(Math.floor(place / segmentSize))?.read(place % segmentSize)
  }

  #write(serial: number, entry: Uint8Array): void {
    const [number, at] = this.#segments.write(serial, entry)
    this.#places.set(serial, number * segmentSize + at + 1)
  }

  #sweep(): void {
    const number = this.#hand
    this.#hand = (number + 1) % this.#segments.length
    if (!this.#segments.isSparse(number)) return
    for (const [serial, at, entry] of this.#segments.at(number)?.entries() ?? []) {
      if (this.#placeOf(serial) === number * segmentSize + at) this.#write(serial, entry)
    }
    this.#segments.remove(number)
  }
}

const encoder = new TextEncoder()
const decoder = new TextDecoder()
const buffer = new Uint8Array(segmentSize)

/** A text in bytes, which are good until the next one is asked for. */
function encoded(text: string): Uint8Array {
  if (text.length * 3 > segmentSize) return encoder.encode(text)
  return buffer.subarray(0, encoder.encodeInto(text, buffer).written)
}
