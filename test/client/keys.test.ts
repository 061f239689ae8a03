import { EventsV2 } from 'osdi-events'
import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, refusal } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'

test('a key is taken up to 4096 characters, and a longer one refused without a word of it', async () => {
  const longest = 'Kq7'.repeat(1366).slice(0, 4096)
  expect(new EventsV2({ baseUrl: base, apiKey: longest })).toBeInstanceOf(EventsV2)
  expect(() => new EventsV2({ baseUrl: base, apiKey: `${longest}x` })).toThrow(
    /^apiKey: has more than 4096 characters; [^Kq]*$/,
  )
})

test('a long key stands in no error, and costs none its kind', async () => {
  const apiKey = Array.from({ length: 300 }, (_, index) => String.fromCharCode(0x21 + ((index * index) % 94))).join('')
  const { client } = clientOver('v2', [refusal(403)], { apiKey })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'http', status: 403 })
  expect(shows(error, apiKey.slice(0, 40))).toBe(false)
})
