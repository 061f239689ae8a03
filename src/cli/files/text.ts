import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { FileSystem } from '../io.ts'

/** Refuses what is no UTF-8, where most readers of files put U+FFFD in its place; takes a byte order mark off. */
const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * The text of bytes.
 *
 * @param name what a message calls them, such as `standard input`
 * @param line number of their first line
 * @throws CliError with the line and the byte that are not UTF-8
 */
export function textOf(bytes: Uint8Array, name: string, line = 1): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    // A text may also be longer than a string can be.
    if (!isErrorWithCode(error, 'ERR_ENCODING_INVALID_ENCODED_DATA')) throw error
    const before = bytes.subarray(0, firstWrongByte(bytes))
    const mark =
      line === 1 ? marks.find(([, ...mark]) => mark.every((byte, index) => bytes[index] === byte)) : undefined
    const what = mark ? `${mark[0]}, not UTF-8` : `not UTF-8 (${placeOf(before, line)})`
    throw new CliError(2, `${name} is ${what}; save it as UTF-8`, { cause: error })
  }
}

/** The text of a file; `name` is what a message calls the file. */
export const readText = async (fs: FileSystem, path: string, name: string): Promise<string> =>
  textOf(await fs.readFile(path), name)

/** Byte order marks of other encodings, the longer ones first. */
const marks = [
  ['UTF-32', 0xff, 0xfe, 0, 0],
  ['UTF-32', 0, 0, 0xfe, 0xff],
  ['UTF-16', 0xff, 0xfe],
  ['UTF-16', 0xfe, 0xff],
] as const

/** Where the byte behind these stands. */
function placeOf(before: Uint8Array, line: number): string {
  let lines = 0
  for (let end = before.indexOf(10); end >= 0; end = before.indexOf(10, end + 1)) lines += 1
  return `line ${line + lines}, byte ${before.length - before.lastIndexOf(10)}`
}

/** Index of the first byte that belongs to no whole character. */
function firstWrongByte(bytes: Uint8Array): number {
  // The decoder does not tell the place. So many bytes hold nothing wrong, and so many do: the place is between them.
  let [good, bad] = [0, bytes.length + 1]
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    if (wholeIn(bytes.subarray(0, middle)) === undefined) bad = middle
    else good = middle
  }
  return wholeIn(bytes.subarray(0, good)) ?? 0
}

/** How many bytes make whole characters, where the last one may be cut; undefined where anything else is wrong. */
function wholeIn(bytes: Uint8Array): number | undefined {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes, { stream: true })
    return Buffer.byteLength(text)
  } catch {
    return undefined
  }
}
