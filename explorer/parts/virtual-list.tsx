import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { goByKey } from './go-by-key.ts'
import { rowsInView, type Span } from './rows-in-view.ts'

/** A column: how wide it is, as a track of a CSS grid, and whether narrow screens do without its heading. */
export interface Column {
  readonly title: ComponentChildren
  readonly width: string
  readonly sort?: 'ascending' | 'descending' | undefined
  readonly numeric?: boolean
}

interface VirtualListProps {
  /** What it is a list of. */
  readonly label: string
  readonly columns: readonly Column[]
  /** How many rows there are, of which those alone are drawn that can be seen. */
  readonly count: number
  /** Cells of a row, one for each column; undefined while it is not known yet. */
  readonly row: (index: number) => readonly ComponentChildren[] | undefined
  /** What stays the same when rows before it come and go. */
  readonly keyOf?: (index: number) => string | number
  /** Told of the rows that are drawn, whenever they are others. */
  readonly onSpan?: (span: Span) => void
  /** Pixels; narrow screens have rows of several lines. */
  readonly rowHeight?: { readonly wide: number; readonly narrow: number }
}

const narrow = matchMedia('(max-width: 719px)')

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
export function VirtualList({
  label,
  columns,
  count,
  row,
  keyOf,
  onSpan,
  rowHeight = { wide: 40, narrow: 68 },
}: VirtualListProps) {
  const height = rowHeight[useNarrow() ? 'narrow' : 'wide']
  const box = useRef<HTMLDivElement>(null)
  const [span, show] = useState<Span>({ from: 0, to: 30 })
  const look = () => {
    const { current } = box
    if (!current) return
    const next = rowsInView({ scrolled: current.scrollTop, visible: current.clientHeight, height, count })
    show((known) => (known.from === next.from && known.to === next.to ? known : next))
  }
  useLayoutEffect(look, [count, height])
  useEffect(() => {
    const watch = new ResizeObserver(look)
    if (box.current) watch.observe(box.current)
    return () => watch.disconnect()
  }, [count, height])
  useEffect(() => {
    const { current } = box
    current?.addEventListener('keydown', goByKey)
    return () => current?.removeEventListener('keydown', goByKey)
  }, [])
  useEffect(() => onSpan?.(span), [span, onSpan])
  const indexes = Array.from({ length: Math.max(0, Math.min(span.to, count) - span.from) }, (_, at) => span.from + at)
  return (
    <div class="list" style={{ '--columns': columns.map(({ width }) => width).join(' '), '--row': `${height}px` }}>
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
              <tr
                key={keyOf?.(index) ?? index}
                aria-rowindex={index + 2}
                class="list-row"
                style={{ transform: `translateY(${index * height}px)` }}
              >
                {columns.map(({ numeric }, at) => (
                  <td key={at} class={numeric ? 'numeric' : undefined}>
                    {row(index)?.[at]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  )
}
