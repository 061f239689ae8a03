import { constants } from 'node:fs/promises'
import { dirname } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { FileSystem, Found, OpenFile } from '../io.ts'

/**
 * Checks, before any work, that a file can be written under the name that a flag gives. The command line replaces files and writes into none: through
 * a link it would cut the names apart.
 *
 * @throws CliError where a folder or a link has this name, or the file could not be put into its folder
 */
export async function checkTarget(fs: FileSystem, flag: string, path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new CliError(2, `${flag}: ${path} is there and no file`)
  const named = await fs.lstat(path).catch(() => undefined)
  if (named?.isSymbolicLink()) {
    throw new CliError(2, `${flag}: ${path} is a symbolic link; name the file that it leads to`)
  }
  if (named && named.nlink > 1) {
    throw new CliError(
      2,
      `${flag}: ${path} ${hasOtherName}, which a new file would not have; remove it first, or name another file`,
    )
  }
  const folder = dirname(path)
  const isFolder = (found: Found) => found.isDirectory()
  if (!(await fs.stat(folder).then(isFolder, unlessMissing))) {
    throw new CliError(2, `${flag}: there is no folder ${folder}`)
  }
  await fs.access(folder, constants.W_OK).catch((error) => {
    if (!isErrorWithCode(error)) throw error
    throw new CliError(2, `${flag}: no file can be put into ${folder} (${error.code})`, { cause: error })
  })
}

/** What a message says of a file with several names. */
export const hasOtherName = 'has another name as well (a hard link)'

function unlessMissing(error: unknown): false {
  if (isErrorWithCode(error, 'ENOENT', 'ENOTDIR')) return false
  throw error
}

/** The mode that a new file begins with: one that is to take the place of another may be read by its owner alone, until {@link takeAfter}. */
export const modeBefore = (replaced: Found | undefined): number => (replaced ? 0o600 : 0o666)

/** Gives a new file the mode of the one that it replaces and, where this user may, its owner and group. */
export async function takeAfter(file: OpenFile, { uid, gid, mode }: Found): Promise<void> {
  await file.chown(uid, gid).catch((error) => {
    if (!isErrorWithCode(error)) throw error
  })
  await file.chmod(mode & 0o777)
}
