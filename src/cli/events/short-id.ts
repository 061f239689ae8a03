import { CliError } from '../cli-error.ts'
import { idOrUndefined } from '../fields.ts'
import type { Io } from '../io.ts'
import type { AnyClient } from '../service.ts'
import { ProgressLine } from '../terminal/progress.ts'

/** Number of characters of an id in a table. */
const length = 8

/** The first characters of an id: enough for a person to tell two events apart. `--json` and pipes have the whole id. */
export const shortIdOf = (id: string): string => id.slice(0, length)

/** Whether a text can be the beginning of a UUID. Digits alone can be a whole id. */
const looksShort = (given: string): boolean =>
  /^[\da-f][\da-f-]{3,34}$/.test(given) && (given.length === length || /[a-f-]/.test(given))

/**
 * The whole id of an event whose short id a table shows, or another beginning of four or more characters. Reads the whole list, because two ids can
 * begin alike. Another text, and a short id that no event has, stay as they are.
 *
 * @throws CliError if several ids begin with the text
 */
export const eventIdOf = (given: string, events: AnyClient, io: Io): Promise<string> =>
  wholeIdOf(given, () => events.list({ signal: io.signal }), 'event', io)

/** Like {@link eventIdOf}, for the `--campaign` flag. */
export const campaignIdOf = async (
  given: string | undefined,
  events: AnyClient,
  io: Io,
): Promise<string | undefined> =>
  given === undefined ? undefined : wholeIdOf(given, () => events.campaigns({ signal: io.signal }), 'campaign', io)

async function wholeIdOf(typed: string, list: () => AsyncIterable<object>, noun: string, io: Io): Promise<string> {
  const given = typed.toLowerCase()
  if (!looksShort(given)) return typed
  const { idOf } = await import('osdi-events')
  const found = new Set<string>()
  using _ = new ProgressLine(io, `looking for the ${noun} ${given}`)
  for await (const item of list()) {
    const id = idOrUndefined(item, idOf)
    if (id === typed) return typed
    if (id?.startsWith(given)) found.add(id)
  }
  const [id = typed, ...others] = found
  if (others.length === 0) return id
  throw new CliError(2, `${typed}: several ids begin like this`, { hint: `give one whole: ${[...found].join(', ')}` })
}
