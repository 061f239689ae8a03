import { constants } from 'node:buffer'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** The file that is written first, and then renamed. It has always the same name: a killed process leaves one at most. */
const temporaryOf = (path: string): string => `${path}.saving`

/**
 * Replaces the content of a file: whatever happens meanwhile, the file has the old content or the new one. Other work is done between
 * the pieces. A text too long to be read again is refused.
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
      // Without this, a crash of the machine could leave the new name without the text.
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

/** Not every system lets a folder be synced: the file is whole all the same. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch {}
}

/** Removes what a process left that was killed while it wrote. */
export const removeLeftover = (path: string): Promise<void> => rm(temporaryOf(path), { force: true })
