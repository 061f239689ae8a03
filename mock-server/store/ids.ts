const kinds = ['person', 'group', 'campaign', 'event', 'attendance', 'tag', 'tagging'] as const

/** The kinds of records that have ids. */
export type Kind = (typeof kinds)[number]

/** The form of ids (assumption `ids`). */
export type IdForm = 'uuid' | 'number'

/** Generates the ids and tokens of a service. Computes each from the seed and a serial number, so the store needs no index of ids. */
export interface Ids {
  readonly seed: string
  readonly form: IdForm
  /** The id of the record with this serial number. */
  idOf(kind: Kind, serial: number): string
  /**
   * The serial number of the only record that can have this id. Returns a number for every text, so the caller must compare the record's
   * id.
   */
  serialOf(kind: Kind, id: string): number
  token(serial: number): string
}

export const idsFrom = (seed: string, form: IdForm): Ids => ({
  seed,
  form,
  ...(form === 'uuid' ? uuids(seed) : numbers),
  token: (serial) => {
    const random = randomFrom(`${seed} token ${serial}`)
    return Array.from({ length: 4 }, () => hex8(random())).join('')
  },
})

type IdsByKind = Pick<Ids, 'idOf' | 'serialOf'>

// Records of two kinds never have the same number. No id is 0, because `serialOf` reads any text that is not a number as 0.
const numbers: IdsByKind = {
  idOf: (kind, serial) => String(serial * 8 + kinds.indexOf(kind) + 1),
  serialOf: (kind, id) => ((Number(id) || 0) - kinds.indexOf(kind) - 1) / 8,
}

/**
 * Generates UUIDs of version 4 (RFC 9562). The first 32 bits are the serial number, mixed reversibly. The other bits are a hash of the
 * first 32 bits.
 */
function uuids(seed: string): IdsByKind {
  const salts = new Map(
    kinds.map((kind) => {
      const random = randomFrom(`${seed} ${kind}`)
      return [kind, [random(), random(), random(), random()]] as const
    }),
  )
  return {
    idOf: (kind, serial) => {
      const [first = 0, second = 0, third = 0, fourth = 0] = salts.get(kind) ?? []
      const a = mix(serial ^ first)
      const b = mix(a ^ second)
      const c = mix(b ^ third)
      const d = mix(c ^ fourth)
      const version = (b & 0x0fff) | 0x4000
      const variant = ((c >>> 16) & 0x3fff) | 0x8000
      // `join` makes one flat string. `+` and templates would keep references to the pieces, which take several times the memory.
      return [hex8(a), hex4(b >>> 16), hex4(version), hex4(variant), hex4(c & 0xffff) + hex8(d)].join('-')
    },
    serialOf: (kind, id) => (unmix(Number.parseInt(id.slice(0, 8), 16)) ^ (salts.get(kind)?.[0] ?? 0)) >>> 0,
  }
}

const hex4 = (bits: number): string => bits.toString(16).padStart(4, '0')

// Converts in two halves, because `toString` is slow for 32-bit numbers.
const hex8 = (word: number): string => hex4(word >>> 16) + hex4(word & 0xffff)

/** Mixes the bits of a 32-bit number (murmur3). {@link unmix} reverses it, so two numbers never have the same result. */
function mix(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Reverses {@link mix}: does the same steps in reverse order, with the inverse factors. */
function unmix(hash: number): number {
  let word = Math.imul(hash ^ (hash >>> 16), 0x7ed1b41d)
  word = Math.imul(word ^ (word >>> 13) ^ (word >>> 26), 0xa5cb9243)
  return (word ^ (word >>> 16)) >>> 0
}

/** Returns whole numbers from 0 to 2^32 - 1. */
export type Random = () => number

/** Makes a pseudorandom generator (sfc32), which returns the same numbers for the same seed. */
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
