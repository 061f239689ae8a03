import { CliError } from '../cli-error.ts'
import { idOrUndefined } from '../fields.ts'
import type { Io } from '../io.ts'
import type { AnyClient } from '../service.ts'
import { ProgressLine } from '../terminal/progress.ts'

/** Number of characters of an id in a table. */
const length = 8

/** The first characters of an id: enough for a person to tell two events apart. `--json` and pipes have the whole id. */
export const shortIdOf = (id: string): string => id.slice(0, length)

const looksShort = (given: string): boolean => given.length === length && /^[\da-f]+$/.test(given)

/**
 * The whole id of an event whose short id a table shows. Reads the whole list, because two ids can begin alike. Another text, and a short id that no
 * event has, stay as they are.
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

async function wholeIdOf(given: string, list: () => AsyncIterable<object>, noun: string, io: Io): Promise<string> {
  if (!looksShort(given)) return given
  const { idOf } = await import('osdi-events')
  const found = new Set<string>()
  using _ = new ProgressLine(io, `looking for the ${noun} ${given}`)
  for await (const item of list()) {
    const id = idOrUndefined(item, idOf)
    if (id === given) return given
    if (id?.startsWith(given)) found.add(id)
  }
  const [id = given, ...others] = found
  if (others.length === 0) return id
  throw new CliError(2, `${given}: several ids begin like this`, { hint: `give one whole: ${[...found].join(', ')}` })
}
