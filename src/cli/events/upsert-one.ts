import { idOrUndefined } from '../fields.ts'
import { type Io, print } from '../io.ts'
import { type AnyClient, type ServiceFlags, writeAndShow } from '../service.ts'
import type { ProgressLine } from '../terminal/progress.ts'
import { oneLine } from '../terminal/text.ts'

/** The flags that apply to each event. */
export interface OneFlags extends ServiceFlags {
  readonly creator?: string
  readonly json?: true
}

/** Maps the field of an InputError to the flag that sets it. */
export const upsertFlagOf = { creator: '--creator' }

/** Result of an upsert. In version 1 it is `written`: the service does not tell whether the event is new. */
export type Result = 'created' | 'updated' | 'unchanged' | 'written'

/** The place of an event in standard input, and the progress line to hide while the result is printed. */
export interface InputLine {
  readonly number: number
  readonly progress: Pick<ProgressLine, 'hide'>
}

/** Upserts one event and prints the result. */
export async function upsertOne(
  events: Pick<AnyClient, 'upsert'>,
  event: object,
  { creator, json }: OneFlags,
  io: Io,
  line?: InputLine,
): Promise<Result> {
  const { idOf, unappliedOf } = await import('osdi-events')
  const options = { signal: io.signal, creator }
  let result: Result = 'written'
  await writeAndShow(
    io,
    () => events.upsert(event, options),
    async ({ event: written, created, unchanged }) => {
      if (created !== undefined) result = created ? 'created' : unchanged ? 'unchanged' : 'updated'
      const [id = '', unapplied] = [idOrUndefined(written, idOf), unappliedOf(written)]
      const rest = unapplied.length > 0 ? `, not applied: ${unapplied.join(', ')}` : ''
      const text = oneLine(`${line ? `line ${line.number}: ` : ''}${result} ${id}${rest}`)
      line?.progress.hide()
      await print(io, `${json ? JSON.stringify({ line: line?.number, result, id, unapplied }) : text}\n`)
    },
  )
  return result
}
