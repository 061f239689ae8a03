// A link carries a program: compressed, in its fragment, so that no server sees it. Works in pages and in Node.

const start = '#code='

async function through(stream, bytes) {
  const written = new Blob([bytes]).stream().pipeThrough(stream)
  return new Uint8Array(await new Response(written).arrayBuffer())
}

/** The fragment of a link to a program. */
export async function hashOf(code) {
  const bytes = await through(new CompressionStream('deflate-raw'), new TextEncoder().encode(code))
  const text = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
  return start + text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The program in a fragment; undefined if there is none. */
export async function codeIn(hash) {
  if (!hash.startsWith(start)) return undefined
  try {
    const text = atob(hash.slice(start.length).replaceAll('-', '+').replaceAll('_', '/'))
    const bytes = Uint8Array.from(text, (character) => character.charCodeAt(0))
    return new TextDecoder().decode(await through(new DecompressionStream('deflate-raw'), bytes))
  } catch {
    return undefined
  }
}
