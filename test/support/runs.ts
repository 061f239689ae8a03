/** Whether properties are widened, and tables of combinations whole, as in the nightly tests. */
export const isNight = process.env.SEED === 'random'

/** How many runs a property has. Ten times as many at night. */
export const runs = (count: number): number => (isNight ? count * 10 : count)
