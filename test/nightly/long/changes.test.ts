import { expect, test } from 'vitest'
import { aHundredChanges, changesOfAHundred } from '../../support/changed-events.ts'

test('of ten thousand events, a hundred changes take at most 6 requests, or 400 where filters are ignored', async () => {
  const { titles, requests } = await changesOfAHundred(10_000, 'honoured')
  expect(titles).toEqual(aHundredChanges)
  expect(requests).toBeLessThanOrEqual(6)
  expect(await changesOfAHundred(10_000, 'ignored')).toEqual({ titles: aHundredChanges, requests: 400 })
})
