import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { FileSystem, OpenFile } from '../io.ts'
import { modeBefore, takeAfter } from './target.ts'

/**
 * Writes a small file, so that at any moment the old one or the new one is there, whole. It keeps the mode of the old one.
 *
 * @throws CliError where it cannot be written; the message begins with the flag that names the file
 */
export async function writeWhole(fs: FileSystem, flag: string, path: string, text: string): Promise<void> {
  try {
    await replace(fs, path, Buffer.from(text))
  } catch (error) {
    if (!isErrorWithCode(error)) throw error
    throw new CliError(1, `${flag}: ${path} cannot be written: ${error.message}`, { cause: error })
  }
}

async function replace(fs: FileSystem, path: string, content: Uint8Array): Promise<void> {
  // One name, not one of many: a run that is killed leaves nothing that the next one does not write over.
  const fresh = `${path}.new`
  // What stands there already may be somebody else's link.
  await fs.rm(fresh, { force: true })
  const replaced = await fs.lstat(path).catch(() => undefined)
  const file = await fs.open(fresh, 'wx', modeBefore(replaced))
  try {
    await writeAll(file, content, 0)
    if (replaced) await takeAfter(file, replaced)
    await file.sync()
  } finally {
    await file.close()
  }
  await fs.rename(fresh, path)
}

/** Writes all of it at a place of a file: the system may take less at a time. */
export async function writeAll(file: OpenFile, content: Uint8Array, position: number): Promise<void> {
  for (let done = 0; done < content.length; ) {
    const { bytesWritten } = await file.write(content, done, content.length - done, position + done)
    done += bytesWritten
  }
}

/** Removes such a file, and what a killed run left of a new one. */
export async function removeWhole(fs: FileSystem, path: string): Promise<void> {
  for (const file of [`${path}.new`, path]) await fs.rm(file, { force: true })
}
