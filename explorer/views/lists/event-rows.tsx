import type { EventQuery, EventRow } from 'osdi-events/mock'
import type { ComponentChildren } from 'preact'
import { control } from '../../data/control.ts'
import { useLive } from '../../data/live.ts'
import { useRows } from '../../data/use-rows.ts'
import { LongList } from '../../parts/long-list.tsx'
import type { Column } from '../../parts/virtual-list.tsx'

interface EventRowsProps {
  /** What it is a list of. */
  readonly label: string
  readonly query: EventQuery
  /** What the list means, with how many events are on it. */
  readonly words: (total: number) => ComponentChildren
  readonly columns: readonly Column[]
  /** A function that stays the same. */
  readonly cells: (event: EventRow) => readonly ComponentChildren[]
  readonly none: ComponentChildren
}

/** Events of a list, as many as there are. */
export function EventRows({ label, query, words, columns, cells, none }: EventRowsProps) {
  const revision = useLive((known) => known.revision)
  const rows = useRows(
    async (page) => {
      const { total, events } = await control.events({ ...query, ...page })
      return { total, rows: events }
    },
    { of: JSON.stringify(query), on: [revision] },
  )
  return (
    <LongList
      what="the list"
      kind="chosen"
      words={(total) => <p class="prose-line">{words(total)}</p>}
      {...{ rows, label, columns, cells, none }}
    />
  )
}
