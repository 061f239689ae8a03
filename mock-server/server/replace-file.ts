import { constants } from 'node:buffer'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Path of the temporary file. The path is always the same, so that killed processes leave at most one such file. */
const temporaryOf = (path: string): string => `${path}.saving`

/**
 * Replaces the content of a file atomically: writes a temporary file, and renames it. Even after a crash, the file has either the old
 * content or the new content. Other work can run between two pieces. Rejects if the text is too long to be read back into a string.
 */
export async function replaceFile(path: string, pieces: Iterable<string>): Promise<void> {
  const temporary = temporaryOf(path)
  try {
    await removeLeftover(path)
    const file = await open(temporary, 'wx', 0o600)
    try {
      let length = 0
      for (const piece of pieces) {
        length += piece.length
        if (length > constants.MAX_STRING_LENGTH)
          throw new Error('it is longer than a text can be, and could not be read again')
        await file.writeFile(piece)
      }
      // Without `sync`, the renamed file could be empty after a crash of the machine.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
  } catch (error) {
    await removeLeftover(path).catch(() => {})
    throw error
  }
  await syncFolder(dirname(path))
}

/** Syncs a folder, so that the renaming survives a crash. Some systems cannot sync folders: there, a crash may bring back the old file. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch {}
}

/** Removes the temporary file that a process left if it was killed during a write. */
export const removeLeftover = (path: string): Promise<void> => rm(temporaryOf(path), { force: true })
