import { expect, test } from 'vitest'
import { progressText } from '../../src/cli/export/progress.ts'
import { commandLine, linesOf } from '../support/command-line.ts'

const pace = { pages: 1460, events: 36_500, rejected: 0, eventsPerSecond: 1004.6 }

test('the progress line shows pages, events, speed and the time left', () => {
  const totals = { totalPages: 4000, totalEvents: 100_000 }
  const text = (secondsLeft: number) => progressText({ ...pace, ...totals, secondsLeft })
  expect(text(6.2)).toBe('1,460 of 4,000 pages · 36,500 of 100,000 events · 1,005 events/s · 7 s left')
  expect(text(0)).toMatch(/ · 0 s left$/)
  expect(text(59.5)).toMatch(/ · 1 min 0 s left$/)
  expect(text(3599)).toMatch(/ · 59 min 59 s left$/)
  expect(text(7325)).toMatch(/ · 2 h 2 min left$/)
})

test('the progress line shows no totals when the service does not send them', () => {
  const unknown = { totalPages: undefined, totalEvents: undefined, secondsLeft: undefined }
  expect(progressText({ ...pace, ...unknown })).toBe('1,460 pages · 36,500 events · 1,005 events/s')
})

test('export --json-progress prints totals as numbers, even if the service sends them as text', async () => {
  const cli = commandLine({ events: 4, perPage: 2 })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    const body = (await response.text()).replace(/"(total_(?:pages|records))":(\d+)/g, '"$1":"$2"')
    return new Response(body, response)
  }
  const { code, stderr } = await cli.ran(['export', '--json-progress'], { fetch })
  expect(code, stderr).toBe(0)
  expect(linesOf(stderr).at(-1)).toMatchObject({ state: 'done', totalPages: 2, totalEvents: 4, events: 4 })
})
