import { cellText, idOrUndefined } from '../run/field-values.ts'
import type { Screen } from '../terminal/screen.ts'
import { type Column, tableOf } from '../terminal/table.ts'
import { dateText } from './event-table.ts'
import { shortIdOf } from './short-id.ts'

const columns: readonly Column[] = [
  { name: 'STATUS' },
  { name: 'RECORDED', side: 'right' },
  { name: 'PERSON', styleOf: () => 'dim' },
  { name: 'ID', styleOf: () => 'dim' },
]

/** Formats RSVPs as a short table. A terminal shows times of this machine and short ids; files and pipes get what the service wrote. */
export async function rsvpTableOf(rsvps: readonly object[], screen: Screen, thisYear: number): Promise<string> {
  const { idOf, ownOf } = await import('osdi-events')
  const isWhole = screen.width === undefined
  const shown = (id: string) => (isWhole ? id : shortIdOf(id))
  const rows = rsvps.map((rsvp: RsvpFields) => {
    const recorded = cellText(rsvp.created_date ?? rsvp.created_at)
    return [
      cellText(rsvp.status),
      isWhole ? recorded : dateText(localTime(recorded), thisYear),
      shown(cellText(ownOf(rsvp).person_id)),
      shown(idOrUndefined(rsvp, idOf) ?? ''),
    ]
  })
  return tableOf(columns, rows, screen)
}

/** The fields of the table, of both versions. */
interface RsvpFields {
  readonly status?: string
  readonly created_date?: string
  readonly created_at?: string
}

/** A moment as local time of this machine, without a zone. */
function localTime(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return moment
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 19)
}
