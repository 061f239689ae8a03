import { drawing } from '../support/drawing.ts'
import type { Pace } from '../support/pace.ts'
import { type Row, time } from '../support/table.ts'
import { inTurns, median, spread } from '../support/turns.ts'
import { serviceWith, textsOf } from './asked.ts'

/** A page through the injected fetch, parsed, against a Response of the same page's text, parsed. */
export async function injected({ rounds, calls }: Pace): Promise<readonly Row[]> {
  const asked = serviceWith(10_000)
  const texts = await textsOf(asked)
  const draw = drawing()
  const page = () => draw(texts.length)

  const timed = (parse: (page: number) => Promise<{ page: number }>) => async () => {
    const began = performance.now()
    for (let call = 0; call < calls; call += 1) {
      const asks = page()
      if ((await parse(asks)).page !== asks + 1) throw new Error('another page came')
    }
    return ((performance.now() - began) * 1000) / calls
  }
  const sides = {
    ours: timed(async (page) => JSON.parse(await (await asked.get(`?page=${page + 1}`)).text())),
    theirs: timed(async (page) => JSON.parse(await new Response(texts[page]).text())),
  }
  // Compiled and warm, as in the middle of somebody's tests.
  await inTurns(sides, 4)
  const { ours, theirs } = await inTurns(sides, rounds * 5)
  const ratio = median(ours) / median(theirs)
  return [
    {
      what: 'GET of a page by the injected fetch, parsed, against parsing a Response of its text',
      ours: time(median(ours)),
      theirs: time(median(theirs)),
      ratio: `${ratio.toFixed(2)} (${spread(ours, theirs)})`,
      target: '≤ 1.5',
      reached: ratio <= 1.5,
    },
  ]
}
