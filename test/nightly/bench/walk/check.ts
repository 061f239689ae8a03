import { collection } from '../../../../src/core/schemas/collection.ts'
import { surelyFits } from '../../../../src/core/schemas/fits.ts'
import { schemas } from '../../../../src/v2/schema.ts'
import { serviceWith, textsOf } from '../mock/asked.ts'
import { timed, times } from '../support/compare.ts'
import { drawing } from '../support/drawing.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'

interface Page {
  readonly _embedded: { readonly 'osdi:events': readonly object[] }
}

/** The check of a page, all fields of its events, against reading its JSON. */
export async function check({ rounds, calls }: Pace): Promise<readonly Row[]> {
  const texts = await textsOf(serviceWith(1_000))
  const { event } = schemas('platform')
  const draw = drawing()
  const fits = (page: Page) =>
    surelyFits(collection(), page) && page._embedded['osdi:events'].every((each) => surelyFits(event, each))
  const asks = (page: Page) =>
    collection().safeParse(page).success && page._embedded['osdi:events'].every((each) => event.safeParse(each).success)
  const checking = (does: (page: Page) => boolean) => async () => {
    // Read anew for each round: what was checked before lies nearer.
    const pages = texts.map((text): Page => JSON.parse(text))
    return timed(calls, async () => {
      const page = pages[draw(pages.length)]
      if (!page || !does(page)) throw new Error('a page does not fit')
    })
  }
  const sides = {
    check: checking(fits),
    zod: checking(asks),
    parse: () =>
      timed(calls, async () => {
        if (typeof JSON.parse(texts[draw(texts.length)] ?? '') !== 'object') throw new Error('no page')
      }),
  }
  await inTurns(sides, 3)
  const measured = await inTurns(sides, rounds * 5)
  return [
    times('check of a page, against JSON.parse', measured.check, measured.parse, 0.5),
    times('the same by zod alone', measured.zod, measured.parse),
  ]
}
