import { isErrorWithCode } from '../../problem.ts'
import { type Output, ReaderGone } from './output.ts'

/** Standard output: nothing to go on with, and a reader who may leave. */
export const standardOutput = (): Output => ({
  reached: undefined,
  write: (text) =>
    new Promise((resolve, reject) => {
      if (text === '') return resolve()
      process.stdout.write(text, (error) => {
        if (!error) return resolve()
        reject(isErrorWithCode(error, 'EPIPE', 'ERR_STREAM_DESTROYED') ? new ReaderGone() : error)
      })
    }),
  save: async () => {},
  finish: async () => {},
  close: async () => {},
})
