import { expect, test } from 'vitest'
import { runExample, servedService } from '../support/example.ts'

// Each test starts programs of its own.

const program = 'campaign-report.ts'

async function campaigning() {
  const served = await servedService({ perPage: 2 })
  const { service } = served
  const key = service.seeded.group
  const spring = service.addCampaign({ title: 'Spring | *clean*\nup', key })
  const autumn = service.addCampaign({ title: 'Autumn', key })
  const add = (title: string, rsvps: number, campaign?: typeof spring, start_date = '2026-05-20T10:00:00') =>
    service.attend(service.addEvent({ title, start_date, ...(campaign && { campaign }) }, { key }), rsvps)
  add('Park', 3, spring, '2026-06-20T10:00:00')
  add('River', 5, spring, '2026-04-01T09:00:00')
  add('Leaves', 9, autumn)
  add('Meeting', 1)
  add('Quiet evening', 0)
  return served
}

test('the campaign report sums up every campaign, the one with most RSVPs first', async () => {
  await using served = await campaigning()
  const { code, stdout, stderr } = await runExample(program, [], served.env)
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout.trimEnd().split('\n')).toEqual([
    'CAMPAIGN             EVENTS  RSVPS  FROM        TO          FULLEST',
    'Autumn                    1      9  2026-05-20  2026-05-20  9 at Leaves',
    'Spring | *clean* up       2      8  2026-04-01  2026-06-20  5 at River',
    'no campaign               2      1  2026-05-20  2026-05-20  1 at Meeting',
    'all                       5     18',
  ])
})

test('the campaign report as Markdown lets no title break its table', async () => {
  await using served = await campaigning()
  const { stdout } = await runExample(program, ['--markdown'], served.env)
  const lines = stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[1]).toBe('| --- | ---: | ---: | --- | --- | --- |')
  expect(lines[3]).toBe('| Spring \\| \\*clean\\* up | 2 | 8 | 2026-04-01 | 2026-06-20 | 5 at River |')
  for (const line of lines) expect(line.replaceAll('\\|', '').match(/\|/g)).toHaveLength(7)
})

test('the campaign report names a campaign by its id where it cannot be read', async () => {
  await using served = await campaigning()
  served.service.faults.add({ operation: 'campaigns.get', effect: { kind: 'status', status: 404 } })
  const { code, stdout } = await runExample(program, [], served.env)
  expect(code).toBe(0)
  expect(stdout).not.toContain('Autumn')
  expect(stdout).toMatch(/^\S{8,} +1 +9 /m)
})

test('the campaign report prints no half table where the service fails, but what failed', async () => {
  await using served = await campaigning()
  served.service.faults.add({ operation: 'events.list', nth: 2, times: 9, effect: { kind: 'status', status: 400 } })
  const { code, stdout, stderr } = await runExample(program, [], served.env)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^GET \S+ answered 400: .+\n$/)
})

test('the campaign report of a key without events is the sum alone', async () => {
  await using served = await servedService()
  expect((await runExample(program, [], served.env)).stdout).toMatch(/^CAMPAIGN .*\nall +0 +0\n$/)
})
