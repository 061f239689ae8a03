import type { ComponentChildren } from 'preact'
import type { Rows } from '../data/use-rows.ts'
import { Failed, Loading } from './state.tsx'
import { type Column, VirtualList } from './virtual-list.tsx'

interface LongListProps<Row> {
  readonly rows: Rows<Row>
  /** What it is a list of. */
  readonly label: string
  /** What is loaded, in a sentence. */
  readonly what: string
  /** Name of its columns in the styles. */
  readonly kind: string
  readonly columns: readonly Column[]
  /** A function that stays the same. */
  readonly cells: (row: Row) => readonly ComponentChildren[]
  /** What stands there where there are no rows. */
  readonly none: ComponentChildren
  /** What the list means, with how many rows it has. */
  readonly words?: (total: number) => ComponentChildren
}

/** Rows of the service as a table of any length, or why there are none to be seen. */
export function LongList<Row>({ rows, label, what, kind, columns, cells, none, words }: LongListProps<Row>) {
  const { of, total, error, row, want, reload } = rows
  return (
    <>
      {error && <Failed error={error} again={reload} />}
      {total === undefined && !error && <Loading what={what} />}
      {total !== undefined && words?.(total)}
      {total === 0 && none}
      {total !== undefined && total > 0 && (
        <div class={`${kind} fill`}>
          <VirtualList key={of} count={total} onSpan={want} item={row} {...{ label, columns, cells }} />
        </div>
      )}
    </>
  )
}
