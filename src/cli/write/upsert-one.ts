import { titleOf } from '../read/event-table.ts'
import { idOrUndefined } from '../run/field-values.ts'
import { type Io, print } from '../run/io.ts'
import { type ServiceFlags, writeAndShow } from '../run/service.ts'
import { oneLine } from '../terminal/text.ts'
import { type InputRow, type PrintedRow, rowNumbers } from './input-row.ts'
import type { RowEvent } from './row-event.ts'
import { type Result, type UpsertCalls, upsertEvent } from './upsert-event.ts'
import type { UpsertTable } from './upsert-table.ts'

/** The flags that apply to each event. */
export interface OneFlags extends ServiceFlags {
  readonly creator?: string
  readonly json?: true
}

/** Maps the field of an InputError to the flag that sets it. */
export const upsertFlagOf = { creator: '--creator' }

/**
 * Upserts one event and prints the result.
 *
 * @param table takes the result of a row; without it, the result is a line
 */
export async function upsertOne(
  events: UpsertCalls,
  event: RowEvent,
  { creator, json }: OneFlags,
  io: Io,
  printed?: PrintedRow,
  table?: UpsertTable,
): Promise<Result> {
  const { idOf, wallClockOf } = await import('osdi-events')
  let result: Result = 'written'
  await writeAndShow(
    io,
    () => upsertEvent(events, event, { signal: io.signal, creator }),
    async ({ event: written, created, unchanged, resent, unapplied, changes = [] }) => {
      if (created !== undefined) result = created ? 'created' : unchanged ? 'unchanged' : resent ? 'resent' : 'updated'
      const id = idOrUndefined(written, idOf) ?? ''
      if (table) {
        const start = wallClockOf(written).start
        await table.add({ result, id, title: titleOf(written), start, changes, unapplied }, printed)
        return
      }
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
