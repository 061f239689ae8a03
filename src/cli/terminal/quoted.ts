import { cut, oneLine } from './text.ts'

/** Columns of a quoted text in a message. */
const quotedWidth = 40

/** A text of the user's own input in quotation marks, for a message: on one line, and cut. */
export const quoted = (text: string): string => `"${cut(oneLine(text), quotedWidth)}"`
