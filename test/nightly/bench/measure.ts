/** One comparison, ready to be printed. */
export interface Row {
  readonly what: string
  readonly ours: string
  readonly theirs: string
  /** Ours to theirs, and how far it spreads; absent where nothing could be compared. */
  readonly ratio?: string
  /** The same by time of the processor; where nothing is compared, that time. */
  readonly byCpu?: string
  readonly target?: string
  /** Absent where there is no target, or where it was not measured against it. */
  readonly reached?: boolean
}

/** A number with its thousands set apart, as `12,345`. */
export const count = (value: number): string => Math.round(value).toLocaleString('en')

/** A time in the unit that suits it. */
const time = (microseconds: number): string =>
  microseconds < 1000 ? `${microseconds.toFixed(1)} µs` : `${(microseconds / 1000).toFixed(1)} ms`

/** What one operation took in a round, in microseconds. */
export interface Round {
  /** By the clock. */
  readonly wall: number
  /** Of the processor: steadier where others use the machine too. */
  readonly cpu: number
}

/** A side of a comparison: does one round's work and returns its measure. */
export type Side = () => Promise<Round>

/** Measures sides in turns, so that what happens on the machine meanwhile strikes all of them; every other round backwards. */
export async function inTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  rounds: number,
): Promise<Record<Name, Round[]>> {
  const names = Object.keys(sides) as Name[]
  const measured = Object.fromEntries(names.map((name) => [name, []])) as unknown as Record<Name, Round[]>
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

const typical = (rounds: readonly Round[], by: keyof Round) => median(rounds.map((round) => round[by]))

/** Compares ours with theirs, round by round: as times, or as operations a second, which are the other way round. */
const comparing =
  (isRate: boolean) =>
  (what: string, ours: readonly Round[], theirs: readonly Round[], wanted?: number): Row => {
    const [some, others] = isRate ? [theirs, ours] : [ours, theirs]
    const ratio = typical(some, 'wall') / typical(others, 'wall')
    const ratios = some.map(({ wall }, round) => wall / (others[round]?.wall ?? Number.NaN))
    const shown = (rounds: readonly Round[]) => {
      const wall = typical(rounds, 'wall')
      return isRate ? `${count(1e6 / wall)}/s` : time(wall)
    }
    return {
      what,
      ours: shown(ours),
      theirs: shown(theirs),
      ratio: `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}…${Math.max(...ratios).toFixed(2)})`,
      byCpu: (typical(some, 'cpu') / typical(others, 'cpu')).toFixed(2),
      ...(wanted !== undefined && {
        target: `${isRate ? '≥' : '≤'} ${wanted}`,
        reached: isRate ? ratio >= wanted : ratio <= wanted,
      }),
    }
  }

/** Operations a second of ours against theirs, of which at least so many times as many are wanted, where they are. */
export const rates = comparing(true)

/** Time of an operation of ours against theirs, of which at most so many times as much is wanted, where it is. */
export const times = comparing(false)

/** Time of an operation, of which at most so many microseconds are wanted, where they are. */
export const alone = (what: string, rounds: readonly Round[], wanted?: number): Row => ({
  what,
  ours: time(typical(rounds, 'wall')),
  theirs: '',
  byCpu: time(typical(rounds, 'cpu')),
  ...(wanted !== undefined && { target: `< ${time(wanted)}`, reached: typical(rounds, 'wall') < wanted }),
})

/** Times so many operations in this process. */
export async function timed(calls: number, operation: () => Promise<void>): Promise<Round> {
  const began = performance.now()
  const before = process.threadCpuUsage()
  for (let call = 0; call < calls; call += 1) await operation()
  const { user, system } = process.threadCpuUsage(before)
  return { wall: ((performance.now() - began) * 1000) / calls, cpu: (user + system) / calls }
}

/** What the numbers in the documentation are made with: about twenty minutes. */
export const full = {
  /** Rounds in turns; medians are taken over them. */
  rounds: 7,
  /** Seconds that a load lasts in one round. */
  seconds: 4,
  /** Calls in one round of what is measured without a socket. */
  calls: 400,
  /** Events of a large service. */
  many: 1_000_000,
  /** Seconds of load while memory is watched. */
  watch: 60,
  /** Events of a service whose changes are asked for. */
  large: 100_000,
  /** Events of a collection that is walked, and walks of each side in turns. */
  events: 10_000,
  walks: 45,
  /** Requests that an open explorer shows. */
  requests: 5_000,
}

/** How thorough a run is. */
export type Pace = Readonly<typeof full>

/** Whether everything still runs: under a minute, and no number to rely on. */
export const quick: Pace = {
  rounds: 2,
  seconds: 1,
  calls: 50,
  many: 10_000,
  watch: 3,
  large: 10_000,
  events: 1_000,
  walks: 3,
  requests: 500,
}

/** Whole numbers from 0 up to below a limit that look drawn at random, the same ones in every run. */
export function drawing(): (below: number) => number {
  let state = 7
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
