import { mix, randomFrom } from './random.ts'

/** UUIDs of the numbers below 2^32, and back. */
export interface Uuids {
  of(serial: number): string
  /** Undefined for a text that is the UUID of no number. */
  serialOf(id: string): number | undefined
}

/**
 * The first 32 bits are the number itself, shuffled by a Feistel network so that it can be read back; all others are hashed
 * from it, and the version and variant are those of a random UUID (RFC 9562).
 */
export function uuidsFrom(seed: string): Uuids {
  const random = randomFrom(seed)
  const rounds = [random(), random(), random(), random()] as const
  const [second, third, fourth] = [random(), random(), random()]
  const of = (serial: number): string => {
    const first = shuffle(serial, rounds)
    const b = mix(serial ^ second)
    const c = mix(b ^ third)
    return spelled(first, b, c, mix(c ^ fourth))
  }
  // The same few are asked for over and over: who made an event, and whose it is.
  let last: { readonly id: string; readonly serial: number } | undefined
  return {
    of,
    serialOf: (id) => {
      if (id === last?.id) return last.serial
      if (id.length !== 36) return undefined
      const first = Number.parseInt(id.slice(0, 8), 16)
      const serial = Number.isNaN(first) ? 0 : unshuffle(first, rounds)
      if (of(serial) !== id) return undefined
      last = { id, serial }
      return serial
    },
  }
}

type Rounds = readonly [number, number, number, number]

const half = (word: number, round: number): number => mix(word ^ round) & 0xffff

function shuffle(word: number, [a, b, c, d]: Rounds): number {
  let [left, right] = [word >>> 16, word & 0xffff]
  left ^= half(right, a)
  right ^= half(left, b)
  left ^= half(right, c)
  right ^= half(left, d)
  return ((left << 16) | right) >>> 0
}

function unshuffle(word: number, [a, b, c, d]: Rounds): number {
  let [left, right] = [word >>> 16, word & 0xffff]
  right ^= half(left, d)
  left ^= half(right, c)
  right ^= half(left, b)
  left ^= half(right, a)
  return ((left << 16) | right) >>> 0
}

const digits = Array.from('0123456789abcdef', (digit) => digit.charCodeAt(0))
const dash = '-'.charCodeAt(0)
const codes = Array.from({ length: 36 }, () => dash)

// All characters at once: text that is put together from pieces stays in pieces, which are several times as large.
function spelled(a: number, b: number, c: number, d: number): string {
  put(0, a, 28)
  put(4, a, 12)
  put(9, b, 28)
  put(14, (b & 0x0fff) | 0x4000, 12)
  put(19, ((c >>> 16) & 0x3fff) | 0x8000, 12)
  put(24, c, 12)
  put(28, d, 28)
  put(32, d, 12)
  return String.fromCharCode(...codes)
}

/** Puts four digits of a word at a place. */
function put(at: number, word: number, shift: number): void {
  for (let digit = 0; digit < 4; digit += 1) {
    codes[at + digit] = digits[(word >>> (shift - 4 * digit)) & 15] ?? dash
  }
}
