import type { CallOptions } from 'osdi-events'
import { CliError } from '../run/cli-error.ts'
import { idOrUndefined } from '../run/field-values.ts'
import type { Io } from '../run/io.ts'
import type { AnyClient } from '../run/service.ts'
import { note } from '../terminal/messages.ts'
import { ProgressLine } from '../terminal/progress.ts'

/** Number of characters of an id in a table. */
const length = 8

/** The first characters of an id: enough for a person to tell two events apart. `--json` and pipes have the whole id. */
export const shortIdOf = (id: string): string => id.slice(0, length)

/** Whether a text can be the beginning of a UUID. Digits alone can be a whole id. */
const looksShort = (given: string): boolean =>
  /^[\da-f][\da-f-]{3,34}$/.test(given) && (given.length === length || /[a-f-]/.test(given))

/** What an id is for. A write needs a certain id. */
type Purpose = 'read' | 'write'

/**
 * The whole id of an event whose short id a table shows, or another beginning of four or more characters. The text itself comes first: it may be a
 * whole id, also of an event that the list does not show. Reads the whole list, because two ids can begin alike. Says which id it found.
 *
 * @throws CliError if several ids begin with the text, or, for a write, if the list is not complete
 * @throws HttpError if no event has the id
 */
export const eventIdOf = (given: string, events: AnyClient, io: Io, purpose: Purpose): Promise<string> =>
  wholeIdOf(
    given,
    { noun: 'event', get: (...of) => events.get(...of), list: (...of) => events.list(...of) },
    io,
    purpose,
  )

/** Like {@link eventIdOf}, for the `--campaign` flag. */
export const campaignIdOf = async (
  given: string | undefined,
  events: AnyClient,
  io: Io,
): Promise<string | undefined> =>
  given === undefined
    ? undefined
    : wholeIdOf(
        given,
        { noun: 'campaign', get: (...of) => events.campaign(...of), list: (...of) => events.campaigns(...of) },
        io,
        'read',
      )

/** How to look for an id. */
interface Source {
  readonly noun: 'event' | 'campaign'
  readonly get: (id: string, options: CallOptions) => Promise<unknown>
  readonly list: (options: CallOptions) => ReturnType<AnyClient['campaigns']>
}

async function wholeIdOf(typed: string, { noun, get, list }: Source, io: Io, purpose: Purpose): Promise<string> {
  const given = typed.toLowerCase()
  if (!looksShort(given)) return typed
  const { idOf, isEventsError } = await import('osdi-events')
  const { signal } = io
  let missing: unknown
  try {
    await get(typed, { signal })
    return typed
  } catch (error) {
    const isMissing = isEventsError(error) && error.code === 'http' && [400, 404, 410, 422].includes(error.status)
    if (!isMissing) throw error
    missing = error
  }
  const found = new Set<string>()
  using line = new ProgressLine(io, `looking for the ${noun} ${given}`)
  const items = list({ signal })
  for await (const item of items) {
    const id = idOrUndefined(item, idOf)
    if (id?.startsWith(given)) found.add(id)
  }
  line.hide()
  const [id, ...others] = found
  if (id === undefined) throw missing
  if (others.length > 0) {
    const hint = `give one whole: ${[...found].join(', ')}`
    throw new CliError(2, `${typed}: several ids begin like this`, { hint })
  }
  if (purpose === 'write' && !items.report?.complete) {
    const hint = `give the whole id, such as ${id}, if you mean that ${noun}`
    throw new CliError(1, `${typed}: the list is not complete, so other ids may begin like this`, { hint })
  }
  note(io, `${typed} is short for the ${noun} ${id}`)
  return id
}
