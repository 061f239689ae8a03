/** Bytes that are asked for at once: a buffer for each page would be tens of thousands of objects, and V8 looks at each whenever it looks for garbage. */
const size = 2 ** 20

let slab = new ArrayBuffer(0)
let used = 0

/** So many whole numbers below 2^32, all of them 0. */
export function counts(length: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(...room(length, Uint32Array.BYTES_PER_ELEMENT))
}

/** So many numbers, all of them 0. */
export function numbers(length: number): Float64Array<ArrayBuffer> {
  return new Float64Array(...room(length, Float64Array.BYTES_PER_ELEMENT))
}

/** Room that nobody else has: services share slabs, and one goes when nobody has a page of it any more. */
function room(length: number, each: number): [slab: ArrayBuffer, at: number, length: number] {
  const at = Math.ceil(used / each) * each
  const end = at + length * each
  if (end <= slab.byteLength) {
    used = end
    return [slab, at, length]
  }
  slab = new ArrayBuffer(Math.max(size, length * each))
  used = length * each
  return [slab, 0, length]
}
