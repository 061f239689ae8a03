import type { Bytes } from './bytes.ts'
import { isPlainText } from './json.ts'

/** Bytes of memory that is asked for at once, and taken in parts. */
const slabSize = 64 * 1024
/** A text up to this length is gone through by hand: to ask the platform takes longer. */
const short = 32
/** Bytes of UTF-8 that a character takes at the most, as it stands in a text. */
const widest = 3

/** Signs of JSON, by their codes. */
export const sign = { quote: 0x22, comma: 0x2c, open: 0x7b, close: 0x7d, openList: 0x5b, closeList: 0x5d }
const backslash = 0x5c
const firstPlain = 0x20
const lastOfAscii = 0x7f

const encoder = new TextEncoder()

/**
 * Writes JSON as bytes of UTF-8, each piece once. A text that is put together from pieces is written when they are, when it
 * becomes one and when it is encoded, and leaves them all as garbage. What is written lies in slabs: each piece that is taken
 * holds on to its slab, so that what is to stay has to be copied.
 */
export class JsonWriter {
  #slab: Bytes = new Uint8Array(slabSize)
  #start = 0
  #end = 0

  /** What was written since something was taken or dropped. */
  take(): Bytes {
    const taken = this.#slab.subarray(this.#start, this.#end)
    this.#start = this.#end
    if (this.#slab.length === slabSize) return taken
    this.drop()
    return taken.slice()
  }

  /** Forgets what was not taken. */
  drop(): void {
    this.#end = this.#start
    // One that was made for something long does not stay.
    if (this.#slab.length > slabSize) this.#begin(slabSize)
  }

  /** How many bytes were written and not taken. */
  get length(): number {
    return this.#end - this.#start
  }

  /** JSON, or a part of it, that is bytes already. */
  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#slab.set(bytes, this.#end)
    this.#end += bytes.length
  }

  /** What was written from one length to another, once more. */
  again(from: number, to: number): void {
    this.#reserve(to - from)
    this.#slab.copyWithin(this.#end, this.#start + from, this.#start + to)
    this.#end += to - from
  }

  /** One of the signs. */
  sign(code: number): void {
    this.#reserve(1)
    this.#slab[this.#end] = code
    this.#end += 1
  }

  /** JSON, or a part of it, whose characters are all of ASCII. */
  ascii(text: string): void {
    this.#reserve(text.length)
    const slab = this.#slab
    const from = this.#end
    for (let at = 0; at < text.length; at += 1) slab[from + at] = text.charCodeAt(at)
    this.#end += text.length
  }

  /** A text as a string of JSON. */
  string(text: string): void {
    this.#reserve(text.length * widest + 2)
    if (text.length <= short && this.#putPlain(text)) return
    if (isPlainText(text)) this.#encode(text)
    else this.#escape(JSON.stringify(text))
  }

  /** Puts a short text between quotation marks, unless it is not of ASCII or something in it is written otherwise. */
  #putPlain(text: string): boolean {
    const slab = this.#slab
    const from = this.#end + 1
    const { length } = text
    for (let at = 0; at < length; at += 1) {
      const code = text.charCodeAt(at)
      if (code < firstPlain || code > lastOfAscii || code === sign.quote || code === backslash) return false
      slab[from + at] = code
    }
    slab[from - 1] = sign.quote
    slab[from + length] = sign.quote
    this.#end = from + length + 1
    return true
  }

  #encode(text: string): void {
    const slab = this.#slab
    slab[this.#end] = sign.quote
    const end = this.#end + 1 + encoder.encodeInto(text, slab.subarray(this.#end + 1)).written
    slab[end] = sign.quote
    this.#end = end + 1
  }

  #escape(json: string): void {
    this.#reserve(json.length * widest)
    this.#end += encoder.encodeInto(json, this.#slab.subarray(this.#end)).written
  }

  /** Makes room; where the slab has none, what was begun moves to a new one. */
  #reserve(bytes: number): void {
    if (this.#end + bytes <= this.#slab.length) return
    const begun = this.#slab.subarray(this.#start, this.#end)
    this.#begin(Math.max(slabSize, 2 * (begun.length + bytes)))
    this.#slab.set(begun)
    this.#end = begun.length
  }

  #begin(size: number): void {
    this.#slab = new Uint8Array(size)
    this.#start = 0
    this.#end = 0
  }
}
