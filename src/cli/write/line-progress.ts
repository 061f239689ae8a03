import { createHash } from 'node:crypto'
import { removeWithLeftover, writeAtomically } from '../files/atomic-file.ts'
import { type Lock, lockFile } from '../files/lock.ts'
import { readText } from '../files/text.ts'
import { checkWritable } from '../files/writable.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { Io } from '../run/io.ts'
import type { InputRow } from './input-row.ts'
import type { Result } from './upsert-event.ts'

/** Minimum milliseconds between two saves of the state. Each save takes time, but if a run is killed, its work since the last save is lost. */
const saveIntervalMs = 250

/** Number of lines for each result. */
type Counts = Readonly<Record<Result | 'failed' | 'open', number>>

const noLines: Counts = { created: 0, updated: 0, unchanged: 0, resent: 0, written: 0, failed: 0, open: 0 }

/** The saved state: how many lines, or rows of a sheet, at the beginning of the input are done. It contains no event data and no API key. */
interface SavedLines {
  readonly lines: number
  /** Hash of these lines and of the target: version, service, prefix and creator. */
  readonly of: string
  readonly counts: Counts
}

type RowText = Pick<InputRow, 'text' | 'next'>

/** Records how many lines of an input are done, so that a later run can resume. Locks the state file until the object is disposed. */
export class LineProgress implements AsyncDisposable {
  readonly #io: Io
  /** The state file and its lock; undefined without `--resume`. */
  readonly #file: { readonly path: string; readonly lock: Lock } | undefined
  readonly #before: SavedLines | undefined
  readonly #hash = createHash('sha256')
  #lines = 0
  #nextLine = 1
  /** Results of the lines before the first open line (a line that a later run must send again). The state contains only these. */
  #done: Counts
  #all: Counts
  #savedAt = Number.NEGATIVE_INFINITY

  private constructor(io: Io, file: { path: string; lock: Lock } | undefined, target: string, before?: SavedLines) {
    this.#io = io
    this.#file = file
    this.#before = before
    this.#done = before?.counts ?? noLines
    this.#all = this.#done
    this.#hash.update(`${target}\n`)
  }

  /** Locks and reads the state file. Without `path`, nothing is saved. */
  static async of(io: Io, path: string | undefined, target: string): Promise<LineProgress> {
    if (path === undefined) return new LineProgress(io, undefined, target)
    await checkWritable(io.fs, '--resume', path)
    const held = await lockFile(io, `${path}.lock`, { file: path, flag: '--resume', command: 'upsert' })
    try {
      return new LineProgress(io, { path, lock: held }, target, await stateIn(io, path))
    } catch (error) {
      await held[Symbol.asyncDispose]()
      throw error
    }
  }

  /** Results of all lines so far, including the lines of earlier runs. */
  get counts(): Counts {
    return this.#all
  }

  /** Number of the line where a resumed run continues. */
  get nextLine(): number {
    return this.#nextLine
  }

  /**
   * Returns true if an earlier run has already done the next line, and then skips this line.
   *
   * @throws CliError if the lines differ from the lines of that run. At that time, this run has not sent a line
   */
  has(row: RowText): boolean {
    const { lines = 0, of } = this.#before ?? {}
    if (this.#lines >= lines || this.#all.open > 0) return false
    this.#pass(row)
    if (this.#lines === lines && this.#digest() !== of) throw this.#other()
    return true
  }

  /** Records the result of the next line or row; undefined for an empty line. */
  async add(row: RowText, result: keyof Counts | undefined): Promise<void> {
    if (result) this.#all = { ...this.#all, [result]: this.#all[result] + 1 }
    if (this.#all.open > 0) return
    this.#pass(row)
    this.#done = this.#all
    if (this.#io.clock.elapsed() - this.#savedAt >= saveIntervalMs) await this.save()
  }

  /** Call it after the last line. Removes the state file if all lines are done, otherwise saves the state. */
  async end(): Promise<void> {
    if (this.#lines < (this.#before?.lines ?? 0)) throw this.#other()
    if (this.#all.open > 0) await this.save()
    else if (this.#file) {
      await this.#file.lock.check()
      await removeWithLeftover(this.#io.fs, this.#file.path)
    }
  }

  async save(): Promise<void> {
    // Does not overwrite the state of an earlier run that has done more lines.
    if (!this.#file || this.#lines <= (this.#before?.lines ?? 0)) return
    const { path, lock } = this.#file
    await lock.check()
    const state: SavedLines = { lines: this.#lines, of: this.#digest(), counts: this.#done }
    await writeAtomically(this.#io.fs, '--resume', path, JSON.stringify({ format: 1, ...state }))
    this.#savedAt = this.#io.clock.elapsed()
  }

  /** Releases the lock. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.lock[Symbol.asyncDispose]()
  }

  #pass({ text, next }: RowText): void {
    this.#lines += 1
    this.#nextLine = next
    this.#hash.update(`${text}\n`)
  }

  #digest = (): string => this.#hash.copy().digest('hex')

  #other = (): CliError =>
    new CliError(2, `--resume: ${this.#file?.path} belongs to other lines or to another service`, {
      hint: 'remove it to send all lines, which creates no event twice',
    })
}

async function stateIn({ fs }: Io, path: string): Promise<SavedLines | undefined> {
  try {
    const { format, lines, of, counts } = Object(JSON.parse(await readText(fs, path, `--resume: ${path}`)))
    const isCount = (name: string) => Number.isSafeInteger(counts?.[name])
    if (format === 1 && Number.isSafeInteger(lines) && typeof of === 'string' && Object.keys(noLines).every(isCount)) {
      return { lines, of, counts }
    }
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CliError(2, `--resume: ${path} was not written by this command`, { hint: 'remove it to send all lines' })
}
