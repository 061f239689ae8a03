import { Component, type ComponentChildren } from 'preact'
import type { Column } from './virtual-list.tsx'

interface VirtualRowProps<Item> {
  readonly index: number
  /** Pixels. */
  readonly height: number
  readonly columns: readonly Column[]
  readonly item: Item | undefined
  readonly cells: (item: Item) => readonly ComponentChildren[]
}

/** A row of a long list. It is drawn anew only where it shows something else: most stay as they are while the list scrolls. */
export class VirtualRow<Item> extends Component<VirtualRowProps<Item>> {
  override shouldComponentUpdate({ index, height, columns, item, cells }: VirtualRowProps<Item>): boolean {
    const { props } = this
    return (
      item !== props.item ||
      index !== props.index ||
      height !== props.height ||
      cells !== props.cells ||
      columns.length !== props.columns.length
    )
  }

  override render() {
    const { index, height, columns, item, cells } = this.props
    const drawn = item === undefined ? undefined : cells(item)
    return (
      <tr aria-rowindex={index + 2} class="list-row" style={{ transform: `translateY(${index * height}px)` }}>
        {drawn ? (
          columns.map(({ numeric }, at) => (
            <td key={at} class={numeric ? 'numeric' : undefined}>
              {drawn[at]}
            </td>
          ))
        ) : (
          <td colSpan={columns.length}>…</td>
        )}
      </tr>
    )
  }
}
