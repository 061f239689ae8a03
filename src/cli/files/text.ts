import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileSystem } from '../run/io.ts'

/** A decoder that throws for bytes that are not UTF-8. Node's file functions would replace them with U+FFFD. It removes a byte order mark. */
const utf8Decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Decodes UTF-8.
 *
 * @param name name of the input in messages, such as `standard input`
 * @param options.line line number of the first byte. @default 1
 * @param options.hint what the user can do. @default to save it as UTF-8
 * @throws CliError naming the line and the byte that are not UTF-8
 */
export function decodeUtf8(
  bytes: Uint8Array,
  name: string,
  { line = 1, hint = 'save it as UTF-8' }: { readonly line?: number; readonly hint?: string } = {},
): string {
  try {
    return utf8Decoder.decode(bytes)
  } catch (error) {
    // The error may also be that the text is longer than the maximum length of a string.
    if (!isErrorWithCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error
    const before = bytes.subarray(0, firstWrongByte(bytes))
    const mark =
      line === 1 ? byteOrderMarks.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte)) : undefined
    const what = mark ? `${mark[0]}, not UTF-8` : `not UTF-8 (${positionOf(before, line)})`
    throw new CliError(2, `${name} is ${what}`, { hint, cause: error })
  }
}

/** Reads a text file. `name` is the name of the file in messages. */
export const readText = async (fs: FileSystem, path: string, name: string): Promise<string> =>
  decodeUtf8(await fs.readFile(path), name)

/** Byte order marks of other encodings, the longer ones first. */
const byteOrderMarks = [
  ['UTF-32', 0xff, 0xfe, 0, 0],
  ['UTF-32', 0, 0, 0xfe, 0xff],
  ['UTF-16', 0xff, 0xfe],
  ['UTF-16', 0xfe, 0xff],
] as const

/** Line and column, in bytes, of the byte after `before`. */
function positionOf(before: Uint8Array, line: number): string {
  let lines = 0
  for (let end = before.indexOf(10); end >= 0; end = before.indexOf(10, end + 1)) lines += 1
  return `line ${line + lines}, byte ${before.length - before.lastIndexOf(10)}`
}

/** Index of the first byte that is not part of a complete character. */
function firstWrongByte(bytes: Uint8Array): number {
  // A binary search, because the decoder does not report the index. The first `good` bytes are valid, the first `bad` bytes are not.
  let [good, bad] = [0, bytes.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (completeBytes(bytes.subarray(0, middle)) === undefined) bad = middle
    else good = middle
  }
  return completeBytes(bytes.subarray(0, good)) ?? 0
}

/** Number of bytes in complete characters; the last character may be cut off. Undefined if a byte is not UTF-8. */
function completeBytes(bytes: Uint8Array): number | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return Buffer.byteLength(text)
  } catch {
    return undefined
  }
}
