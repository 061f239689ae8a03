import { count } from '../../text/count.ts'
import type { Block } from './blocks.ts'
import { nameOf } from './words.ts'

interface WeekTableProps {
  readonly blocks: readonly Block[]
  /** Weeks of each block. */
  readonly size: number
  readonly hrefFor: (block: Block) => string
}

/** The numbers of the picture, for whoever would rather read. */
export const WeekTable = ({ blocks, size, hrefFor }: WeekTableProps) => (
  <details class="more">
    <summary>As a table</summary>
    <table class="numbers">
      <thead>
        <tr>
          <th scope="col">{size === 1 ? 'Week' : 'Weeks'}</th>
          <th scope="col" class="numeric">
            Events
          </th>
          <th scope="col" class="numeric">
            RSVPs
          </th>
        </tr>
      </thead>
      <tbody>
        {blocks
          .filter(({ events }) => events > 0)
          .map((block) => (
            <tr key={block.from}>
              <td>
                <a href={hrefFor(block)}>{nameOf(block, size)}</a>
              </td>
              <td class="numeric">{count(block.events)}</td>
              <td class="numeric">{count(block.rsvps)}</td>
            </tr>
          ))}
      </tbody>
    </table>
  </details>
)
