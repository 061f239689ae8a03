import type { MockOverview } from 'osdi-events/mock'
import { useState } from 'preact/hooks'
import { Button } from '../../parts/button.tsx'
import { hrefOf } from '../../routing/route.ts'
import { count } from '../../text/count.ts'
import { shownDate } from '../../text/date.ts'
import { Bars } from './bars.tsx'
import { type Block, blocksOf } from './blocks.ts'
import { WeekTable } from './week-table.tsx'
import { inWords, nameOf } from './words.ts'

interface WeekPictureProps {
  readonly overview: MockOverview
  /** Days between which it looks closer. */
  readonly from: string | undefined
  readonly to: string | undefined
}

const whats = [
  ['events', 'Events'],
  ['rsvps', 'RSVPs'],
] as const

/** How many events start in which week, as bars; a bar leads to its events, or closer where it stands for several weeks. */
export function WeekPicture({ overview: { weeks, undated }, from, to }: WeekPictureProps) {
  const [what, choose] = useState<'events' | 'rsvps'>('events')
  const [looked, look] = useState<Block>()
  const { size, blocks } = blocksOf(weeks, { from, to })
  const isClose = from !== undefined || to !== undefined
  const hrefFor = (block: Block) =>
    size > 1 ? hrefOf(['overview'], { from: block.from, to: block.to }) : hrefOf(['events'], days(block))
  return (
    <section class="card picture" aria-labelledby="by-week">
      <header class="picture-head">
        <h2 id="by-week">{`${what === 'events' ? 'Events' : 'RSVPs'} by ${size === 1 ? 'week' : `${size} weeks`}`}</h2>
        <div class="switch">
          {isClose && (
            <a class="button" href={hrefOf(['overview'])}>
              All weeks
            </a>
          )}
          {whats.map(([name, text]) => (
            <Button key={name} pressed={name === what} onClick={() => choose(name)}>
              {text}
            </Button>
          ))}
        </div>
      </header>
      {blocks.length === 0 ? (
        <p class="soft">{isClose ? 'No event starts in these weeks.' : 'No event has a start.'}</p>
      ) : (
        <>
          <p class="picture-said">
            {looked ? `${nameOf(looked, size)}: ${inWords(looked)}` : summaryOf(blocks, size, what)}
          </p>
          <Bars
            label={`${size === 1 ? 'Weeks' : `Every ${size} weeks`}, by ${what === 'events' ? 'events' : 'RSVPs'}; arrow keys go from one to the next`}
            blocks={blocks}
            size={size}
            what={what}
            hrefFor={hrefFor}
            onLook={look}
          />
          <WeekTable blocks={blocks} size={size} hrefFor={(block) => hrefOf(['events'], days(block))} />
        </>
      )}
      {undated.events > 0 && (
        <p class="soft">
          <a href={hrefOf(['events'], { dated: 'false' })}>
            {undated.events === 1 ? 'One event has' : `${count(undated.events)} events have`} no start
          </a>
          , and {undated.events === 1 ? 'stands' : 'stand'} in no week.
        </p>
      )}
    </section>
  )
}

const days = ({ from, to }: Block) => ({ from, to, sort: 'start' })

function summaryOf(blocks: readonly Block[], size: number, what: 'events' | 'rsvps'): string {
  const [first] = blocks
  const fullest = blocks.reduce((most, block) => (block[what] > most[what] ? block : most))
  return `${shownDate(first?.from ?? '')} to ${shownDate(blocks.at(-1)?.to ?? '')}. Most: ${nameOf(fullest, size)}, ${inWords(fullest)}.`
}
