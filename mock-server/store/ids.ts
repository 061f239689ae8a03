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
  /** Undo of `idOf`. Any text has a serial: whether that has this id is for the asker to see. */
  serialOf(kind: Kind, id: string): number
  token(serial: number): string
}

export const idsFrom = (seed: string, form: IdForm): Ids => ({
  seed,
  form,
  ...(form === 'uuid' ? uuids(seed) : numbers),
  token: (serial) => {
    const random = randomFrom(`${seed} token ${serial}`)
    return hex(random()) + hex(random()) + hex(random()) + hex(random())
  },
})

type IdsOfAKind = Pick<Ids, 'idOf' | 'serialOf'>

// No two kinds share a number, and none of them is 0: any other text is taken for that.
const numbers: IdsOfAKind = {
  idOf: (kind, serial) => String(serial * 8 + kinds.indexOf(kind) + 1),
  serialOf: (kind, id) => ((Number(id) || 0) - kinds.indexOf(kind) - 1) / 8,
}

/**
 * The first 32 bits of a UUID are the serial itself, mixed so that it can be read back. All others are hashed from it, and the
 * version and variant are those of a random UUID (RFC 9562).
 */
function uuids(seed: string): IdsOfAKind {
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
      const [start, middle, end] = [hex(a), hex((b & 0xffff0fff) | 0x4000), hex((c & 0x3fffffff) | 0x80000000)]
      // Joined, and not added up: a text that is added up is kept in its pieces, which are several times as large.
      const last = end.slice(4) + hex(mix(c ^ fourth))
      return [start, middle.slice(0, 4), middle.slice(4), end.slice(0, 4), last].join('-')
    },
    serialOf: (kind, id) => (unmix(Number.parseInt(id.slice(0, 8), 16)) ^ (salts.get(kind)?.[0] ?? 0)) >>> 0,
  }
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0')

/** Numbers from 0 up to 2^32, the same for the same seed. */
export type Random = () => number

/** Spreads every bit of a word over all of it; no two words come out the same (murmur3). */
function mix(word: number): number {
  let hash = Math.imul(word ^ (word >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Undo of `mix`: the same steps backwards, with the inverses of its factors. */
function unmix(hash: number): number {
  let word = Math.imul(hash ^ (hash >>> 16), 0x7ed1b41d)
  word = Math.imul(word ^ (word >>> 13) ^ (word >>> 26), 0xa5cb9243)
  return (word ^ (word >>> 16)) >>> 0
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
