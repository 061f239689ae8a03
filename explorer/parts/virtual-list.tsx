import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { goByKey } from './go-by-key.ts'
import type { Span } from './rows-in-view.ts'
import { useSpan } from './use-span.ts'
import { VirtualRow } from './virtual-row.tsx'

/** A column. How wide it is, and where it stands on narrow screens, is up to the styles of the view. */
export interface Column {
  readonly title: ComponentChildren
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly numeric?: boolean
}

interface VirtualListProps<Item> {
  /** What it is a list of. */
  readonly label: string
  readonly columns: readonly Column[]
  /** How many rows there are, of which those alone are drawn that can be seen. */
  readonly count: number
  /** What a row shows; undefined while it is not known yet. */
  readonly item: (index: number) => Item | undefined
  /** Its cells, one for each column. A function that stays the same: rows are drawn anew where it is another. */
  readonly cells: (item: Item) => readonly ComponentChildren[]
  /** What stays the same when rows before it come and go. */
  readonly keyOf?: (index: number) => string | number
  /** Told of the rows that are drawn, whenever they are others. */
  readonly onSpan?: (span: Span) => void
}

/** Pixels of a row, as the styles have them too: narrow screens have rows of two lines. */
const rowHeight = { wide: 40, narrow: 68 }
const narrow = matchMedia('(max-width: 899px)')

/** Whether the screen is too narrow for columns side by side. */
function useNarrow(): boolean {
  const [isNarrow, tell] = useState(narrow.matches)
  useEffect(() => {
    const look = () => tell(narrow.matches)
    narrow.addEventListener('change', look)
    return () => narrow.removeEventListener('change', look)
  }, [])
  return isNarrow
}

/** A table of any length: it scrolls, and holds no more rows than can be seen. Arrow keys go from row to row. */
export function VirtualList<Item>({ label, columns, count, item, cells, keyOf, onSpan }: VirtualListProps<Item>) {
  const height = rowHeight[useNarrow() ? 'narrow' : 'wide']
  const box = useRef<HTMLDivElement>(null)
  const { span, look } = useSpan(box, height, count)
  useLayoutEffect(look, [count, height])
  useEffect(() => {
    const watch = new ResizeObserver(look)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [count, height])
  useLayoutEffect(() => {
    const { current } = box
    const go = (event: KeyboardEvent) => {
      goByKey(event)
      // The next key may come before the list says that it has scrolled, and needs rows to go to.
      look()
    }
    current?.addEventListener('keydown', go)
    return () => current?.removeEventListener('keydown', go)
  }, [count, height])
  useEffect(() => onSpan?.(span), [span, onSpan])
  const indexes = Array.from({ length: Math.max(0, Math.min(span.to, count) - span.from) }, (_, at) => span.from + at)
  return (
    <div class="list">
      <div class="list-box" ref={box} onScroll={look}>
        <table aria-label={label} aria-rowcount={count + 1}>
          <thead class="list-head">
            <tr aria-rowindex={1} class="list-row">
              {columns.map(({ title, sort, numeric }, at) => (
                <th key={at} scope="col" class={numeric ? 'numeric' : undefined} {...(sort && { 'aria-sort': sort })}>
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody class="list-rows" style={{ height: `${count * height}px` }}>
            {indexes.map((index) => (
              <VirtualRow key={keyOf?.(index) ?? index} item={item(index)} {...{ index, height, columns, cells }} />
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
