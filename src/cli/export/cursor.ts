import type { ChangesOptions, Collection, Pager } from 'osdi-events'
import { writeAtomically } from '../files/atomic-file.ts'
import { readText } from '../files/text.ts'
import { checkWritable } from '../files/writable.ts'
import { CliError, isErrorWithCode } from '../run/cli-error.ts'
import type { FileSystem, Io } from '../run/io.ts'
import type { AnyClient } from '../run/service.ts'
import { warn } from '../terminal/messages.ts'
import { counted } from '../terminal/text.ts'

/** The changes since the cursor in a file. */
export interface CursorFileChanges {
  readonly list: Pager<object, Collection<object>>
  /** Whether `list` has only changed events. False for the first export, when the file has no cursor yet. */
  readonly isPart: boolean
  /**
   * Writes the new cursor. Call it after the output is complete. If the list is not complete or has invalid events, keeps the old cursor and prints a
   * message, so that the next export has these events again.
   */
  save(): Promise<void>
}

/**
 * Lists the changes since the cursor in a file, or every event if the file does not exist yet.
 *
 * @throws InputError of the client, naming `since`, if the file does not contain a cursor of this list
 */
export async function changesSince(
  events: AnyClient,
  path: string,
  options: ChangesOptions,
  io: Io,
): Promise<CursorFileChanges> {
  await checkWritable(io.fs, '--cursor', path)
  const since = await cursorIn(io.fs, path)
  const list = events.changes({ ...options, since })
  return {
    list,
    isPart: since !== undefined,
    async save() {
      const { complete = false, rejected = 0 } = list.report ?? {}
      if (!complete || rejected > 0) {
        const why = complete ? `${counted(rejected, 'event')} left out` : 'the list was not complete'
        warn(io, `--cursor: ${path} was not changed: ${why}`)
      } else if (list.cursor !== undefined && list.cursor !== since) {
        await writeAtomically(io.fs, '--cursor', path, `${list.cursor}\n`).catch((error) => {
          if (!(error instanceof CliError)) throw error
          throw new CliError(1, error.message, {
            hint: 'the next export will contain these events again',
            cause: error,
          })
        })
      }
    },
  }
}

async function cursorIn(fs: FileSystem, path: string): Promise<string | undefined> {
  try {
    return (await readText(fs, path, `--cursor: ${path}`)).trim()
  } catch (error) {
    if (isErrorWithCode(error, 'ENOENT')) return undefined
    if (isErrorWithCode(error)) throw new CliError(2, `--cursor: ${path} cannot be read`, { cause: error })
    throw error
  }
}
