import { PassThrough } from 'node:stream'
import type { FaultRule } from 'osdi-events/mock'
import { test } from 'vitest'
import { type Around, commandLine, failing } from '../../support/command-line.ts'
import { MemoryFiles, steppingClock } from '../../support/memory-files.ts'
import { Messages } from '../../support/messages.ts'
import { flyingTime } from '../../support/virtual-time.ts'

const event = (number: number, title = `Picnic ${number}`) => ({
  ...{ identifiers: [`calendar:${number}`], title, origin_system: 'Calendar' },
})

const lines = (...events: readonly unknown[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('')

test('messages of src/cli/write', async () => {
  const messages = new Messages('src/cli/write')
  const cli = commandLine({ events: 1, now: '2026-05-01T12:00:00Z' })
  const quiet = { columns: 200, env: { NO_COLOR: '1' } }

  messages.about('Flags and fields that are wrong')
  await messages.refused(cli, [
    ...['create --title Picnic', 'create --start 2026-05-01T18:00:00'],
    ...['create --set title=Picnic --start 2026-05-01T18:00:00', 'create --set locaton.venue=Mill'],
    ...['update x --set location.venu=Mill', 'upsert --set titel=Picnic', 'create --set nonsense=1'],
    ...['create --set status=cancelled', 'update x --set platform:hidden:=true', 'update x --status cancelled'],
    ...['create --total-accepted 3', 'create --start 5/12/2026', 'update x --end soon'],
    ...['update x --set end_date=2026-12-05T18:00:00+01:00', 'update 1 --clear title', 'create --set title'],
    ...['create --api v1 --title Picnic --origin-system x --end 2026-05-01', 'create --set location.venue:=x'],
    ...['create --set title=x --set title.text=y', 'update 1 --set __proto__.x=y', 'create --set toString=y'],
    ...['upsert --title Picnic --origin-system x', 'upsert --ndjson --title Picnic', 'upsert --resume state'],
    ...['upsert --ndjson --dry-run --resume state', 'upsert --ndjson --resume nowhere/state'],
    ...['rsvp 1', 'rsvp 1 --email ada', 'rsvp 1 --email ada@example.org --status declned'],
    ...['rsvp 1 --email ada@example.org --status yes', 'rsvp 1 --person p1 --email ada@example.org'],
    ...['rsvp 1 --person ada@example.org'],
    ['upsert', '[]'],
    ['upsert --dry-run', '{"titel":"x"}'],
    ['upsert', '{"identifiers":["platform:1","platform:2"],"title":"Fair"}'],
  ])
  await messages.ran(cli, 'upsert --ndjson', { stdin: Object.assign(new PassThrough(), { isTTY: true }) })

  messages.about('One event')
  const create = ['create', '--title', 'Picnic', '--origin-system', 'Calendar', '--start', '2099-06-20 18:00']
  await messages.ran(cli, create, quiet)
  cli.fault({ method: 'POST', effect: { kind: 'shape', set: { title: 'Fair' } } })
  await messages.ran(cli, create)
  cli.service.faults.clear()
  const id = cli.service.snapshot().toJSON().events.at(-1)?.id ?? ''
  await messages.ran(cli, ['update', id, '--title', 'Run', '--clear', 'start_date'], quiet)
  const one = ['upsert', '--identifier', 'calendar:7', '--origin-system', 'Calendar', '--title']
  for (const more of [['--dry-run'], [], ['--dry-run'], []]) await messages.ran(cli, [...one, 'Picnic', ...more])
  for (const more of [['--dry-run'], []]) await messages.ran(cli, [...one, 'Fair', ...more])
  await messages.ran(cli, [...one, 'Fair', '--set', 'location.locality=Atlantis'])
  await messages.ran(cli, [...one, 'Fair', '--set', 'location.locality=Atlantis'])
  await messages.ran(cli, [...one, 'Fair', '--dry-run'], quiet)
  await messages.ran(cli, ['upsert'], { input: JSON.stringify({ ...event(7), total_accepted: 3, created_date: 'x' }) })
  const gone = { identifiers: ['platform:11111111-1111-4111-8111-111111111111'], title: 'Fair' }
  for (const more of [['--dry-run'], []]) await messages.ran(cli, ['upsert', ...more], { input: JSON.stringify(gone) })

  messages.about('Many events')
  const many = ['upsert', '--ndjson']
  const input = [
    ...['{"title":"of nobody@example.org"', '["calendar:1"]', JSON.stringify({ ...event(2), titel: 'Picnic' }), ''],
    ...[JSON.stringify(event(3)), JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })],
    ...[JSON.stringify({ ...event(4), location: { locality: 'Atlantis' } }), JSON.stringify(gone)],
  ].join('\n')
  for (const more of [['--dry-run'], [], [], ['--json'], ['--dry-run', '--json']])
    await messages.ran(cli, [...many, ...more], { input })
  await messages.ran(cli, many, { input: lines(event(1), event(2)) })
  const again = [{ ...event(1), identifiers: ['calendar:1', 'other:1'] }, event(2, 'Fair'), event(2), event(9)]
  for (const more of [['--dry-run'], []]) await messages.ran(cli, [...many, ...more], { input: lines(...again) })
  await messages.ran(cli, many)
  await messages.ran(cli, [...many, '--dry-run'])
  cli.service.addEvent({ title: 'Two', identifiers: ['calendar:21'], origin_system: 'Calendar' })
  cli.service.addEvent({ title: 'Two', identifiers: ['calendar:22'], origin_system: 'Calendar' })
  await messages.ran(cli, many, { input: lines({ ...event(21), identifiers: ['calendar:21', 'calendar:22'] }) })
  await messages.ran(cli, [...many, '--creator', '../x'], { input: lines(event(30)) })
  await messages.ran(cli, many, { input: lines(event(31)), stdout: failing('ENOSPC') })

  messages.about('Many events, of version 1')
  const old = { identifiers: ['calendar:1'], summary: 'Picnic', originating_system: 'Calendar' }
  for (const more of [['--dry-run'], []])
    await messages.ran(cli, [...many, '--api', 'v1', ...more], { input: lines(old, old) })
  await messages.ran(cli, ['upsert', '--api', 'v1', '--dry-run'], { input: JSON.stringify(old) })

  messages.about('Many events, while the service fails')
  const failingAt = async (rule: FaultRule, args: readonly string[], around: Around) => {
    using _ = flyingTime()
    cli.service.faults.add(rule)
    await messages.ran(cli, args, around)
    cli.service.faults.clear()
  }
  const clock = steppingClock()
  const resumed = () => ({ input: lines(event(41), event(42), event(43)), fs: files.view(), clock })
  const files = new MemoryFiles(clock)
  const resume = [...many, '--resume', '/state']
  const lost: FaultRule = { method: 'POST', nth: 2, effect: { kind: 'reset' } }
  await failingAt(lost, resume, resumed())
  await messages.ran(cli, resume, { ...resumed(), input: lines(event(44)) })
  await messages.ran(cli, resume, resumed())
  files.put('/state', '{"format":2}')
  await messages.ran(cli, resume, resumed())
  await failingAt(lost, many, { input: lines(event(51), event(52)) })
  const broken: FaultRule = { effect: { kind: 'status', status: 501 } }
  await failingAt(broken, many, { input: lines(...Array.from({ length: 12 }, (_, number) => event(60 + number))) })
  await failingAt(broken, [...many, '--dry-run'], { input: lines(event(60)) })
  await failingAt(broken, ['upsert', '--dry-run'], { input: JSON.stringify(event(60)) })
  const wrongKey = { EVENTS_API_KEY: 'a-wrong-key' }
  await messages.ran(cli, many, { input: lines(event(61), event(62)), env: wrongKey })
  const interrupted = async (args: readonly string[], around: Around) => {
    const waiting = cli.fault({ method: 'POST', nth: 2, effect: { kind: 'no-answer' } })
    await using running = cli.start(args, around)
    await waiting.applied()
    running.interrupt('SIGINT')
    messages.add(args, await running.ended)
    cli.service.faults.clear()
  }
  await interrupted(many, { input: lines(event(71), event(72)) })
  files.put('/state', '')
  await interrupted([...many, '--resume', '/other'], { ...resumed(), input: lines(event(73), event(74)) })

  messages.about('An RSVP')
  const rsvp = ['rsvp', id, '--email', 'ada@example.org']
  await messages.ran(cli, rsvp)
  await messages.ran(cli, [...rsvp, '--status', 'declined'])
  await failingAt({ method: 'POST', when: 'after', effect: { kind: 'reset' } }, rsvp, {})
  const body = { error: 'no room for ada@example.org' }
  const full: FaultRule = { method: 'POST', effect: { kind: 'status', status: 422, body } }
  await failingAt(full, rsvp, {})
  await failingAt(full, rsvp, quiet)
  await messages.isIn('write.txt')
})
