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
