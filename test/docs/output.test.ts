import { actionNetwork } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { fenceWith } from '../support/guide.ts'

/** A report without the numbers that differ from one run, or one entry of the assumptions, to another. The guide breaks long lines. */
const withoutNumbers = (report: string) =>
  report.replaceAll(/\d+(?= (?:as assumed|could|requests|ms)|: )/g, 'N').replaceAll(/\s+/g, ' ')

test('the guide shows what osdi-events check prints', async () => {
  const assumptions = { ...actionNetwork.assumptions, notFound: 403, order: 'newest first', rateLimit: 'off' } as const
  const { ran } = commandLine({ events: 60, ...actionNetwork, assumptions })
  await using folder = await temporaryFolder()
  const save = folder.file('report.json')
  const { stdout } = await ran(['check', '--preset', 'action-network', '--save', save, '--rate-limit', '1000000'])
  const printed = stdout.replace(save, 'report.json')
  expect(withoutNumbers(fenceWith('like-my-service', 'as assumed', 'text'))).toBe(withoutNumbers(printed))
})
