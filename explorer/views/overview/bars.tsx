import { useLayoutEffect, useRef } from 'preact/hooks'
import { useLive } from '../../data/live.ts'
import { count } from '../../text/count.ts'
import type { Block } from './blocks.ts'
import { goAlong } from './go-along.ts'
import { ticksOf, topOf } from './scale.ts'
import { inWords, nameOf } from './words.ts'

interface BarsProps {
  readonly label: string
  readonly blocks: readonly Block[]
  /** Weeks of each block. */
  readonly size: number
  /** What their height shows. */
  readonly what: 'events' | 'rsvps'
  readonly hrefFor: (block: Block) => string
  /** Told which one is looked at, by pointer or focus. */
  readonly onLook: (block: Block | undefined) => void
}

/** Bars side by side, each of them a link. Tab goes to one of them, arrow keys to the others. */
export function Bars({ label, blocks, size, what, hrefFor, onLook }: BarsProps) {
  const list = useRef<HTMLOListElement>(null)
  const now = useLive((known) => known.clock && new Date(known.clock.now).toISOString().slice(0, 10))
  const top = topOf(Math.max(1, ...blocks.map((block) => block[what])))
  const ticks = ticksOf(blocks)
  const current = blocks.findIndex(({ from, to }) => now !== undefined && from <= now && now <= to)
  const stop = nearest(blocks, Math.max(0, current))
  useLayoutEffect(() => {
    const { current: element } = list
    element?.addEventListener('keydown', goAlong)
    return () => element?.removeEventListener('keydown', goAlong)
  }, [])
  useLayoutEffect(() => {
    // Narrow screens have room for some of them: those around now.
    const box = list.current?.parentElement
    const slot = list.current?.children[current]
    if (box && slot instanceof HTMLElement) box.scrollLeft = slot.offsetLeft - box.clientWidth / 2
  }, [current, blocks.length])
  return (
    <div class="bars">
      <p class="bars-scale" aria-hidden="true">
        <span>{count(top)}</span>
        <span>{top % 2 === 0 ? count(top / 2) : ''}</span>
        <span>0</span>
      </p>
      <div class="bars-box">
        <ol class="bars-list" ref={list} aria-label={label}>
          {blocks.map((block, index) => (
            <li key={block.from} class={index === current ? 'slot now' : 'slot'} aria-hidden={block.events === 0}>
              {block.events > 0 && (
                <a
                  href={hrefFor(block)}
                  tabIndex={index === stop ? 0 : -1}
                  aria-label={`${nameOf(block, size)}: ${inWords(block)}`}
                  onMouseEnter={() => onLook(block)}
                  onMouseLeave={() => onLook(undefined)}
                  onFocus={() => onLook(block)}
                  onBlur={() => onLook(undefined)}
                >
                  <span class="week-bar" style={{ height: `${(100 * block[what]) / top}%` }} />
                </a>
              )}
              <span class="tick" aria-hidden="true">
                {ticks[index]}
              </span>
            </li>
          ))}
        </ol>
      </div>
    </div>
  )
}

/** The block with events that is the least far from one. */
function nearest(blocks: readonly Block[], from: number): number {
  const far = (index: number) => Math.abs(index - from)
  return blocks.reduce(
    (best, { events }, index) => (events > 0 && (best < 0 || far(index) < far(best)) ? index : best),
    -1,
  )
}
