import { createHash } from 'node:crypto'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import { type Lock, lock } from '../files/lock.ts'
import { checkTarget } from '../files/target.ts'
import { readText } from '../files/text.ts'
import { removeWhole, writeWhole } from '../files/whole-file.ts'
import type { Io } from '../io.ts'
import type { Result } from './upsert-one.ts'

/** Milliseconds between two states: what a kill costs, against what saving costs. */
const between = 250

/** How many lines came to what. */
type Counts = Readonly<Record<Result | 'failed' | 'open', number>>

const none: Counts = { created: 0, updated: 0, written: 0, failed: 0, open: 0 }

/** What is remembered: the lines from the first on of which none has to be sent again. It holds nothing of the events, and no key. */
interface State {
  readonly lines: number
  /** Hash of these lines, and of where they were sent. */
  readonly of: string
  readonly counts: Counts
}

/** How far an input is, for a later run over the same input to go on there. Keeps other runs from the file until it is disposed of. */
export class LinesDone implements AsyncDisposable {
  readonly #io: Io
  /** The file, and what keeps other runs from it; undefined where nothing is to be remembered. */
  readonly #kept: { readonly path: string; readonly lock: Lock } | undefined
  readonly #before: State | undefined
  readonly #hash = createHash('sha256')
  #lines = 0
  /** Counts of the lines that are done, which end at the first open one. */
  #done: Counts
  #all: Counts
  #savedAt = Number.NEGATIVE_INFINITY

  private constructor(io: Io, kept: { path: string; lock: Lock } | undefined, target: string, before?: State) {
    this.#io = io
    this.#kept = kept
    this.#before = before
    this.#done = before?.counts ?? none
    this.#all = this.#done
    this.#hash.update(`${target}\n`)
  }

  /** What the file remembers; nothing where there is none. */
  static async of(io: Io, path: string | undefined, target: string): Promise<LinesDone> {
    if (path === undefined) return new LinesDone(io, undefined, target)
    await checkTarget(io.fs, '--resume', path)
    const held = await lock(io, `${path}.lock`, { file: path, flag: '--resume', command: 'upsert' })
    try {
      return new LinesDone(io, { path, lock: held }, target, await stateIn(io, path))
    } catch (error) {
      await held[Symbol.asyncDispose]()
      throw error
    }
  }

  /** What became of the lines so far, those of earlier runs included. */
  get counts(): Counts {
    return this.#all
  }

  /** Number of the first line that is sent again. */
  get goesOnAt(): number {
    return this.#lines + 1
  }

  /**
   * Whether the next line was done by an earlier run.
   *
   * @throws CliError before any line is sent, where the lines are not those of that run
   */
  has(line: string): boolean {
    const { lines = 0, of } = this.#before ?? {}
    if (this.#lines >= lines || this.#all.open > 0) return false
    this.#pass(line)
    if (this.#lines === lines && this.#digest() !== of) throw this.#other()
    return true
  }

  /** What became of the next line; undefined where there was nothing on it. */
  async add(line: string, result: keyof Counts | undefined): Promise<void> {
    if (result) this.#all = { ...this.#all, [result]: this.#all[result] + 1 }
    if (this.#all.open > 0) return
    this.#pass(line)
    this.#done = this.#all
    if (this.#io.clock.elapsed() - this.#savedAt >= between) await this.save()
  }

  /** There are no more lines. Where all are done, nothing is left to be remembered. */
  async end(): Promise<void> {
    if (this.#lines < (this.#before?.lines ?? 0)) throw this.#other()
    if (this.#all.open > 0) await this.save()
    else if (this.#kept) {
      await this.#kept.lock.check()
      await removeWhole(this.#io.fs, this.#kept.path)
    }
  }

  async save(): Promise<void> {
    // What was there before stays until there is more.
    if (!this.#kept || this.#lines <= (this.#before?.lines ?? 0)) return
    const { path, lock } = this.#kept
    await lock.check()
    const state: State = { lines: this.#lines, of: this.#digest(), counts: this.#done }
    await writeWhole(this.#io.fs, '--resume', path, JSON.stringify({ format: 1, ...state }))
    this.#savedAt = this.#io.clock.elapsed()
  }

  /** Lets other runs have the file. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#kept?.lock[Symbol.asyncDispose]()
  }

  #pass(line: string): void {
    this.#lines += 1
    this.#hash.update(`${line}\n`)
  }

  #digest = (): string => this.#hash.copy().digest('hex')

  #other = (): CliError =>
    new CliError(
      2,
      `--resume: ${this.#kept?.path} is of other lines, or of another service; remove it to send all lines, which makes no event twice`,
    )
}

async function stateIn({ fs }: Io, path: string): Promise<State | undefined> {
  try {
    const { format, lines, of, counts } = Object(JSON.parse(await readText(fs, path, `--resume: ${path}`)))
    const isCount = (name: string) => Number.isSafeInteger(counts?.[name])
    if (format === 1 && Number.isSafeInteger(lines) && typeof of === 'string' && Object.keys(none).every(isCount)) {
      return { lines, of, counts }
    }
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    if (!(error instanceof SyntaxError)) throw error
  }
  throw new CliError(2, `--resume: ${path} is not what this command writes; remove it to send all lines`)
}
