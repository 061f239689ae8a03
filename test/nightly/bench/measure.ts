/** One comparison, ready to be printed. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  /** Ours to theirs, and how far it spreads; absent where nothing could be compared. */
  readonly ratio?: string
  /** The same by time of the processor. */
  readonly byCpu?: string
  readonly target?: string
  /** Absent where there is no target, or where it was not measured against it. */
  readonly reached?: boolean
}

/** A number with its thousands set apart, as `12,345`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** A time in the unit that suits it. */
export function time(microseconds: number): string {
  if (microseconds < 1000) return `${microseconds.toFixed(1)} µs`
  if (microseconds < 1e6) return `${(microseconds / 1000).toFixed(1)} ms`
  return `${(microseconds / 1e6).toFixed(1)} s`
}

/** A side of a comparison: does one round's work and returns its measure. */
export type Side<Measure> = () => Promise<Measure>

/** Measures sides in turns, so that what happens on the machine meanwhile strikes all of them; every other round backwards. */
export async function inTurns<Name extends string, Measure>(
  sides: Readonly<Record<Name, Side<Measure>>>,
  rounds: number,
): Promise<Record<Name, Measure[]>> {
  const names = Object.keys(sides) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Measure[]>
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : names.toReversed()) measured[name].push(await sides[name]())
  }
  return measured
}

/** The value in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** What one operation took in a round, in microseconds. */
export interface Round {
  /** By the clock. */
  readonly wall: number
  /** Of the processor: steadier where others use the machine too. */
  readonly cpu: number
}

/** Operations per second of ours against theirs, of which so many times as many are wanted, where they are. */
export function rates(what: string, ours: readonly Round[], theirs: readonly Round[], atLeast?: number): Row {
  const { ratio, byCpu, spread } = ratioOf(theirs, ours)
  const shown = (rounds: readonly Round[]) => `${count(1e6 / typical(rounds).wall)}/s`
  const target = atLeast !== undefined && { target: `≥ ${atLeast}`, reached: ratio >= atLeast }
  return { what, ours: shown(ours), theirs: shown(theirs), ratio: spread, byCpu, ...target }
}

/** Time of an operation of ours against theirs, of which at most so many times as much is wanted, where it is. */
export function times(what: string, ours: readonly Round[], theirs: readonly Round[], atMost?: number): Row {
  const { ratio, byCpu, spread } = ratioOf(ours, theirs)
  const shown = (rounds: readonly Round[]) => time(typical(rounds).wall)
  const target = atMost !== undefined && { target: `≤ ${atMost}`, reached: ratio <= atMost }
  return { what, ours: shown(ours), theirs: shown(theirs), ratio: spread, byCpu, ...target }
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

/** What some take of what others take, and how far that spreads over the rounds, as `0.74 (0.71…0.78)`. */
function ratioOf(some: readonly Round[], others: readonly Round[]) {
  const ratio = typical(some).wall / typical(others).wall
  const ratios = some.map(({ wall }, round) => wall / (others[round]?.wall ?? Number.NaN))
  const spread = `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}…${Math.max(...ratios).toFixed(2)})`
  return { ratio, byCpu: (typical(some).cpu / typical(others).cpu).toFixed(2), spread }
}

/** How thorough a run is. */
export interface Pace {
  /** Rounds in turns; medians are taken over them. */
  readonly rounds: number
  /** Seconds that a load lasts in one round. */
  readonly seconds: number
  /** Calls in one round of what is measured without a socket. */
  readonly calls: number
  /** Events of a large service. */
  readonly many: number
  /** Seconds of mixed load while memory is watched. */
  readonly watch: number
  /** Events of a collection that is walked. */
  readonly events: number
  /** Walks of each side in turns. */
  readonly walks: number
}

/** What the numbers in the documentation are made with: about twenty minutes. */
export const full: Pace = {
  rounds: 7,
  seconds: 4,
  calls: 400,
  many: 1_000_000,
  watch: 60,
  events: 10_000,
  walks: 45,
}

/** Whether everything still runs: under a minute, and no number to rely on. */
export const quick: Pace = {
  rounds: 2,
  seconds: 1,
  calls: 50,
  many: 10_000,
  watch: 3,
  events: 1_000,
  walks: 3,
}

/** Whole numbers from 0 up to below a limit that look drawn at random, the same ones in every run. */
export function drawing(seed = 7): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
