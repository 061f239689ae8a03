import { callLater, callSafely, elapsed } from '../base/time.ts'
import { NoResponse, type ReadableResponse } from './request.ts'

/** The text of a response body. It is incomplete if `end` is not `whole`. */
export interface BodyText {
  readonly text: string
  /** How reading ended: `whole` body read, `over` (the body is longer than the limit), or `broken` (the body failed, or reading was aborted). */
  readonly end: 'whole' | 'over' | 'broken'
  /** The limit, in bytes. */
  readonly limit: number
  /** The error, if `end` is `broken`. */
  readonly cause?: unknown
  /** What is wrong with the bytes, if the client cannot decode them. `text` then has U+FFFD in place of wrong bytes. */
  readonly garbled?: string | undefined
}

/** The charset in a content type. @default 'utf-8' */
const charsetOf = (type: string | null | undefined) => {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(type ?? '') ?? []
  return quoted ?? plain ?? 'utf-8'
}

/** Decodes a body with the charset of its content type. The default is UTF-8, as for JSON (RFC 8259 §8.1). */
class BodyDecoder {
  garbled: string | undefined
  #decoder: TextDecoder

  constructor(type: string | null | undefined) {
    const charset = charsetOf(type)
    try {
      this.#decoder = new TextDecoder(charset, { fatal: true })
    } catch {
      this.garbled = `a body in the charset ${charset}, which this platform cannot decode`
      this.#decoder = new TextDecoder()
    }
  }

  /** @param bytes the next bytes; undefined at the end of the body */
  decode(bytes?: Uint8Array): string {
    const options = { stream: bytes !== undefined }
    try {
      return this.#decoder.decode(bytes, options)
    } catch {
      const { encoding } = this.#decoder
      this.garbled ??= `bytes that are not ${encoding.toUpperCase()}`
      this.#decoder = new TextDecoder(encoding)
      // Without `bytes`, the body has ended in the middle of a character.
      return bytes ? this.#decoder.decode(bytes, options) : '\ufffd'
    }
  }
}

/** Reads a body that is not a web stream, such as the body of a node-fetch `Response`. Reads the whole body into memory, then applies the limit. */
async function readWhole(response: ReadableResponse, decoder: BodyDecoder, limit: number): Promise<BodyText> {
  const whole = await (response.arrayBuffer ?? response.text)?.()
  if (!response.arrayBuffer && typeof whole !== 'string') throw new NoResponse('its text() did not return text')
  const bytes = typeof whole === 'string' ? new TextEncoder().encode(whole) : new Uint8Array(whole as ArrayBuffer)
  const isOver = bytes.byteLength > limit
  if (typeof whole === 'string' && !isOver) return { text: whole, end: 'whole', limit }
  const text = decoder.decode(bytes.subarray(0, limit))
  if (isOver) return { text, end: 'over', limit }
  return { text: text + decoder.decode(), end: 'whole', limit, garbled: decoder.garbled }
}

/**
 * After this many milliseconds, the read loop lets timers run. A body that always has data ready would otherwise block the timers of all time limits.
 */
const maxReadTurn = 10

const nextTurn = () => new Promise<void>((resolve) => callLater(0, resolve))

/**
 * Reads a body as text, up to the limit. If the body is longer, the rest is cancelled and not decoded. An abort also cancels the body, even if the
 * `fetch` that made the response ignores the signal.
 *
 * @param limit in bytes, after the platform has decompressed the body
 * @throws NoResponse if the body yields values that are neither bytes nor text
 */
export async function readBody(response: ReadableResponse, limit: number, signal: AbortSignal): Promise<BodyText> {
  const decoder = new BodyDecoder(response.headers.get('content-type'))
  let text = ''
  let cancel = () => {}
  try {
    const { body } = response
    if (typeof body?.getReader !== 'function') return await readWhole(response, decoder, limit)
    const reader = body.getReader()
    cancel = () => callSafely(() => reader.cancel(signal.reason))
    if (signal.aborted) cancel()
    signal.addEventListener('abort', cancel)
    let room = limit
    let turn = elapsed()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      const { value } = chunk
      if (!ArrayBuffer.isView(value)) throw new NoResponse('its body is not a stream of bytes')
      text += decoder.decode(value.subarray(0, room))
      room -= value.byteLength
      if (room < 0) {
        cancel()
        return { text, end: 'over', limit }
      }
      if (elapsed() - turn > maxReadTurn) {
        await nextTurn()
        turn = elapsed()
      }
    }
    signal.throwIfAborted()
    return { text: text + decoder.decode(), end: 'whole', limit, garbled: decoder.garbled }
  } catch (cause) {
    cancel()
    if (cause instanceof NoResponse) throw cause
    return { text, end: 'broken', limit, cause }
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}

/**
 * Whether an error code comes from a decompressor (zlib, brotli or zstd, in Node and Bun): the body is not compressed as its `Content-Encoding` says.
 */
export const isWrongEncoding = (code: string | undefined): boolean =>
  /^(?:Z_DATA_ERROR|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_error|ZlibError|Brotli|Zstd)/.test(code?.slice(0, 40) ?? '')

/** Whether the content type of a response is JSON; undefined if the response has no content type. */
export function isJsonType({ headers }: { readonly headers: Pick<Headers, 'get'> }): boolean | undefined {
  const type = headers.get('content-type') ?? undefined
  return type === undefined ? undefined : /^\s*application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i.test(type)
}

/** The value of a JSON text, or what is wrong with the text: `cut short` if its end is missing, `no JSON` for other text. */
export type ParsedJson = { readonly value: unknown } | { readonly invalid: 'cut short' | 'no JSON' }

export function parseJson(text: string): ParsedJson {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return { invalid: isCut(text) ? 'cut short' : 'no JSON' }
  }
}

/** Whether a text is the beginning of JSON: a bracket or a string is not closed. */
function isCut(text: string): boolean {
  if (!'{["'.includes(text.trimStart().slice(0, 1))) return false
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (character === '"') inString = !inString
    else if (character === '\\' && inString) at += 1
    else if (!inString && (character === '{' || character === '[')) depth += 1
    else if (!inString && (character === '}' || character === ']')) depth -= 1
  }
  return inString || depth > 0
}
