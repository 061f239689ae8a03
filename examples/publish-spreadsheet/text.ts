/** What was saved in another encoding; the message says where, and how to save it. */
export class EncodingError extends Error {}

const advice =
  'In Excel, save the sheet as "CSV UTF-8 (Comma delimited)"; elsewhere choose UTF-8 as the encoding, or the character set.'

/**
 * The text of a file in UTF-8, without the byte order mark that spreadsheets write. Most programs would put U+FFFD in the place of bytes of another
 * encoding, and publish that.
 *
 * @param file what a message calls it
 * @throws EncodingError where it is not UTF-8
 */
export function textOf(bytes: Buffer, file: string): string {
  const mark = bytes.toString('latin1', 0, 2)
  if (mark === '\xff\xfe' || mark === '\xfe\xff') throw new EncodingError(`${file} is UTF-16, not UTF-8. ${advice}`)
  const text = bytes.toString('utf8')
  for (const { index } of text.matchAll(/\ufffd/g)) {
    const at = Buffer.byteLength(text.slice(0, index))
    // The sheet itself may hold this character.
    if (bytes.toString('latin1', at, at + 3) === '\xef\xbf\xbd') continue
    const lines = bytes.toString('latin1', 0, at).split('\n')
    const place = `line ${lines.length}, byte ${(lines.at(-1)?.length ?? 0) + 1}`
    throw new EncodingError(`${file} is not UTF-8 (${place}). ${advice}`)
  }
  return text.replace(/^\ufeff/, '')
}
