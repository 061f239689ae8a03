import type { FaultRule } from 'osdi-events/mock'
import { test } from 'vitest'
import { commandLine, failing } from '../../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../../support/memory-files.ts'
import { Messages } from '../../support/messages.ts'

test('messages of src/cli/export', async () => {
  const messages = new Messages('src/cli/export')
  const cli = commandLine({ events: 0, perPage: 1, now: '2026-05-01T12:00:00Z' })
  const key = { key: cli.service.seeded.group }
  for (const title of ['Picnic', 'Fair', 'Walk']) cli.service.addEvent({ title }, key)
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  const around = { fs: files.view(), clock }
  /** Runs an export while the service has a fault. */
  const during = async (rule: FaultRule, typed: string, more: Parameters<Messages['ran']>[2] = around) => {
    cli.service.faults.add(rule)
    await messages.ran(cli, typed, more)
    cli.service.faults.clear()
  }
  const broken: FaultRule = { nth: 2, times: 9, effect: { kind: 'status', status: 501 } }

  messages.about('Flags that are wrong')
  await messages.refused(cli, [
    ...['export --format xml', 'export --format ical', 'export --out events.xlsx', 'export --prefetch -1'],
    ...['export --prefetch all --out events', 'export --campaign ../x --out events', 'export --out .'],
    ...['export --out nowhere/events.ndjson', 'export --resume', 'export --out - --resume'],
    ...['export --resume-within 12h', 'export --resume-within 12 --out events'],
    ...['export --resume-within 0h --out events', 'export --api v1 --changed-since 2026-05-01'],
    ...['export --filter x --changed-since 2026-05-01T00:00:00Z', 'export --zone Europe/Berlin'],
    'export --include-private',
  ])
  await messages.ran(cli, 'export --fields titel')
  messages.about('Flags that do not go together with --cursor')
  await messages.refused(cli, [
    ...['export --cursor last', 'export --cursor last --out -', 'export --cursor ./last --out last'],
    ...['export --cursor last --out new --resume', 'export --cursor last --out new --resume-within 1h'],
    ...['export --cursor last --out new --filter x', 'export --cursor c --out o --public'],
    'export --cursor last --out new --changed-since 2026-05-01T00:00:00Z',
    ...['export --cursor . --out new', 'export --cursor nowhere/last --out new'],
  ])
  messages.about('Flags that do not go together with a calendar')
  await messages.refused(cli, [
    ...['export --out e.ics --resume', 'export --out e.ics --resume-within 2h', 'export --format ics --fields title'],
    ...['export --format ics --zone +02:00', 'export --format ics --zone Europe/Berlim'],
  ])
  messages.about('Flags that do not go together with --campaigns')
  await messages.refused(cli, [
    ...['export --campaigns --campaign c1', 'export --campaigns --cursor state --out new'],
    ...['export --campaigns --resume --out new', 'export --campaigns --resume-within 1h --out new'],
    'export --campaigns --changed-since 2026-05-01T00:00:00Z',
  ])

  messages.about('Exports that are not complete')
  const out = 'export --prefetch 0 --out /events'
  await during(broken, out)
  await messages.ran(cli, `${out} --resume --fields title`, around)
  files.put('/events.part.json', files.files['events.part.json'] ?? '')
  await messages.ran(cli, out, around)
  await during(broken, out)
  clock.pass(25 * 3_600_000)
  await during({ effect: { kind: 'status', status: 501 } }, `${out} --resume`)
  await during(broken, out)
  files.put('/events.part', '')
  await messages.ran(cli, `${out} --resume`, around)
  files.put('/events.part.json', '{"format":2}')
  await messages.ran(cli, `${out} --resume`, around)
  const short: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replace('"total_records":3', '"total_records":9'), response)
  }
  await messages.ran(cli, out, { ...around, fetch: short })
  await messages.ran(cli, 'export --fields title', { fetch: short })
  await messages.ran(cli, 'export --fields title --allow-incomplete', { fetch: short })
  const uncounted: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll(/"total_(?:pages|records)":\d+,?/g, ''), response)
  }
  await messages.ran(cli, 'export --fields title', { fetch: uncounted })
  const invalid: FaultRule = { query: { page: '2' }, effect: { kind: 'shape' } }
  await during(invalid, 'export --fields title --skip-invalid', {})
  await during(broken, 'export --fields title --json-progress --prefetch 0')
  await messages.ran(cli, 'export', { stdout: failing('ENOSPC') })

  messages.about('With --cursor')
  const cursor = `${out} --cursor /cursor --fields title`
  await during(invalid, `${cursor} --skip-invalid`)
  await messages.ran(cli, `${cursor} --allow-incomplete`, { ...around, fetch: short })
  await messages.ran(cli, cursor, around)
  await messages.ran(cli, `${cursor} --api v1`, around)
  files.put('/cursor', 'yesterday')
  await messages.ran(cli, cursor, around)

  messages.about('With --campaigns')
  await messages.ran(cli, 'export --campaigns --fields title', {
    env: { EVENTS_API_KEY: cli.service.seeded.individual.token },
  })
  cli.service.addCampaign({ title: 'River', ...key })
  await during(
    { operation: 'campaigns.list', effect: { kind: 'status', status: 200, body: {} } },
    'export --campaigns',
    {},
  )

  messages.about('Calendars')
  for (const [title, more] of [
    ['Chat', { start_date: '2026-06-20T18:00:00Z' }],
    ['Call', { start_date: '2026-06-20T18:00:00Z' }],
    ['Planning', { start_date: '2026-06-20T18:00:00Z', hidden: true }],
  ] as const)
    cli.service.addEvent({ title, ...more }, key)
  const calendar = async (fault?: FaultRule, more: object = {}) => {
    if (fault) cli.service.faults.add(fault)
    const args = 'export --out /events.ics --prefetch 0'.split(' ')
    messages.add(args, await cli.ran(args, { ...around, ...more }))
    cli.service.faults.clear()
  }
  await calendar(undefined, { columns: 200, env: { NO_COLOR: '1' } })
  await calendar({ query: { page: '5' }, effect: { kind: 'shape', set: { start_date: 'soon' } } })
  await calendar({ effect: { kind: 'shape', set: { start_date: 'soon' } } })
  for (let number = 0; number < 14; number += 1)
    cli.service.addEvent({ title: 'Picnic', start_date: '2026-06-21T18:00:00Z' }, key)
  const soon: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll('2026-06-21T18:00:00Z', 'soon'), response)
  }
  await calendar(undefined, { fetch: soon })

  messages.about('On a terminal')
  await messages.ran(cli, 'export --out /events --status tentative', {
    ...around,
    columns: 200,
    env: { NO_COLOR: '1' },
  })
  await messages.isIn('export.txt')
})
