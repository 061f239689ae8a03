import { timed, times } from '../support/compare.ts'
import { drawing } from '../support/drawing.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'
import { serviceWith, textsOf } from './asked.ts'

/** A page through the injected fetch, parsed, against a Response of the same page's text, parsed. */
export async function injected({ rounds, calls }: Pace): Promise<readonly Row[]> {
  const asked = serviceWith(10_000)
  const texts = await textsOf(asked)
  const draw = drawing()

  const parsing = (parse: (page: number) => Promise<{ page: number }>) => () =>
    timed(calls, async () => {
      const page = draw(texts.length)
      if ((await parse(page)).page !== page + 1) throw new Error('another page came')
    })
  const sides = {
    ours: parsing(async (page) => JSON.parse(await (await asked.get(`?page=${page + 1}`)).text())),
    theirs: parsing(async (page) => JSON.parse(await new Response(texts[page]).text())),
  }
  // Compiled and warm, as in the middle of somebody's tests.
  await inTurns(sides, 4)
  const { ours, theirs } = await inTurns(sides, rounds * 5)
  return [times('GET of a page by injected fetch, parsed, against a Response of its text, parsed', ours, theirs, 1.5)]
}
