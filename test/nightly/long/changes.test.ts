import { expect, test } from 'vitest'
import { aHundredChanges, changesOfAHundred } from '../../support/changed-events.ts'

test('changes finds a hundred of ten thousand events in at most 6 requests, or in 400 when the service ignores filters', async () => {
  const { titles, requests } = await changesOfAHundred(10_000, 'honoured')
  expect(titles).toEqual(aHundredChanges)
  expect(requests).toBeLessThanOrEqual(6)
  expect(await changesOfAHundred(10_000, 'ignored')).toEqual({ titles: aHundredChanges, requests: 400 })
})
