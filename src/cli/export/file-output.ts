import { constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import { type Lock, lock } from '../files/lock.ts'
import { checkTarget, hasOtherName, modeBefore, takeAfter } from '../files/target.ts'
import { removeWhole, writeAll } from '../files/whole-file.ts'
import { type FileSystem, type Io, type OpenFile, say } from '../io.ts'
import { eventsIn, type Output, type Progress } from './output.ts'
import { checkSame, type Identity, readState, type SavedState, writeState } from './saved-state.ts'

/** Minimum milliseconds between two saves of the state. Saving costs time; a killed run loses all work after its last save. */
const between = 250

/** Bytes collected for one write, a few pages: a system call for each page is slower. */
const enough = 256 * 1024

/** Names of the unfinished file and of its state. */
const partOf = (out: string) => ({ part: `${out}.part`, state: `${out}.part.json` })

/**
 * Writes to `OUT.part` and renames it to `OUT` when it is complete. Until then, a later run can resume the unfinished file.
 *
 * @param within resumes an unfinished file that was begun within this many milliseconds; undefined starts anew
 * @throws CliError if `OUT` cannot be written, or if another run is writing it
 */
export async function fileOutput(io: Io, out: string, of: Identity, within: number | undefined): Promise<Output> {
  await checkTarget(io.fs, '--out', out)
  const held = await lock(io, `${out}.part.lock`, { file: out, flag: '--out', command: 'export' })
  try {
    return await opened(io, out, of, within, held)
  } catch (error) {
    await held[Symbol.asyncDispose]()
    throw error
  }
}

async function opened(io: Io, out: string, of: Identity, within: number | undefined, held: Lock): Promise<FileOutput> {
  const { fs } = io
  const now = io.clock.now()
  const { part, state: statePath } = partOf(out)
  const before = await readState(fs, statePath).catch((error) => {
    // A run that starts anew does not need the old state.
    if (within !== undefined) throw error
    return undefined
  })
  const resumable =
    before && within !== undefined && (await isYoung(io, part, before, now - within)) ? before : undefined
  const file = resumable && (await reopened(fs, part, resumable, of))
  if (file) return new FileOutput(io, out, file, held, resumable, resumable)
  if (before && within === undefined && before.tally.events > 0) {
    say(
      io,
      `--out: ${eventsIn(before.tally.events)} in ${part} are discarded and the export starts again; --resume would have kept them`,
    )
  }
  return new FileOutput(io, out, await begun(fs, out, held), held, { of, begun: now })
}

/** Whether an unfinished file was begun at `earliest` or later. If it was begun before, says so. */
async function isYoung(io: Io, part: string, { begun }: SavedState, earliest: number): Promise<boolean> {
  const found = await io.fs.lstat(part).catch(() => undefined)
  if (!found) return true
  // `begun` is wrong if the clock was wrong: a file cannot begin after its last change.
  const since = Math.min(begun, found.mtimeMs)
  if (since >= earliest) return true
  const when = new Date(since).toISOString()
  say(
    io,
    `--resume: ${part} was started at ${when}, longer ago than --resume-within allows; the export starts from the beginning`,
  )
  return false
}

/** Makes a new unfinished file. Removes an existing file of this name and never writes into it: another user may have put it there. */
async function begun(fs: FileSystem, out: string, held: Lock): Promise<OpenFile> {
  const { part, state } = partOf(out)
  const found = await fs.lstat(part).catch(() => undefined)
  if (found?.isSymbolicLink()) throw isLink(part)
  // The state first: no state may exist without its file.
  await removeWhole(fs, state)
  await fs.rm(part, { force: true })
  const replaced = await fs.lstat(out).catch(() => undefined)
  return await fs.open(part, 'wx', modeBefore(replaced)).catch((error) => {
    throw isErrorWithCode(error, 'EEXIST') ? held.inUse() : error
  })
}

const isLink = (part: string): CliError => new CliError(1, `--out: ${part} is a symbolic link; remove it`)

/** Opens the unfinished file and cuts it to the bytes that its state counts; undefined if the file is gone. */
async function reopened(
  fs: FileSystem,
  part: string,
  { of, bytes }: SavedState,
  now: Identity,
): Promise<OpenFile | undefined> {
  checkSame(of, now)
  const file = await fs.open(part, constants.O_RDWR | constants.O_NOFOLLOW).catch((error) => {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    throw isErrorWithCode(error, 'ELOOP') ? isLink(part) : error
  })
  if (!file) return undefined
  const { size, nlink } = await file.stat()
  const wrong = size < bytes ? 'is shorter than before' : nlink > 1 ? hasOtherName : undefined
  if (wrong !== undefined) {
    await file.close()
    throw new CliError(1, `--resume: ${part} ${wrong}; to start from the beginning, leave out --resume`)
  }
  await file.truncate(bytes)
  return file
}

/** The part of the state that does not change while the file is unfinished. */
type Start = Pick<SavedState, 'of' | 'begun'>

class FileOutput implements Output {
  #reached: Progress | undefined
  readonly #io: Io
  readonly #out: string
  readonly #start: Start
  readonly #file: OpenFile
  readonly #held: Lock
  #bytes: number
  #waiting: Buffer[] = []
  #waits = 0
  #whole = false
  #savedAt = Number.NEGATIVE_INFINITY

  constructor(io: Io, out: string, file: OpenFile, held: Lock, { of, begun }: Start, reached?: SavedState) {
    this.#io = io
    this.#out = out
    this.#start = { of, begun }
    this.#file = file
    this.#held = held
    this.#reached = reached
    this.#bytes = reached?.bytes ?? 0
  }

  get reached(): Progress | undefined {
    return this.#reached
  }

  async write(text: string): Promise<void> {
    const content = Buffer.from(text)
    this.#waiting.push(content)
    this.#waits += content.length
    if (this.#waits < enough) return
    try {
      await this.#flush()
    } catch (error) {
      // The caller does not count this text as written: a later flush must not write it.
      this.#waiting.pop()
      this.#waits -= content.length
      throw error
    }
  }

  /** Writes the waiting text. If that fails, the text keeps waiting, and the next flush writes it to the same position. */
  async #flush(): Promise<void> {
    await this.#held.check()
    const content = Buffer.concat(this.#waiting)
    await writeAll(this.#file, content, this.#bytes)
    this.#bytes += content.length
    this.#waiting = []
    this.#waits = 0
  }

  async save(reached: Progress, now?: 'now'): Promise<void> {
    if (!now && this.#io.clock.elapsed() - this.#savedAt < between) return
    // The events must be on disk before the state that counts them.
    await this.#flush()
    await this.#file.datasync()
    await writeState(this.#io.fs, partOf(this.#out).state, { ...this.#start, bytes: this.#bytes, ...reached })
    this.#reached = reached
    this.#savedAt = this.#io.clock.elapsed()
  }

  async finish(): Promise<void> {
    const { fs } = this.#io
    const { part, state } = partOf(this.#out)
    await this.#flush()
    const replaced = await fs.lstat(this.#out).catch(() => undefined)
    if (replaced) await takeAfter(this.#file, replaced)
    // Not `datasync`: the mode must be on disk too.
    await this.#file.sync()
    await this.#file.close()
    await fs.rename(part, this.#out)
    // Otherwise a crash of the machine could undo the rename but keep the removal of the state: no run could resume.
    await syncFolder(fs, dirname(this.#out))
    await removeWhole(fs, state)
    this.#whole = true
  }

  async discard(): Promise<void> {
    await removeWhole(this.#io.fs, partOf(this.#out).state)
    this.#reached = undefined
  }

  async close(): Promise<void> {
    try {
      await this.#file.close()
      if (!this.#whole && !this.#reached) await this.#io.fs.rm(partOf(this.#out).part, { force: true })
    } finally {
      await this.#held[Symbol.asyncDispose]()
    }
  }
}

/** Syncs a folder, on systems that allow it. */
async function syncFolder(fs: FileSystem, path: string): Promise<void> {
  try {
    const folder = await fs.open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch {}
}
