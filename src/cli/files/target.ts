import { constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { FileSystem, Found, OpenFile } from '../io.ts'

/**
 * Checks, before any work, that a command can write the file that a flag names. A command replaces a file and never writes into it.
 * If the file has two names, one of them would keep the old content.
 *
 * @throws CliError if the name is a folder or a link, or if the command cannot put a file into the folder
 */
export async function checkTarget(fs: FileSystem, flag: string, path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new CliError(2, `${flag}: ${path} already exists and is not a file`)
  const named = await fs.lstat(path).catch(() => undefined)
  if (named?.isSymbolicLink()) {
    throw new CliError(2, `${flag}: ${path} is a symbolic link; name the file that it leads to`)
  }
  if (named && named.nlink > 1) {
    throw new CliError(
      2,
      `${flag}: ${path} ${hasOtherName}, which a new file would not have; remove the other name first, or name another file`,
    )
  }
  const folder = dirname(path)
  const isFolder = (found: Found) => found.isDirectory()
  if (!(await fs.stat(folder).then(isFolder, unlessMissing))) {
    throw new CliError(2, `${flag}: the folder ${folder} does not exist`)
  }
  await fs.access(folder, constants.W_OK).catch((error) => {
    if (!isErrorWithCode(error)) throw error
    throw new CliError(2, `${flag}: cannot create a file in ${folder} (${error.code})`, { cause: error })
  })
}

/** Words of messages about a file with several names. */
export const hasOtherName = 'has another name as well (a hard link)'

function unlessMissing(error: unknown): false {
  if (isErrorWithCode(error, 'ENOENT', 'ENOTDIR')) return false
  throw error
}

/** Mode of a new file. If it replaces a file, only the owner can read it until {@link takeAfter} sets the old mode. */
export const modeBefore = (replaced: Found | undefined): number => (replaced ? 0o600 : 0o666)

/** Gives a new file the mode of the replaced file and, if this user may, the owner and group. */
export async function takeAfter(file: OpenFile, { uid, gid, mode }: Found): Promise<void> {
  await file.chown(uid, gid).catch((error) => {
    if (!isErrorWithCode(error)) throw error
  })
  await file.chmod(mode & 0o777)
}
