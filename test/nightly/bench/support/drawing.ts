/** Whole numbers from 0 up to below a limit that look drawn at random, the same ones in every run. */
export function drawing(seed = 7): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
