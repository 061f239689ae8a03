import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'
import { runExample, servedService } from '../support/cli.ts'

test('the index of the examples shows what the campaign report prints', async () => {
  const page = readFileSync(`${root}examples/README.md`, 'utf8')
  const shown = /^```text\n([\s\S]*?)\n…\n```$/m.exec(page)?.[1]?.split('\n') ?? []
  expect(shown).toHaveLength(2)
  await using served = await servedService({ events: 60, now: '2026-05-01T12:00:00Z' })
  const { stdout } = await runExample('campaign-report.ts', [], served.env)
  expect(
    stdout
      .split('\n')
      .slice(0, 2)
      .map((line, index) => line.slice(0, shown[index]?.length)),
  ).toEqual(shown)
})
