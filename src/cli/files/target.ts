import { dirname } from 'node:path'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import type { FileSystem } from '../io.ts'

/** @throws CliError where a file that a flag names cannot be written because of what is there, or is not */
export async function checkTarget(fs: FileSystem, flag: string, path: string): Promise<void> {
  const found = await fs.stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new CliError(2, `${flag}: ${path} is there and no file`)
  const folder = await fs.stat(dirname(path)).catch((error) => {
    if (isErrorWithCode(error, 'ENOENT', 'ENOTDIR')) return undefined
    throw error
  })
  if (!folder?.isDirectory()) throw new CliError(2, `${flag}: there is no folder ${dirname(path)}`)
}
