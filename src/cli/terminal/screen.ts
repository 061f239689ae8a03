import type { Writable } from 'node:stream'
import { styleText } from 'node:util'

/** An output stream of a command. A terminal has `isTTY` and its width in `columns`. */
export type OutputStream = Writable & { readonly isTTY?: boolean; readonly columns?: number }

/** The styles of the command line. Each style has one meaning. `off` is what does not take place. */
export type Style = 'error' | 'warning' | 'done' | 'strong' | 'dim' | 'off'

/** What a stream can show. */
export interface Screen {
  /** Columns of the terminal; undefined if the stream is a file or a pipe. */
  readonly width: number | undefined
  /** Returns the text in a style, or unchanged on a stream without colours. */
  paint(style: Style, text: string): string
}

const formats = {
  error: ['red', 'bold'],
  warning: 'yellow',
  done: 'green',
  strong: 'bold',
  dim: 'dim',
  off: 'red',
} as const

/**
 * Finds out what a stream can show. `FORCE_COLOR` turns colours on, `NO_COLOR` turns them off (no-color.org); otherwise terminals get colours, and
 * files and pipes get none.
 */
export function screenOf(stream: OutputStream, env: Readonly<Record<string, string | undefined>>): Screen {
  const { isTTY = false, columns = 80 } = stream
  const hasColours = wantsColours(env) ?? (isTTY && env.TERM !== 'dumb')
  return {
    // A terminal that does not know its width says 0.
    width: isTTY ? columns || 80 : undefined,
    // `validateStream: false`, because Node would otherwise look at `process.stdout` and not at `stream`.
    paint: (style, text) => (hasColours ? styleText([formats[style]].flat(), text, { validateStream: false }) : text),
  }
}

/** Whether the environment turns colours on or off; undefined if it does neither. */
function wantsColours({ FORCE_COLOR: force, NO_COLOR: no }: Readonly<Record<string, string | undefined>>) {
  if (force !== undefined) return force !== '0' && force !== 'false'
  return no ? false : undefined
}
