import { Segment } from './segment.ts'
import { Vector } from './vector.ts'

/** Most bytes of a usual segment: each costs some objects, and what is left in use of a sparse one is moved at once. */
export const segmentSize = 2 ** 18

/** Bytes of the first one, since a service of three events has one too; each is twice as large as the one before. */
const smallest = 2 ** 15

/** What is filled by a store and all its clones. */
interface End {
  segment: Segment
}

/** The segments that somebody has something in, and how much. A clone takes no time, and goes on writing where this one does. */
export class Segments {
  readonly #end: End
  /** By numbers, which are given again. */
  readonly #segments: Vector<Segment | undefined>
  /** How many bytes are in use; for a number that is free, one more than the next number that is, or 0. */
  readonly #usedOf: Vector<number>
  /** One more than a number that is free; 0 if none is. */
  #free = 0
  /** Number of the segment that this one wrote to last. */
  #last = -1
  #held = 0
  #used = 0

  constructor(
    end: End = { segment: new Segment(0) },
    segments = Vector.ofItems<Segment | undefined>(),
    usedOf = Vector.ofCounts(),
  ) {
    this.#end = end
    this.#segments = segments
    this.#usedOf = usedOf
  }

  /** Numbers stand below it. */
  get length(): number {
    return this.#segments.length
  }

  /** Bytes of all segments. */
  get held(): number {
    return this.#held
  }

  /** Bytes that are in use. */
  get used(): number {
    return this.#used
  }

  at(number: number): Segment | undefined {
    return this.#segments.at(number)
  }

  /** Writes an entry behind all others: to the last segment, or to one of its own if it is larger than those. */
  write(serial: number, entry: Uint8Array): readonly [number: number, at: number] {
    const taken = Segment.taken(entry)
    const number = taken > segmentSize ? this.#add(new Segment(taken)) : this.#lastFor(entry)
    this.#use(number, taken)
    return [number, this.at(number)?.write(serial, entry) ?? 0]
  }

  /** Notes that an entry is not in use any more. */
  drop(number: number, entry: Uint8Array): void {
    this.#use(number, -Segment.taken(entry))
    if (this.#usedOf.at(number) === 0 && number !== this.#last) this.remove(number)
  }

  /** Whether nothing is written to a segment any more, and less than half of it is in use. */
  isSparse(number: number): boolean {
    const segment = this.at(number)
    return segment !== undefined && number !== this.#last && 2 * (this.#usedOf.at(number) ?? 0) < segment.size
  }

  remove(number: number): void {
    this.#held -= this.at(number)?.size ?? 0
    this.#used -= this.#usedOf.at(number) ?? 0
    this.#segments.set(number, undefined)
    this.#usedOf.set(number, this.#free)
    this.#free = number + 1
  }

  clone(): Segments {
    const other = new Segments(this.#end, this.#segments.clone(), this.#usedOf.clone())
    other.#free = this.#free
    other.#last = this.#last
    other.#held = this.#held
    other.#used = this.#used
    return other
  }

  #lastFor(entry: Uint8Array): number {
    const { segment } = this.#end
    if (!segment.takes(entry)) {
      const size = Math.max(smallest, 2 * segment.size, Segment.taken(entry))
      this.#end.segment = new Segment(Math.min(size, segmentSize))
    }
    // A clone may have begun another one.
    if (this.at(this.#last) !== this.#end.segment) this.#last = this.#add(this.#end.segment)
    return this.#last
  }

  #add(segment: Segment): number {
    const number = this.#free > 0 ? this.#free - 1 : this.#segments.length
    if (this.#free > 0) this.#free = this.#usedOf.at(number) ?? 0
    this.#segments.set(number, segment)
    this.#usedOf.set(number, 0)
    this.#held += segment.size
    return number
  }

  #use(number: number, bytes: number): void {
    this.#usedOf.set(number, (this.#usedOf.at(number) ?? 0) + bytes)
    this.#used += bytes
  }
}
