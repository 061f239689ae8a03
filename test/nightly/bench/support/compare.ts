import { perSecond, type Row, time } from './table.ts'
import { median } from './turns.ts'

/** What one operation took in a round, in microseconds. */
export interface Round {
  /** By the clock. */
  readonly wall: number
  /** Of the processor: steadier where others use the machine too. */
  readonly cpu: number
}

/** Operations per second of ours against theirs, of which so many times as many are wanted, where they are. */
export function rates(what: string, ours: readonly Round[], theirs: readonly Round[], atLeast?: number): Row {
  const ratio = typical(theirs).wall / typical(ours).wall
  const shown = (rounds: readonly Round[]) => perSecond(1e6 / typical(rounds).wall)
  return {
    what,
    ours: shown(ours),
    theirs: shown(theirs),
    ratio: `${ratio.toFixed(2)} (${spread(theirs, ours)})`,
    byCpu: (typical(theirs).cpu / typical(ours).cpu).toFixed(2),
    ...(atLeast !== undefined && { target: `≥ ${atLeast}`, reached: ratio >= atLeast }),
  }
}

/** Time of an operation of ours against theirs, of which at most so many times as much is wanted, where it is. */
export function times(what: string, ours: readonly Round[], theirs: readonly Round[], atMost?: number): Row {
  const ratio = typical(ours).wall / typical(theirs).wall
  return {
    what,
    ours: time(typical(ours).wall),
    theirs: time(typical(theirs).wall),
    ratio: `${ratio.toFixed(2)} (${spread(ours, theirs)})`,
    byCpu: (typical(ours).cpu / typical(theirs).cpu).toFixed(2),
    ...(atMost !== undefined && { target: `≤ ${atMost}`, reached: ratio <= atMost }),
  }
}

/** Times so many operations on this thread. */
export async function timed(calls: number, operation: () => Promise<void>): Promise<Round> {
  const began = performance.now()
  const before = process.threadCpuUsage()
  for (let call = 0; call < calls; call += 1) await operation()
  const { user, system } = process.threadCpuUsage(before)
  return { wall: ((performance.now() - began) * 1000) / calls, cpu: (user + system) / calls }
}

const typical = (rounds: readonly Round[]): Round => ({
  wall: median(rounds.map(({ wall }) => wall)),
  cpu: median(rounds.map(({ cpu }) => cpu)),
})

/** How far the ratio spreads over the rounds, as `0.71…0.78`. */
function spread(some: readonly Round[], others: readonly Round[]): string {
  const ratios = some.map(({ wall }, round) => wall / (others[round]?.wall ?? Number.NaN))
  return `${Math.min(...ratios).toFixed(2)}…${Math.max(...ratios).toFixed(2)}`
}
