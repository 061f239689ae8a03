import type { FaultRule } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { runExample, servedService } from '../support/example.ts'

// Each test starts a program of its own.

/** The report of a key with two campaigns and events without one, where nothing or this goes wrong. */
async function reported(args: readonly string[] = [], fault?: FaultRule) {
  await using served = await servedService({ perPage: 2 })
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
  if (fault) service.faults.add(fault)
  return await runExample('campaign-report.ts', args, served.env)
}

test('the campaign report sums up every campaign, the one with most RSVPs first', async () => {
  const { code, stdout, stderr } = await reported()
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
  const lines = (await reported(['--markdown'])).stdout.trimEnd().split('\n')
  expect(lines).toHaveLength(6)
  expect(lines[3]).toBe('| Spring \\| \\*clean\\* up | 2 | 8 | 2026-04-01 | 2026-06-20 | 5 at River |')
  for (const line of lines) expect(line.replaceAll('\\|', '').match(/\|/g)).toHaveLength(7)
})

test('the campaign report names a campaign by its id where it cannot be read', async () => {
  const { code, stdout } = await reported([], { operation: 'campaigns.get', effect: { kind: 'status', status: 404 } })
  expect(code).toBe(0)
  expect(stdout).not.toContain('Autumn')
  expect(stdout).toMatch(/^\S{8,} +1 +9 /m)
})

test('the campaign report prints no half table where the service fails, but what failed', async () => {
  const fault = { operation: 'events.list', nth: 2, times: 9, effect: { kind: 'status', status: 400 } } as const
  const { code, stdout, stderr } = await reported([], fault)
  expect([code, stdout]).toEqual([1, ''])
  expect(stderr).toMatch(/^GET \S+ answered 400: .+\n$/)
})
