/** How often a property is tried: more where values are drawn anew each time, as they are at night. */
export const runs = (count: number): number => (process.env.SEED === 'random' ? count * 10 : count)
