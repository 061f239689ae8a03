import { callSafely } from '../options/hooks.ts'
import { elapsed, later } from '../text/time.ts'
import type { CallContext, ResponseHead } from './call-context.ts'
import type { ParsedJson } from './json.ts'
import { NoResponse } from './request.ts'

/** A body as text, as far as it was read. */
export interface BodyText {
  readonly text: string
  /** How it ended: `whole`, `over` the limit in bytes, or `broken` off on the way. */
  readonly end: 'whole' | 'over' | 'broken'
  /** The limit. */
  readonly limit: number
  /** Why the body broke off. */
  readonly cause?: unknown
  /** Why its bytes are no text, if they are not: the text has U+FFFD in their place. */
  readonly garbled?: string | undefined
}

/** A response with as much of its body as was read, and the call that it belongs to. */
export interface ReceivedResponse extends ResponseHead, BodyText {
  /** Address that answered. */
  readonly url: string
  readonly context: CallContext
  /** What the body holds: set for a success that may be JSON. */
  readonly json?: ParsedJson | undefined
}

/** The charset that a content type names. */
const charsetOf = (type: string | null | undefined) => {
  const [, quoted, plain] = /;\s*charset\s*=\s*(?:"([^"]*)"|([^;\s]+))/i.exec(type ?? '') ?? []
  return quoted ?? plain ?? 'utf-8'
}

/** Decodes a body by the charset of its content type; JSON is UTF-8 unless that says otherwise (RFC 8259 §8.1). */
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

  /** @param bytes without them, the body has ended */
  decode(bytes?: Uint8Array): string {
    const options = { stream: bytes !== undefined }
    try {
      return this.#decoder.decode(bytes, options)
    } catch {
      const { encoding } = this.#decoder
      this.garbled ??= `bytes that are not ${encoding.toUpperCase()}`
      this.#decoder = new TextDecoder(encoding)
      // The last character lacks its end.
      return bytes ? this.#decoder.decode(bytes, options) : '\ufffd'
    }
  }
}

/** The whole body of another maker's response that has no stream of the platform: the limit holds for what is kept of it. */
async function readWhole(response: Response, decoder: BodyDecoder, limit: number): Promise<BodyText> {
  const isBinary = typeof response.arrayBuffer === 'function'
  const whole: unknown = await (isBinary ? response.arrayBuffer() : response.text())
  if (!isBinary && typeof whole !== 'string') throw new NoResponse('its text is no text')
  const bytes = typeof whole === 'string' ? new TextEncoder().encode(whole) : new Uint8Array(whole as ArrayBuffer)
  const isOver = bytes.byteLength > limit
  if (typeof whole === 'string' && !isOver) return { text: whole, end: 'whole', limit }
  const text = decoder.decode(bytes.subarray(0, limit))
  if (isOver) return { text, end: 'over', limit }
  return { text: text + decoder.decode(), end: 'whole', limit, garbled: decoder.garbled }
}

/** Milliseconds of reading after which timers get their turn: a body that is always ready would starve them, and with them every limit. */
const maxTurn = 10

const nextTurn = () => new Promise<void>((resolve) => later(0, resolve))

/**
 * The body as text, but for bytes beyond the limit: they are neither decoded nor kept, and the rest of the body is cancelled. An abort ends the
 * reading and closes the body, also where the `fetch` that made it ignores the signal.
 *
 * @param limit in bytes, as they come out of the platform's decompression
 * @throws NoResponse where the body holds something else than bytes
 */
export async function readBody(response: Response, limit: number, signal: AbortSignal): Promise<BodyText> {
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
      if (!ArrayBuffer.isView(value)) throw new NoResponse('its body is no stream of bytes')
      text += decoder.decode(value.subarray(0, room))
      room -= value.byteLength
      if (room < 0) {
        cancel()
        return { text, end: 'over', limit }
      }
      if (elapsed() - turn > maxTurn) {
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

/** Codes of a body whose bytes are not compressed as its `Content-Encoding` says: zlib, brotli and zstd, in Node and in Bun. */
export const isWrongEncoding = (code: string | undefined): boolean =>
  /^(?:Z_DATA_ERROR|ERR__ERROR_FORMAT|ERR_BROTLI|ZSTD_error|ZlibError|Brotli|Zstd)/.test(code?.slice(0, 40) ?? '')
