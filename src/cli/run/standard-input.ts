import { addAbortSignal } from 'node:stream'
import { decodeUtf8 } from '../files/text.ts'
import { CliError } from './cli-error.ts'
import type { Io } from './io.ts'

/** Maximum bytes of one line, one JSON object or one sheet. The client has the same default for responses. */
export const maxInputBytes = 16 * 1024 * 1024

const input = 'standard input'

/** Collects chunks of bytes, and joins all of them at the end. */
class ChunkBuffer {
  readonly #tooLong: (number: number) => string
  #chunks: Uint8Array[] = []
  #length = 0

  constructor(tooLong: (number: number) => string) {
    this.#tooLong = tooLong
  }

  get length(): number {
    return this.#length
  }

  /** @throws CliError if the chunks together exceed `maxInputBytes` */
  add(chunk: Uint8Array, line: number): void {
    this.#length += chunk.length
    if (this.#length > maxInputBytes) throw new CliError(2, this.#tooLong(line))
    if (chunk.length > 0) this.#chunks.push(chunk)
  }

  /** Returns the bytes of all chunks, and empties the buffer. */
  take(): Uint8Array {
    const [first, ...others] = this.#chunks
    const bytes = first && others.length === 0 ? first : Buffer.concat(this.#chunks)
    this.#chunks = []
    this.#length = 0
    return bytes
  }
}

/**
 * Reads standard input to its end, or until a signal.
 *
 * @throws CliError if the input is not UTF-8, or longer than 16 MiB
 */
export const readInput = async (io: Io): Promise<string> => decodeUtf8(await readInputBytes(io), input)

/**
 * Reads the bytes of standard input to its end, or until a signal.
 *
 * @throws CliError if the input is longer than 16 MiB
 */
export async function readInputBytes(io: Io): Promise<Uint8Array> {
  const all = new ChunkBuffer(() => `${input} is longer than 16 MiB`)
  for await (const chunk of chunksOf(io)) all.add(chunk, 1)
  return all.take()
}

/**
 * Yields the lines of standard input as they arrive.
 *
 * @throws CliError if a line is not UTF-8, or longer than 16 MiB
 */
export async function* readLines(io: Io): AsyncGenerator<string, void> {
  const line = new ChunkBuffer(
    (number) => `${input}: line ${number} is longer than 16 MiB; each event needs its own line`,
  )
  let number = 1
  for await (const chunk of chunksOf(io)) {
    let start = 0
    for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
      line.add(chunk.subarray(start, end), number)
      yield decodeUtf8(line.take(), input, { line: number })
      number += 1
      start = end + 1
    }
    line.add(chunk.subarray(start), number)
  }
  if (line.length > 0) yield decodeUtf8(line.take(), input, { line: number })
}

async function* chunksOf({ stdin, signal }: Io): AsyncGenerator<Uint8Array, void> {
  try {
    yield* addAbortSignal(signal, stdin)
  } catch (error) {
    signal.throwIfAborted()
    throw error
  }
}
