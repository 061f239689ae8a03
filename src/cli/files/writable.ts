import { constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileStats, FileSystem, OpenFile } from '../run/io.ts'

/**
 * Checks that a command can write the file that a flag names. A command writes a new file and renames it over the old one. If the old file is a hard
 * link, its other names would keep the old content.
 *
 * @throws CliError if the name is a folder, a symbolic link or one of several hard links, or if the command cannot create files in the folder
 */
export async function checkWritable(fs: FileSystem, flag: string, path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new CliError(2, `${flag}: ${path} already exists and is not a file`)
  const named = await fs.lstat(path).catch(() => undefined)
  if (named?.isSymbolicLink()) {
    throw new CliError(2, `${flag}: ${path} is a symbolic link`, { hint: 'name the file that it leads to' })
  }
  if (named && named.nlink > 1) {
    throw new CliError(2, `${flag}: ${path} ${hasHardLink}, which a new file would not have`, {
      hint: 'remove the other name first, or name another file',
    })
  }
  const folder = dirname(path)
  const isFolder = (found: FileStats) => found.isDirectory()
  if (!(await fs.stat(folder).then(isFolder, unlessMissing))) {
    throw new CliError(2, `${flag}: the folder ${folder} does not exist`)
  }
  await fs.access(folder, constants.W_OK).catch((error) => {
    if (!isErrorWithCode(error)) throw error
    throw new CliError(2, `${flag}: cannot create a file in ${folder} (${error.code})`, { cause: error })
  })
}

/** A part of the messages about hard links. */
export const hasHardLink = 'has another name as well (a hard link)'

function unlessMissing(error: unknown): false {
  if (isErrorWithCode(error, 'ENOENT', 'ENOTDIR')) return false
  throw error
}

/** The mode of a new file. If the file replaces an old one, only the owner can read it until {@link copyOwnerAndMode} sets the old mode. */
export const newFileMode = (replaced: FileStats | undefined): number => (replaced ? 0o600 : 0o666)

/** Gives a new file the mode of the replaced file and, if this user may, the owner and group. */
export async function copyOwnerAndMode(file: OpenFile, { uid, gid, mode }: FileStats): Promise<void> {
  await file.chown(uid, gid).catch((error) => {
    if (!isErrorWithCode(error)) throw error
  })
  await file.chmod(mode & 0o777)
}
