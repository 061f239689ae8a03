/** How thorough a run is. */
export interface Pace {
  readonly quick: boolean
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
  quick: false,
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
  quick: true,
  rounds: 2,
  seconds: 1,
  calls: 50,
  many: 10_000,
  watch: 3,
  events: 1_000,
  walks: 3,
}
