import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileSystem, OpenFile } from '../run/io.ts'
import { copyOwnerAndMode, newFileMode } from './writable.ts'

/**
 * Writes a small file atomically: at any moment, the file has either the complete old content or the complete new content. The mode of the file does
 * not change.
 *
 * @throws CliError if the file cannot be written; the message begins with `flag`
 */
export async function writeAtomically(fs: FileSystem, flag: string, path: string, text: string): Promise<void> {
  try {
    await replaceFile(fs, path, Buffer.from(text))
  } catch (error) {
    if (!isErrorWithCode(error)) throw error
    throw new CliError(1, `${flag}: ${path} cannot be written: ${error.message}`, { cause: error })
  }
}

async function replaceFile(fs: FileSystem, path: string, content: Uint8Array): Promise<void> {
  // The name is always the same, so that the next run removes the file of a killed run.
  const fresh = `${path}.new`
  // Removes an existing file of this name, because it may be a link that another user has made.
  await fs.rm(fresh, { force: true })
  const replaced = await fs.lstat(path).catch(() => undefined)
  const file = await fs.open(fresh, 'wx', newFileMode(replaced))
  try {
    await writeAll(file, content, 0)
    if (replaced) await copyOwnerAndMode(file, replaced)
    await file.sync()
  } finally {
    await file.close()
  }
  await fs.rename(fresh, path)
}

/** Writes all bytes at a position, with several calls if necessary: one call may write only some of them. */
export async function writeAll(file: OpenFile, content: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await file.write(content, done, content.length - done, position + done)
    done += bytesWritten
  }
}

/** Removes a file of {@link writeAtomically}, and the unfinished file that a killed run has left. */
export async function removeWithLeftover(fs: FileSystem, path: string): Promise<void> {
  for (const file of [`${path}.new`, path]) await fs.rm(file, { force: true })
}
