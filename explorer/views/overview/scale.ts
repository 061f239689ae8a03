import type { Block } from './blocks.ts'

/** The number that the scale ends at: the next one up that is easily read. */
export function topOf(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most))
  const steps = [1, 1.2, 1.6, 2, 3, 4, 5, 6, 8, 10].map((step) => Math.round(step * power))
  return steps.find((step) => step >= most) ?? most
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
/** Bars between two ticks, so that their texts do not touch. */
const apart = 4

/** What stands below each bar: the month that begins with it, or the year. */
export function ticksOf(blocks: readonly Block[]): readonly string[] {
  let last = -apart
  let shown = ''
  return blocks.map(({ to }, index) => {
    const [year = '', month = ''] = to.split('-')
    const name = `${year}-${month}`
    if (name === shown || index - last < apart) return ''
    const isNewYear = shown.slice(0, 4) !== year
    last = index
    shown = name
    return isNewYear ? year : (months[Number(month) - 1] ?? '')
  })
}
