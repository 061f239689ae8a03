import { writeAtomically } from '../files/atomic-file.ts'
import { readText } from '../files/text.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileSystem } from '../run/io.ts'
import type { Progress } from './output.ts'

/** The flags that decide the content of the file, with their values. A resumed run must have the same values. */
export type ExportIdentity = Readonly<Record<string, string>>

/** The state that is saved beside an unfinished file. It does not contain the API key. */
export interface SavedState extends Progress {
  readonly of: ExportIdentity
  /** When the first run began the file, in milliseconds since 1970. */
  readonly begun: number
  /** Length of the file at the time of this state, in bytes. A run that resumes cuts off what follows. */
  readonly bytes: number
}

/** Reads the state beside an unfinished file; undefined if there is none. */
export async function readState(fs: FileSystem, path: string): Promise<SavedState | undefined> {
  try {
    const { format, ...state } = Object(JSON.parse(await readText(fs, path, `--resume: ${path}`)))
    if (format === 1 && isState(state)) return state
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CliError(1, `--resume: ${path} was not written by this version`, {
    hint: 'to start from the beginning, leave out --resume',
  })
}

const isState = ({ of, begun, bytes, tally, missing }: Partial<SavedState>): boolean =>
  Object(of) === of &&
  [begun, bytes, tally?.events, tally?.written].every((number) => typeof number === 'number') &&
  Array.isArray(missing)

export const writeState = (fs: FileSystem, path: string, state: SavedState): Promise<void> =>
  writeAtomically(fs, '--out', path, JSON.stringify({ format: 1, ...state }))

/** @throws CliError naming the first flag whose value has changed */
export function checkSameFlags(of: ExportIdentity, now: ExportIdentity): void {
  const other = Object.keys(now).find((flag) => of[flag] !== now[flag])
  if (other === undefined) return
  throw new CliError(2, `--resume: the unfinished file was started with ${other} ${of[other] || '(none)'}`, {
    hint: 'use the same flags',
  })
}
