import { idOrUndefined } from '../run/field-values.ts'
import { type Io, print } from '../run/io.ts'
import { type ServiceFlags, writeAndShow } from '../run/service.ts'
import type { ProgressLine } from '../terminal/progress.ts'
import { oneLine } from '../terminal/text.ts'
import { type InputRow, rowNumbers } from './input-row.ts'
import type { RowEvent } from './row-event.ts'
import { type UpsertCalls, upsertEvent } from './upsert-event.ts'

/** The flags that apply to each event. */
export interface OneFlags extends ServiceFlags {
  readonly creator?: string
  readonly json?: true
}

/** Maps the field of an InputError to the flag that sets it. */
export const upsertFlagOf = { creator: '--creator' }

/** Result of an upsert. In version 1 it is `written`: the service does not tell whether the event is new. */
export type Result = 'created' | 'updated' | 'unchanged' | 'resent' | 'written'

/** The row of an event, and the progress line to hide while the result is printed. */
export interface PrintedRow {
  readonly row: InputRow
  readonly progress: Pick<ProgressLine, 'hide'>
}

/** Upserts one event and prints the result. */
export async function upsertOne(
  events: UpsertCalls,
  event: RowEvent,
  { creator, json }: OneFlags,
  io: Io,
  printed?: PrintedRow,
): Promise<Result> {
  const { idOf } = await import('osdi-events')
  let result: Result = 'written'
  await writeAndShow(
    io,
    () => upsertEvent(events, event, { signal: io.signal, creator }),
    async ({ event: written, created, unchanged, resent, unapplied }) => {
      if (created !== undefined) result = created ? 'created' : unchanged ? 'unchanged' : resent ? 'resent' : 'updated'
      const id = idOrUndefined(written, idOf) ?? ''
      printed?.progress.hide()
      if (json) {
        await print(io, `${JSON.stringify({ ...(printed && rowNumbers(printed.row)), result, id, unapplied })}\n`)
        return
      }
      const rest = unapplied.length > 0 ? `, not applied: ${unapplied.join(', ')}` : ''
      await print(io, `${oneLine(`${printed ? placeOf(printed.row) : ''}${result} ${id}${rest}`)}\n`)
    },
  )
  return result
}

const placeOf = ({ number, line }: InputRow): string => `${line === undefined ? 'line' : 'row'} ${number}: `
