import { EventsV2 } from 'osdi-events'
import { expect, test } from 'vitest'
import { InputError } from '../../src/core/errors/errors.ts'
import { digitKeyOf, showsDigits } from '../../src/core/secrecy/digits.ts'
import { checkKey } from '../../src/core/secrecy/key.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, refusal } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'

test('a key is taken up to 4096 characters, and a longer one refused without a word of it', async () => {
  const longest = 'Kq7'.repeat(1366).slice(0, 4096)
  expect(checkKey(longest)).toBe(longest)
  expect(() => checkKey(`${longest}x`)).toThrow(InputError)
  expect(() => new EventsV2({ baseUrl: base, apiKey: `${longest}x` })).toThrow(
    /^apiKey: has more than 4096 characters; [^Kq]*$/,
  )
})

test('the longest key stands in no error, and costs none its kind', async () => {
  const apiKey = Array.from({ length: 4096 }, (_, index) => String.fromCharCode(0x21 + ((index * index) % 94))).join('')
  const { client } = clientOver('v2', [refusal(403)], { apiKey })
  const error = await failureOf(() => client.get('e1'))
  expect(error).toMatchObject({ code: 'http', status: 403 })
  expect(shows(error, apiKey.slice(0, 40))).toBe(false)
})

test.each(['100000', '1234567', '123456789012345678901234', '0001234567'])('%s may be repeated as a number', (key) => {
  const digits = digitKeyOf(key)
  expect(digits && showsDigits(Number(key), digits)).toBe(true)
  expect(digits && showsDigits(-Number(key), digits)).toBe(true)
  expect(digits && showsDigits(Number(key) + 7, digits)).toBe(key.length > 15)
})

test.each(['99999', 'a1234567', '1234567a', '12.34567', '9'.repeat(400)])('%s is repeated by no number', (key) => {
  expect(digitKeyOf(key)).toBe(undefined)
})

test('the first digits of a long key tell it, and those of a round one do not', () => {
  const long = digitKeyOf('1234567890123456789')
  expect(long && showsDigits(1.23456789012345e30, long)).toBe(true)
  expect(long && showsDigits(1.23456789012399e30, long)).toBe(false)
  const round = digitKeyOf('1200000000000000000')
  expect(round && showsDigits(1.2, round)).toBe(false)
})
