import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { base } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

const { construct } = v2

test('a rate limit is a number of requests in a second, of any size above 0', async () => {
  for (const perSecond of [4, 0.001, 1e9]) {
    expect(construct({ baseUrl: base, apiKey, rateLimit: { perSecond } })).toBeInstanceOf(Object)
  }
  for (const [perSecond, message] of [
    [0, 'must be more than 0'],
    [-4, 'must be more than 0'],
    [Number.NaN, 'must be a number, not NaN'],
    [Number.POSITIVE_INFINITY, 'must be a number, not Infinity'],
    ['4', 'must be a number, not text'],
    [undefined, 'is missing'],
  ] as const) {
    const error = await failureOf(() => construct({ baseUrl: base, apiKey, rateLimit: { perSecond } }))
    const field = 'rateLimit.perSecond'
    expect(error).toMatchObject({ code: 'input', field, message: `${field}: ${message}` })
  }
})
