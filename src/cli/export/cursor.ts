import type { ChangesOptions, Collection, Pager } from 'osdi-events'
import { CliError, isErrorWithCode } from '../cli-error.ts'
import { checkTarget } from '../files/target.ts'
import { readText } from '../files/text.ts'
import { writeWhole } from '../files/whole-file.ts'
import { type FileSystem, type Io, say } from '../io.ts'
import type { AnyEvents } from '../service.ts'
import { eventsIn } from './output.ts'

/** The events that changed since the cursor in a file. */
export interface KeptChanges {
  readonly list: Pager<object, Collection<object>>
  /** True if the file has a cursor: `list` then has only the changed events. */
  readonly isPart: boolean
  /**
   * Writes the new cursor; called after the output is complete. If the list is incomplete or has invalid events, keeps the old cursor and says so.
   * The next export then has these events again.
   */
  save(): Promise<void>
}

/**
 * Lists the changes since the cursor in a file, or every event if the file does not exist yet.
 *
 * @throws InputError of the client, naming `since`, if the file does not contain a cursor of this list
 */
export async function changesSince(
  events: AnyEvents,
  path: string,
  options: ChangesOptions,
  io: Io,
): Promise<KeptChanges> {
  await checkTarget(io.fs, '--cursor', path)
  const since = await cursorIn(io.fs, path)
  const list = events.changes({ ...options, since })
  return {
    list,
    isPart: since !== undefined,
    async save() {
      const { complete = false, rejected = 0 } = list.report ?? {}
      if (!complete || rejected > 0) {
        const why = complete ? `${eventsIn(rejected)} left out` : 'the list was not complete'
        say(io, `--cursor: ${path} was not changed: ${why}`)
      } else if (list.cursor !== undefined && list.cursor !== since) {
        await writeWhole(io.fs, '--cursor', path, `${list.cursor}\n`).catch((error) => {
          if (!(error instanceof CliError)) throw error
          throw new CliError(1, `${error.message}; the next export will contain these events again`, { cause: error })
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
