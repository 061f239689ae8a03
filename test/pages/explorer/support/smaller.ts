import { crc32, deflateSync, inflateSync } from 'node:zlib'

/** The same picture with a palette, as browsers do not write it: a page has few colours. Those that lie close together become one. */
export function smaller(png: Buffer): Buffer {
  const [width, height] = [png.readUInt32BE(16), png.readUInt32BE(20)]
  const channels = png[25] === 6 ? 4 : 3
  const pixels = unfiltered(inflateSync(dataOf(png)), width, height, channels)
  for (let bits = 0; ; bits += 1) {
    const packed = withPalette(pixels, width, height, channels, bits)
    if (packed) return packed
  }
}

/** Chunks between the signature and the end. */
function dataOf(png: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 8; at < png.length; at += 12 + png.readUInt32BE(at)) {
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      parts.push(png.subarray(at + 8, at + 8 + png.readUInt32BE(at)))
  }
  return Buffer.concat(parts)
}

/** Pixels without the filters of their lines (PNG, third edition, §9.2). */
function unfiltered(lines: Buffer, width: number, height: number, channels: number): Uint8Array {
  const size = width * channels
  const pixels = new Uint8Array(size * height)
  for (let y = 0; y < height; y += 1) {
    const filter = lines[y * (size + 1)]
    for (let x = 0; x < size; x += 1) {
      const at = y * size + x
      const left = x < channels ? 0 : (pixels[at - channels] ?? 0)
      const up = y === 0 ? 0 : (pixels[at - size] ?? 0)
      const corner = x < channels || y === 0 ? 0 : (pixels[at - size - channels] ?? 0)
      const guess = [0, left, up, (left + up) >> 1, nearest(left, up, corner)][filter ?? 0] ?? 0
      pixels[at] = (lines[y * (size + 1) + 1 + x] ?? 0) + guess
    }
  }
  return pixels
}

function nearest(left: number, up: number, corner: number): number {
  const [a, b, c] = [Math.abs(up - corner), Math.abs(left - corner), Math.abs(left + up - 2 * corner)]
  if (a <= b && a <= c) return left
  return b <= c ? up : corner
}

/** A PNG of a palette, of colours without their last bits; undefined where there are too many of them. */
function withPalette(pixels: Uint8Array, width: number, height: number, channels: number, bits: number) {
  const numbers = new Map<number, number>()
  /** How often each colour comes that has become one with others: the most common one is shown. */
  const counts: Map<number, number>[] = []
  const lines = Buffer.alloc((width + 1) * height)
  for (let pixel = 0; pixel < width * height; pixel += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(pixel * channels, pixel * channels + 3)
    const name = ((red >> bits) << 16) | ((green >> bits) << 8) | (blue >> bits)
    const number = numbers.get(name) ?? numbers.size
    if (number === 256) return undefined
    numbers.set(name, number)
    const colour = (red << 16) | (green << 8) | blue
    counts[number] ??= new Map()
    counts[number].set(colour, (counts[number].get(colour) ?? 0) + 1)
    lines[Math.floor(pixel / width) * (width + 1) + 1 + (pixel % width)] = number
  }
  const shown = counts.flatMap((colours) => {
    const [[colour] = [0]] = [...colours].toSorted(([, a], [, b]) => b - a)
    return [colour >> 16, (colour >> 8) & 255, colour & 255]
  })
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 3], 8)
  const signature = Buffer.from('89504e470d0a1a0a', 'hex')
  const data = deflateSync(lines, { level: 9, memLevel: 9 })
  const chunks = [chunk('IHDR', header), chunk('PLTE', Buffer.from(shown)), chunk('IDAT', data), chunk('IEND')]
  return Buffer.concat([signature, ...chunks])
}

function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, check])
}
