import { constants } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** Temporary files that this process is writing now. */
const writing = new Set<string>()

// Enough to be quick, and so little that making it keeps no request waiting.
const slice = 256 * 1024

/**
 * Puts a text in the place of a file: whatever happens meanwhile, the file is the old one or the new one. The text is taken
 * piece by piece, and other work gets its turn in between. One that is longer than could be read again is refused.
 */
export async function replaceFile(
  path: string,
  pieces: Iterable<string>,
  maxLength = constants.MAX_STRING_LENGTH,
): Promise<void> {
  const temporary = `${path}.${process.pid}-${randomBytes(6).toString('hex')}.tmp`
  writing.add(temporary)
  try {
    const file = await open(temporary, 'wx', 0o600)
    try {
      let text = ''
      let length = 0
      for (const piece of pieces) {
        text += piece
        length += piece.length
        if (length > maxLength) throw new Error('it is longer than a text can be, and could not be read again')
        if (text.length < slice) continue
        await file.writeFile(text)
        text = ''
      }
      await file.writeFile(text)
      // Or the name could be there after a crash of the machine, and the text not.
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(temporary, path)
    await syncFolder(dirname(path))
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {})
    throw error
  } finally {
    writing.delete(temporary)
  }
}

/** Not every system lets a folder be synced: the file is whole all the same. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, 'r')
    await folder.sync().finally(() => folder.close())
  } catch {}
}

/** Removes what processes left behind that were killed while they wrote. */
export async function removeLeftovers(path: string): Promise<void> {
  const folder = dirname(path)
  const start = `${basename(path)}.`
  for (const name of await readdir(folder)) {
    const [, pid] = (name.startsWith(start) && /^(\d+)-[0-9a-f]{12}\.tmp$/.exec(name.slice(start.length))) || []
    const leftover = join(folder, name)
    if (pid !== undefined && !writing.has(leftover) && !isOther(Number(pid))) await rm(leftover, { force: true })
  }
}

/** Whether a process is another one than this, and is running. */
function isOther(pid: number): boolean {
  if (pid === process.pid) return false
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
