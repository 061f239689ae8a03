const kinds = ['person', 'group', 'campaign', 'event', 'attendance'] as const

/** What the service gives ids to. */
export type Kind = (typeof kinds)[number]

/** How ids look (assumption `ids`). */
export type IdForm = 'uuid' | 'number'

/** Ids and tokens of one service. Each follows from the seed and from how many were made before: nothing is remembered. */
export interface Ids {
  readonly seed: string
  readonly form: IdForm
  /** The id of the thing of a kind that was made after so many others of it. */
  idOf(kind: Kind, serial: number): string
  /** Undo of `idOf`: undefined for a text that is the id of no such thing. */
  serialOf(kind: Kind, id: string): number | undefined
  token(serial: number): string
}

export const idsFrom = (seed: string, form: IdForm): Ids => ({
  seed,
  form,
  ...(form === 'uuid' ? uuids(seed) : numbers),
  token: (serial) => {
    const random = randomFrom(`${seed} token ${serial}`)
    return hex(random) + hex(random) + hex(random) + hex(random)
  },
})

const hex = (random: Random): string => random().toString(16).padStart(8, '0')

function uuids(seed: string): Pick<Ids, 'idOf' | 'serialOf'> {
  const of: Readonly<Record<Kind, Uuids>> = {
    person: uuidsFrom(`${seed} person`),
    group: uuidsFrom(`${seed} group`),
    campaign: uuidsFrom(`${seed} campaign`),
    event: uuidsFrom(`${seed} event`),
    attendance: uuidsFrom(`${seed} attendance`),
  }
  return { idOf: (kind, serial) => of[kind].of(serial), serialOf: (kind, id) => of[kind].serialOf(id) }
}

// No two kinds share a number, and none of them is 0.
const numbers: Pick<Ids, 'idOf' | 'serialOf'> = {
  idOf: (kind, serial) => String(serial * 8 + kinds.indexOf(kind) + 1),
  serialOf: (kind, id) => {
    if (!/^[1-9]\d{0,14}$/.test(id)) return undefined
    const serial = (Number(id) - kinds.indexOf(kind) - 1) / 8
    return serial >= 0 && Number.isInteger(serial) ? serial : undefined
  },
}

/** Numbers from 0 up to 2^32, the same for the same seed. */
export type Random = () => number

/** Spreads every bit of a word over all of it; no two words come out the same (murmur3). */
export function mix(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** A generator (sfc32) whose state is hashed from a text. */
export function randomFrom(seed: string): Random {
  let hash = 0x811c9dc5
  const word = (): number => {
    hash = mix(hash)
    return hash
  }
  for (let at = 0; at < seed.length; at += 1) hash = Math.imul(hash ^ seed.charCodeAt(at), 0x01000193)
  let [a, b, c, counter] = [word(), word(), word(), 1]
  const next = (): number => {
    const sum = (a + b + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return sum >>> 0
  }
  for (let round = 0; round < 12; round += 1) next()
  return next
}

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
