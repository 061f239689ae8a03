/** Numbers from 0 up to 2^32, the same for the same seed. */
export type Random = () => number

/** A generator (sfc32) whose state is hashed from a text. */
export function randomFrom(seed: string): Random {
  let hash = 0x811c9dc5
  const word = (): number => {
    hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
    hash ^= hash >>> 16
    return hash >>> 0
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

/** Makes the ids and tokens of one service, in a fixed order. */
export interface Ids {
  next(): string
  token(): string
}

export function idsFrom(seed: string, form: 'uuid' | 'number'): Ids {
  const random = randomFrom(`${seed} ids`)
  const randomToken = randomFrom(`${seed} tokens`)
  const hex = (from: Random) => from().toString(16).padStart(8, '0')
  let count = 0
  return {
    next: () => {
      if (form === 'number') return String(++count)
      const [a, b, c, d] = [hex(random), hex(random), hex(random), hex(random)]
      const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) & 3)
      return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`
    },
    token: () => hex(randomToken) + hex(randomToken) + hex(randomToken) + hex(randomToken),
  }
}
