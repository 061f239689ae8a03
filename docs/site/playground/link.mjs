// A link carries a program: compressed, in its fragment, so that no server sees it. Works in pages and in Node.

const start = '#code='

/** The longest program of a link, in bytes. A short link can unpack to far more, which would freeze the page. */
const maxBytes = 100_000

function checkLength(length) {
  if (length > maxBytes) throw new RangeError(`the program is longer than ${maxBytes / 1000} KB`)
}

/** What a stream makes of some bytes. Throws as soon as it is too long for a program. */
async function through(stream, bytes) {
  const parts = []
  let length = 0
  for await (const part of partsOf(new Blob([bytes]).stream().pipeThrough(stream))) {
    length += part.length
    checkLength(length)
    parts.push(part)
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** The parts of a stream. Not every browser can iterate a stream itself. */
async function* partsOf(stream) {
  const reader = stream.getReader()
  try {
    for (let { done, value } = await reader.read(); !done; { done, value } = await reader.read()) yield value
  } finally {
    await reader.cancel()
  }
}

/** The fragment of a link to a program. Throws if the program is too long. */
export async function hashOf(code) {
  const given = new TextEncoder().encode(code)
  checkLength(given.length)
  const bytes = await through(new CompressionStream('deflate-raw'), given)
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return start + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const hasCode = (hash) => hash.startsWith(start)

/** The program in a fragment. Throws if the fragment has none that can be read. */
export async function codeIn(hash) {
  const text = atob(hash.slice(start.length).replaceAll('-', '+').replaceAll('_', '/'))
  const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
  return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes))
}
