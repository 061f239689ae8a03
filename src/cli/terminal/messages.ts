import { type OutputStream, type Style, screenOf } from './screen.ts'
import { oneLine, wrap, wrapWords } from './text.ts'

/** The part of a command's environment that messages need. */
export interface MessageOutput {
  readonly stderr: OutputStream
  readonly env: Readonly<Record<string, string | undefined>>
}

/**
 * Prints an error and, on the next line, a hint: what the user can do.
 *
 * @param command what the user can paste: the parts of a command, each of which stays in one line
 */
export const sayError = (io: MessageOutput, message: string, hint?: string, command?: readonly string[]): void =>
  print(io, { label: 'error', style: 'error', message, hint, command })

/** Prints a warning and, on the next line, a hint: what the user can do. */
export const warn = (io: MessageOutput, message: string, hint?: string): void =>
  print(io, { label: 'warning', style: 'warning', message, hint })

/** Prints a message that needs no action. */
export const note = (io: MessageOutput, message: string, hint?: string): void => print(io, { message, hint })

/** Prints what else the command can do, in the background. */
export const tip = (io: MessageOutput, message: string): void => print(io, { style: 'dim', message })

/** Prints that the work of the command is done. */
export const sayDone = (io: MessageOutput, message: string): void => print(io, { style: 'done', message })

interface Message {
  /** A word in front of the message, such as `error`. */
  readonly label?: string
  readonly style?: Style
  readonly message: string
  readonly hint?: string | undefined
  readonly command?: readonly string[] | undefined
}

/** Prints a message on standard error, wrapped to the width of the terminal. In files and pipes, message and hint are one line each. */
function print({ stderr, env }: MessageOutput, { label, style, message, hint, command = [] }: Message): void {
  const { width = Number.POSITIVE_INFINITY, paint } = screenOf(stderr, env)
  const accent = (text: string) => (style === undefined ? text : paint(style, text))
  const head = label === undefined ? '' : `${label}:`
  // The lines below the first one stand under the message, not under its label.
  const indent = ' '.repeat(head === '' ? 2 : head.length + 1)
  const lines = wrap(oneLine(message), width - indent.length).map((line, index) =>
    index === 0 ? `${head} ${line}`.trimStart() : `${indent}${line}`,
  )
  const text = lines.join('\n')
  const painted = label === undefined ? lines.map(accent).join('\n') : accent(head) + text.slice(head.length)
  const below = hint === undefined ? [] : wrap(oneLine(hint), width - 2).map((line) => paint('dim', `  ${line}`))
  const end = ' \\'
  const pasted = command.length === 0 ? [] : wrapWords(command.map(oneLine), width - 2 - end.length)
  const commandLines = pasted.map((line, index) => `  ${line}${index < pasted.length - 1 ? end : ''}`)
  stderr.write([painted, ...below, ...commandLines].map((line) => `${line}\n`).join(''))
}
