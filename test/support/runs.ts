/** How many runs a property has. Ten times as many with `SEED=random`, as in the nightly tests. */
export const runs = (count: number): number => (process.env.SEED === 'random' ? count * 10 : count)
