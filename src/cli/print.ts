import { isErrorWithCode, Problem } from './problem.ts'

/** Whoever read standard output has enough. */
export class ReaderGone extends Error {}

/**
 * Writes text to standard output; waits while its reader does not read.
 *
 * @throws ReaderGone where nobody reads it any more, and a Problem where it cannot be written, as on a full disk
 */
export const write = (text: string): Promise<void> =>
  new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      if (!error) return resolve()
      if (isErrorWithCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED')) return reject(new ReaderGone())
      reject(new Problem(1, `standard output cannot be written: ${error.message}`, { cause: error }))
    })
  })

/** The same, where a reader that went away is no failure. */
export const print = (text: string): Promise<void> =>
  write(text).catch((error) => {
    if (!(error instanceof ReaderGone)) throw error
  })

export const printJson = (value: unknown): Promise<void> => print(`${JSON.stringify(value, undefined, 2)}\n`)
