import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { fenceWith } from '../support/guide.ts'

/** A report without the numbers that differ from one run, or one entry of the assumptions, to another. The guide breaks long lines. */
const withoutNumbers = (report: string, baseUrl: string) =>
  report
    .replace(baseUrl, 'https://events.example.org')
    .replaceAll(/\d+(?= (?:as expected|because|requests|ms))/g, 'N')
    .replaceAll(/\s+/g, ' ')

test('the guide shows what osdi-events check prints', async () => {
  const { ran, service } = commandLine({ events: 60, assumptions: { notFound: 403, order: 'newest first' } })
  const { stdout } = await ran(['check', '--rate-limit', '1000000'])
  const shown = fenceWith('other-services', 'as expected', 'text')
  expect(withoutNumbers(shown, 'https://events.example.org')).toBe(withoutNumbers(stdout, service.baseUrl))
})
