import { idIn } from '../fields.ts'
import { type Io, oneLine, print } from '../io.ts'
import { type AnyEvents, type ServiceFlags, writing } from '../service.ts'

/** The flags that hold for each event. */
export interface OneFlags extends ServiceFlags {
  readonly creator?: string
  readonly json?: true
}

/** The flag behind each argument of the client, by the field that its errors name. */
export const upsertFlagOf = { creator: '--creator' }

/** What became of an event. Version 1 does not tell whether it is new. */
export type Result = 'created' | 'updated' | 'written'

/** Updates or creates one event, and prints what became of it; `line` is where it stands in standard input. */
export async function upsertOne(
  events: Pick<AnyEvents, 'upsert'>,
  event: object,
  { creator, json }: OneFlags,
  io: Io,
  line?: number,
): Promise<Result> {
  const { idOf, unappliedOf } = await import('osdi-events')
  const options = { signal: io.signal, creator }
  let result: Result = 'written'
  await writing(
    io,
    () => events.upsert(event, options),
    async ({ event: written, created }) => {
      if (created !== undefined) result = created ? 'created' : 'updated'
      const [id = '', unapplied] = [idIn(written, idOf), unappliedOf(written)]
      const rest = unapplied.length > 0 ? `, not applied: ${unapplied.join(', ')}` : ''
      const text = oneLine(`${line === undefined ? '' : `line ${line}: `}${result} ${id}${rest}`)
      await print(io, `${json ? JSON.stringify({ line, result, id, unapplied }) : text}\n`)
    },
  )
  return result
}
