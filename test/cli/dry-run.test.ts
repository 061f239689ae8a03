import { expect, test } from 'vitest'
import { commandLine, expectWrong, linesOf } from '../support/command-line.ts'

type FilterSupport = 'honoured' | 'ignored' | 'refused'

const event = (number: number, title = `Picnic ${number}`) => ({
  identifiers: [`calendar:${number}`],
  title,
  origin_system: 'Calendar',
})

const lines = (...events: readonly object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('')

/** A service with three events of its own, and commands for it. */
function planning(filter: FilterSupport = 'honoured', api: 'v1' | 'v2' = 'v2') {
  const cli = commandLine({ events: 3, perPage: 2, assumptions: { filter } })
  return {
    ...cli,
    upsert: (input: string, ...more: readonly string[]) => cli.ran(['upsert', '--api', api, ...more], { input }),
    methods: () => new Set(cli.service.requests.map(({ method }) => method)),
  }
}

test.for(['honoured', 'ignored', 'refused'] as const)(
  'upsert --dry-run prints what it would do, with the changed fields, and sends no write; the upsert then does it, with the assumption filter "%s"',
  async (filter) => {
    const { upsert, service, methods } = planning(filter)
    await upsert(lines(event(1), event(2), event(3)), '--ndjson')
    const before = service.snapshot()
    const input = lines(
      { ...event(1, 'Moved'), start_date: '2026-06-20T18:00:00', location: { venue: 'Old Mill' } },
      event(2),
      { ...event(3), identifiers: ['calendar:3', 'other:3'] },
      event(4),
    )
    service.requests.clear()
    const planned = await upsert(input, '--ndjson', '--dry-run')
    expect(planned.stdout.split('\n')).toEqual([
      expect.stringMatching(/^line 1: would be updated [\da-f-]{36}: title, start_date, location.venue$/),
      expect.stringMatching(/^line 2: unchanged [\da-f-]{36}$/),
      expect.stringMatching(/^line 3: would be updated [\da-f-]{36}: identifiers$/),
      'line 4: would be created',
      '',
    ])
    expect(planned).toMatchObject({
      code: 0,
      stderr: 'dry run, nothing sent: 4 events: 1 would be created, 2 would be updated, 1 unchanged\n',
    })
    expect(methods()).toEqual(new Set(['GET']))
    expect(service.snapshot()).toEqual(before)
    const json = linesOf((await upsert(input, '--ndjson', '--dry-run', '--json')).stdout)
    expect(json).toEqual([
      {
        line: 1,
        dryRun: true,
        result: 'updated',
        id: expect.any(String),
        changed: ['title', 'start_date', 'location.venue'],
      },
      { line: 2, dryRun: true, result: 'unchanged', id: expect.any(String), changed: [] },
      { line: 3, dryRun: true, result: 'updated', id: expect.any(String), changed: ['identifiers'] },
      { line: 4, dryRun: true, result: 'created', changed: [] },
    ])
    const done = linesOf((await upsert(input, '--ndjson', '--json')).stdout)
    const [resultsPlanned, results] = [json, done].map((all) => all.map((each) => Reflect.get(Object(each), 'result')))
    expect(results).toEqual(resultsPlanned)
  },
)

test.for(['honoured', 'ignored', 'refused'] as const)(
  'upsert --dry-run knows that an earlier line is about the same event, with the assumption filter "%s"',
  async (filter) => {
    const { upsert, methods } = planning(filter)
    await upsert(lines(event(1)), '--ndjson')
    const input = lines(event(4), event(4), event(4, 'Moved'), event(1, 'Moved'), event(1), event(1))
    const planned = await upsert(input, '--ndjson', '--dry-run')
    expect(planned.stdout.replaceAll(/ [\da-f]{8}-[\da-f-]{27}/g, ' ID').split('\n')).toEqual([
      'line 1: would be created',
      'line 2: unchanged, after line 1',
      'line 3: would be updated, after line 2',
      'line 4: would be updated ID: title',
      'line 5: would be updated ID, after line 4',
      'line 6: unchanged ID, after line 5',
      '',
    ])
    const results = (text: string) => linesOf(text).map((each) => Reflect.get(Object(each), 'result'))
    const dry = await upsert(input, '--ndjson', '--dry-run', '--json')
    const done = await upsert(input, '--ndjson', '--json')
    expect(results(dry.stdout)).toEqual(results(done.stdout))
    expect(methods()).toEqual(new Set(['GET', 'POST', 'PUT']))
  },
)

test('upsert --dry-run of a spreadsheet and of single events sends no write', async () => {
  const { upsert, methods, service } = planning()
  service.addEvent({ title: 'Picnic', identifiers: ['calendar:7'], origin_system: 'Calendar' })
  const flags = ['--csv', '-', '--identifier-from', 'calendar:Nr', '--map', 'title=Name']
  const sheet = await upsert('Nr;Name\n7;Fair\n8;Fest\n;None\n', ...flags, '--origin-system', 'Calendar', '--dry-run')
  expect(sheet.stdout).toMatch(/^line 2: would be updated \S+: title\nline 3: would be created\n$/)
  expect(sheet).toMatchObject({
    code: 1,
    stderr:
      'error: line 4: identifiers: the row has none\nwarning: dry run, nothing sent: 3 events: 1 would be created, 1 would be updated, 1 failed\n',
  })
  const one = ['--origin-system', 'Calendar', '--title', 'Fair', '--dry-run']
  expect((await upsert('', '--identifier', 'calendar:7', ...one)).stdout).toMatch(/^would be updated \S+: title\n$/)
  expect(await upsert('', '--identifier', 'calendar:9', ...one)).toEqual({
    code: 0,
    stdout: 'would be created\n',
    stderr: '',
  })
  expect(linesOf((await upsert(JSON.stringify(event(9)), '--json', '--dry-run')).stdout)).toEqual([
    { dryRun: true, result: 'created', changed: [] },
  ])
  expect(methods()).toEqual(new Set(['GET']))
})

test('upsert --dry-run in version 1 says that the version does not tell new from known events', async () => {
  const { upsert, service } = planning('honoured', 'v1')
  const note =
    'Version 1 does not tell which events are new or unchanged: each would be sent, which makes no event twice.\n'
  const old = { identifiers: ['calendar:1'], summary: 'Picnic', originating_system: 'Calendar' }
  expect(await upsert(lines(old, { ...old, titel: 'x' }), '--ndjson', '--dry-run')).toEqual({
    code: 1,
    stdout: 'line 1: would be written\n',
    stderr: expect.stringMatching(
      /^error: line 2: titel: .*\nwarning: dry run, nothing sent: 2 events: 1 would be written, 1 failed\nVersion 1 /,
    ),
  })
  expect(await upsert(JSON.stringify(old), '--dry-run')).toEqual({
    code: 0,
    stdout: 'would be written\n',
    stderr: note,
  })
  expect(service.requests).toEqual([])
})

test('upsert --dry-run does not report a creator as a change, and refuses wrong fields and a wrong key', async () => {
  const { upsert, service } = planning()
  await upsert(lines(event(1)), '--ndjson')
  const creator = service.addPerson({ given_name: 'Ada', family_name: 'Stranger' }).id
  const known = await upsert(lines(event(1)), '--ndjson', '--dry-run', '--creator', creator)
  expect(known.stdout).toMatch(/^line 1: unchanged \S+\n$/)
  expectWrong(await upsert('{"titel":"x"}', '--dry-run'), /titel: is not a field of an event/)
  const refused = await planning().ran(['upsert', '--dry-run'], {
    input: JSON.stringify(event(1)),
    env: { EVENTS_API_KEY: 'wrong' },
  })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
})

test('upsert --dry-run that cannot read an event does not mention a write', async () => {
  const { upsert, fault } = planning()
  await upsert(lines(event(1)), '--ndjson')
  fault({ path: '/api/v2/events/*', effect: { kind: 'status', status: 501 } })
  const moved = JSON.stringify(event(1, 'Moved'))
  const single = await upsert(moved, '--dry-run')
  expect(single).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^error: GET [^\n]*501/) })
  const many = await upsert(moved, '--ndjson', '--dry-run')
  expect(many.stderr).toMatch(
    /^error: line 1: GET [^\n]*501[^\n]*\nwarning: dry run, nothing sent: 1 event: 1 not known\n$/,
  )
  const json = await upsert(moved, '--ndjson', '--dry-run', '--json')
  expect(linesOf(json.stdout)).toMatchObject([{ line: 1, result: 'failed', outcome: 'not applied' }])
  for (const { stderr } of [single, many]) expect(stderr).not.toContain('took effect')
})

test('an interrupted upsert --dry-run does not mention a write', async () => {
  const { start, fault } = planning()
  const waiting = fault({ method: 'GET', effect: { kind: 'no-answer' } })
  await using running = start(['upsert', '--ndjson', '--dry-run'], { input: lines(event(1)) })
  await waiting.applied()
  running.interrupt('SIGINT')
  const { code, stderr } = await running.ended
  expect(stderr).not.toContain('took effect')
  expect(code).toBe(130)
})
