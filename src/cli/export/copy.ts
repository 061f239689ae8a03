import type { Collection, Walk } from 'osdi-events'
import type { Format } from './formats/format.ts'
import type { Output, Reached } from './output/output.ts'
import { type Pace, paceFrom } from './progress/progress.ts'
import { nothing, type Tally } from './tally.ts'

/** What a copy is made of. */
export interface Copy {
  readonly walk: Walk<Collection<object>>
  readonly eventsOf: (page: Collection<object>) => object[]
  readonly format: Format
  readonly output: Output
  /** Is told of every page that was written. */
  readonly tell: (pace: Pace, events: readonly object[]) => void
}

/** Writes the pages of a walk behind what is there already; gives how many it wrote in all. What was written before a failure is saved. */
export async function copy({ walk, eventsOf, format, output, tell }: Copy): Promise<Tally> {
  const before = output.reached?.tally ?? nothing
  let reached: Reached = output.reached ?? { tally: nothing, checkpoint: undefined }
  const paceOf = paceFrom(before)
  try {
    if (!output.reached) await output.write(format.head)
    for (let next = await walk.next(); !next.done; next = await walk.next()) {
      const events = eventsOf(next.value)
      await output.write(format.some(events, reached.tally.events === 0))
      reached = { tally: sum(before, walk.report), checkpoint: walk.checkpoint }
      tell(paceOf(reached.tally, next.value), events)
      await output.save(reached)
    }
    await output.write(format.tail(reached.tally.events))
    return reached.tally
  } catch (error) {
    // Where this fails as well, what was saved before still stands.
    if (reached.checkpoint !== undefined) await output.save(reached, 'now').catch(() => {})
    throw error
  }
}

const sum = (one: Tally, other: Tally): Tally => ({
  pages: one.pages + other.pages,
  events: one.events + other.events,
  rejected: one.rejected + other.rejected,
})
