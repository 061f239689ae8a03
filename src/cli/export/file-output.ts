import { constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { removeWithLeftover, writeAll } from '../files/atomic-file.ts'
import { type Lock, lockFile } from '../files/lock.ts'
import { checkWritable, copyOwnerAndMode, hasHardLink, newFileMode } from '../files/writable.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileSystem, Io, OpenFile } from '../run/io.ts'
import { warn } from '../terminal/messages.ts'
import { counted } from '../terminal/text.ts'
import type { Output, Progress } from './output.ts'
import { checkSameFlags, type ExportIdentity, readState, type SavedState, writeState } from './saved-state.ts'

/** Minimum milliseconds between two saves of the state. Each save takes time, but if a run is killed, its work since the last save is lost. */
const saveIntervalMs = 250

/** Number of bytes to collect before a write, because one write for several pages is faster than one for each page. */
const writeSize = 256 * 1024

/** The names of the unfinished file and of its state file. */
const partNames = (out: string) => ({ part: `${out}.part`, state: `${out}.part.json` })

/**
 * An output that writes to `OUT.part`, and renames this file to `OUT` when it is complete. Until then, a later run can resume the unfinished file.
 *
 * @param within maximum age, in milliseconds, of an unfinished file to resume; undefined to start from the beginning
 * @throws CliError if `OUT` cannot be written, or if another run is writing it
 */
export async function fileOutput(io: Io, out: string, of: ExportIdentity, within: number | undefined): Promise<Output> {
  await checkWritable(io.fs, '--out', out)
  const held = await lockFile(io, `${out}.part.lock`, { file: out, flag: '--out', command: 'export' })
  try {
    return await openOutput(io, out, of, within, held)
  } catch (error) {
    await held[Symbol.asyncDispose]()
    throw error
  }
}

async function openOutput(
  io: Io,
  out: string,
  of: ExportIdentity,
  within: number | undefined,
  held: Lock,
): Promise<FileOutput> {
  const { fs } = io
  const now = io.clock.now()
  const { part, state: statePath } = partNames(out)
  const before = await readState(fs, statePath).catch((error) => {
    // A wrong state file is an error only for a run that resumes.
    if (within !== undefined) throw error
    return undefined
  })
  const resumable =
    before && within !== undefined && (await isRecent(io, part, before, now - within)) ? before : undefined
  const file = resumable && (await openUnfinished(fs, part, resumable, of))
  if (file) return new FileOutput(io, out, file, held, resumable, resumable)
  if (before && within === undefined && before.tally.events > 0) {
    warn(
      io,
      `--out: ${counted(before.tally.events, 'event')} in ${part} ${before.tally.events === 1 ? 'is' : 'are'} discarded and the export starts again`,
      '--resume would have kept them',
    )
  }
  return new FileOutput(io, out, await createUnfinished(fs, out, held), held, { of, begun: now })
}

/** Whether the unfinished file is recent enough, because an earlier run began it after `earliest`. If not, prints a message. */
async function isRecent(io: Io, part: string, { begun }: SavedState, earliest: number): Promise<boolean> {
  const found = await io.fs.lstat(part).catch(() => undefined)
  if (!found) return true
  // `begun` may be too late, if the clock was wrong. So this also looks at the last change of the file.
  const since = Math.min(begun, found.mtimeMs)
  if (since >= earliest) return true
  const when = new Date(since).toISOString()
  warn(
    io,
    `--resume: ${part} was started at ${when}, longer ago than --resume-within allows; the export starts from the beginning`,
  )
  return false
}

/** Creates a new unfinished file. Removes an existing file of this name instead of writing to it, because another user may have created it. */
async function createUnfinished(fs: FileSystem, out: string, held: Lock): Promise<OpenFile> {
  const { part, state } = partNames(out)
  const found = await fs.lstat(part).catch(() => undefined)
  if (found?.isSymbolicLink()) throw symbolicLinkError(part)
  // Removes the state before the file, because a state without its file would be wrong.
  await removeWithLeftover(fs, state)
  await fs.rm(part, { force: true })
  const replaced = await fs.lstat(out).catch(() => undefined)
  return await fs.open(part, 'wx', newFileMode(replaced)).catch((error) => {
    throw isErrorWithCode(error, 'EEXIST') ? held.inUse() : error
  })
}

const symbolicLinkError = (part: string): CliError =>
  new CliError(1, `--out: ${part} is a symbolic link`, { hint: 'remove it' })

/** Opens an unfinished file, and cuts it to the length in its state; undefined if the file is gone. */
async function openUnfinished(
  fs: FileSystem,
  part: string,
  { of, bytes }: SavedState,
  now: ExportIdentity,
): Promise<OpenFile | undefined> {
  checkSameFlags(of, now)
  const file = await fs.open(part, constants.O_RDWR | constants.O_NOFOLLOW).catch((error) => {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    throw isErrorWithCode(error, 'ELOOP') ? symbolicLinkError(part) : error
  })
  if (!file) return undefined
  const { size, nlink } = await file.stat()
  const wrong = size < bytes ? 'is shorter than before' : nlink > 1 ? hasHardLink : undefined
  if (wrong !== undefined) {
    await file.close()
    throw new CliError(1, `--resume: ${part} ${wrong}`, { hint: 'to start from the beginning, leave out --resume' })
  }
  await file.truncate(bytes)
  return file
}

/** The members of the state that do not change until the file is complete. */
type FixedState = Pick<SavedState, 'of' | 'begun'>

class FileOutput implements Output {
  #saved: Progress | undefined
  readonly #io: Io
  readonly #out: string
  readonly #fixed: FixedState
  readonly #file: OpenFile
  readonly #held: Lock
  #bytes: number
  #pending: Buffer[] = []
  #pendingBytes = 0
  #isFinished = false
  #savedAt = Number.NEGATIVE_INFINITY

  constructor(io: Io, out: string, file: OpenFile, held: Lock, { of, begun }: FixedState, saved?: SavedState) {
    this.#io = io
    this.#out = out
    this.#fixed = { of, begun }
    this.#file = file
    this.#held = held
    this.#saved = saved
    this.#bytes = saved?.bytes ?? 0
  }

  get saved(): Progress | undefined {
    return this.#saved
  }

  async write(text: string): Promise<void> {
    const content = Buffer.from(text)
    this.#pending.push(content)
    this.#pendingBytes += content.length
    if (this.#pendingBytes < writeSize) return
    try {
      await this.#flush()
    } catch (error) {
      // `write` throws, so the caller expects that this text was not written. A later flush must not write it.
      this.#pending.pop()
      this.#pendingBytes -= content.length
      throw error
    }
  }

  /** Writes the pending text. After a failure, the text stays pending, and the next flush writes it to the same position. */
  async #flush(): Promise<void> {
    await this.#held.check()
    const content = Buffer.concat(this.#pending)
    await writeAll(this.#file, content, this.#bytes)
    this.#bytes += content.length
    this.#pending = []
    this.#pendingBytes = 0
  }

  async save(progress: Progress, now?: 'now'): Promise<void> {
    if (!now && this.#io.clock.elapsed() - this.#savedAt < saveIntervalMs) return
    // Writes the events to disk before the state that counts them.
    await this.#flush()
    await this.#file.datasync()
    await writeState(this.#io.fs, partNames(this.#out).state, { ...this.#fixed, bytes: this.#bytes, ...progress })
    this.#saved = progress
    this.#savedAt = this.#io.clock.elapsed()
  }

  async finish(): Promise<void> {
    const { fs } = this.#io
    const { part, state } = partNames(this.#out)
    await this.#flush()
    const replaced = await fs.lstat(this.#out).catch(() => undefined)
    if (replaced) await copyOwnerAndMode(this.#file, replaced)
    // Not `datasync`, because the mode must be on disk too.
    await this.#file.sync()
    await this.#file.close()
    await fs.rename(part, this.#out)
    // Writes the rename to disk before the state is removed. Otherwise a crash could undo only the rename, and no run could resume.
    await syncFolder(fs, dirname(this.#out))
    await removeWithLeftover(fs, state)
    this.#isFinished = true
  }

  async discard(): Promise<void> {
    await removeWithLeftover(this.#io.fs, partNames(this.#out).state)
    this.#saved = undefined
  }

  async close(): Promise<void> {
    try {
      await this.#file.close()
      if (!this.#isFinished && !this.#saved) await this.#io.fs.rm(partNames(this.#out).part, { force: true })
    } finally {
      await this.#held[Symbol.asyncDispose]()
    }
  }
}

/** Writes changes of a folder to disk, on systems that allow it. */
async function syncFolder(fs: FileSystem, path: string): Promise<void> {
  try {
    const folder = await fs.open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch {}
}
