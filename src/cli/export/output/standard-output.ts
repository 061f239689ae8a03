import { write } from '../../print.ts'
import type { Output } from './output.ts'

/** Standard output: nothing to go on with, and a reader who may leave. */
export const standardOutput = (): Output => ({
  reached: undefined,
  write: async (text) => {
    if (text !== '') await write(text)
  },
  save: async () => {},
  finish: async () => {},
  discard: async () => {},
  close: async () => {},
})
