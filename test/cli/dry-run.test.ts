import { expect, test } from 'vitest'
import { commandLine, expectWrong, linesOf } from '../support/command-line.ts'

type FilterSupport = 'honoured' | 'ignored' | 'refused'

const event = (number: number, title = `Picnic ${number}`) => ({
  identifiers: [`calendar:${number}`],
  title,
  origin_system: 'Calendar',
})

const lines = (...events: readonly object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('')

/** The cells of a table with tabs. */
const cellsOf = (table: string) =>
  table
    .split('\n')
    .slice(0, -1)
    .map((line) => line.split('\t'))

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
      { ...event(4), start_date: '2026-12-06T18:30:00' },
    )
    service.requests.clear()
    const planned = await upsert(input, '--ndjson', '--dry-run')
    const moved =
      'title: Picnic 1 → Moved; start_date: (empty) → 2026-06-20T18:00:00; location.venue: (empty) → Old Mill'
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(cellsOf(planned.stdout)).toEqual([
      ['1', 'would update', 'Moved', '2026-06-20T18:00:00', moved, id],
      ['2', 'would be unchanged', 'Picnic 2', '', '', id],
      ['3', 'would update', 'Picnic 3', '', 'identifiers: calendar:3 → calendar:3; other:3', id],
      ['4', 'would create', 'Picnic 4', '2026-12-06T18:30:00', '', ''],
    ])
    expect(planned).toMatchObject({
      code: 0,
      stderr: 'Dry run: 1 would be created, 2 would be updated, 1 would be unchanged. No write was sent.\n',
    })
    expect(methods()).toEqual(new Set(['GET']))
    expect(service.snapshot()).toEqual(before)
    const json = linesOf((await upsert(input, '--ndjson', '--dry-run', '--json')).stdout)
    expect(json).toEqual([
      {
        line: 1,
        result: 'would update',
        id,
        title: 'Moved',
        start: '2026-06-20T18:00:00',
        changes: [
          { field: 'title', old: 'Picnic 1', new: 'Moved' },
          { field: 'start_date', old: null, new: '2026-06-20T18:00:00' },
          { field: 'location.venue', old: null, new: 'Old Mill' },
        ],
      },
      { line: 2, result: 'would be unchanged', id, title: 'Picnic 2', changes: [] },
      {
        line: 3,
        result: 'would update',
        id,
        title: 'Picnic 3',
        changes: [{ field: 'identifiers', old: ['calendar:3'], new: ['calendar:3', 'other:3'] }],
      },
      { line: 4, result: 'would create', title: 'Picnic 4', start: '2026-12-06T18:30:00', changes: [] },
    ])
    const done = linesOf((await upsert(input, '--ndjson', '--json')).stdout)
    expect(done.map((each) => Reflect.get(Object(each), 'result'))).toEqual([
      'updated',
      'unchanged',
      'updated',
      'created',
    ])
  },
)

test.for(['honoured', 'ignored', 'refused'] as const)(
  'upsert --dry-run knows that an earlier line is about the same event, with the assumption filter "%s"',
  async (filter) => {
    const { upsert, methods } = planning(filter)
    await upsert(lines(event(1)), '--ndjson')
    const input = lines(event(4), event(4), event(4, 'Moved'), event(1, 'Moved'), event(1), event(1))
    const planned = await upsert(input, '--ndjson', '--dry-run')
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(cellsOf(planned.stdout)).toEqual([
      ['1', 'would create', 'Picnic 4', '', '', ''],
      ['2', 'would be unchanged', 'Picnic 4', '', 'after line 1', ''],
      ['3', 'would update', 'Moved', '', 'after line 2', ''],
      ['4', 'would update', 'Moved', '', 'title: Picnic 1 → Moved', id],
      ['5', 'would update', 'Picnic 1', '', 'after line 4', id],
      ['6', 'would be unchanged', 'Picnic 1', '', 'after line 5', id],
    ])
    const results = (text: string) => linesOf(text).map((each) => Reflect.get(Object(each), 'result'))
    const dry = await upsert(input, '--ndjson', '--dry-run', '--json')
    const done = await upsert(input, '--ndjson', '--json')
    const words = { created: 'would create', updated: 'would update', unchanged: 'would be unchanged' }
    expect(results(dry.stdout)).toEqual(results(done.stdout).map((result) => Reflect.get(words, result)))
    expect(methods()).toEqual(new Set(['GET', 'POST', 'PUT']))
  },
)

test('upsert --dry-run of a spreadsheet and of single events sends no write', async () => {
  const { upsert, methods, service } = planning()
  service.addEvent({ title: 'Picnic', identifiers: ['calendar:7'], origin_system: 'Calendar' })
  const flags = ['--csv', '-', '--identifier-from', 'calendar:Nr', '--map', 'title=Name']
  const sheet = await upsert('Nr;Name\n7;Fair\n8;Fest\n;None\n', ...flags, '--origin-system', 'Calendar', '--dry-run')
  const id = expect.stringMatching(/^[\da-f-]{36}$/)
  expect(cellsOf(sheet.stdout)).toEqual([
    ['2', 'would update', 'Fair', '', 'title: Picnic → Fair', id],
    ['3', 'would create', 'Fest', '', '', ''],
    ['4', 'would fail', 'None', '', '', ''],
  ])
  expect(sheet).toMatchObject({
    code: 1,
    stderr:
      'error: row 4 "None": identifiers: the row has none\nerror: Dry run: 1 would be created, 1 would be updated, 1 has an error. No write was sent.\n',
  })
  const one = ['--origin-system', 'Calendar', '--title', 'Fair', '--dry-run']
  expect(cellsOf((await upsert('', '--identifier', 'calendar:7', ...one)).stdout)).toEqual([
    ['would update', 'Fair', '', 'title: Picnic → Fair', id],
  ])
  expect(await upsert('', '--identifier', 'calendar:9', ...one)).toEqual({
    code: 0,
    stdout: 'would create\tFair\t\t\t\n',
    stderr: '',
  })
  const same = ['--origin-system', 'Calendar', '--title', 'Picnic', '--dry-run']
  expect(cellsOf((await upsert('', '--identifier', 'calendar:7', ...same)).stdout)).toEqual([
    ['would be unchanged', 'Picnic', '', '', id],
  ])
  expect(linesOf((await upsert(JSON.stringify(event(9)), '--json', '--dry-run')).stdout)).toEqual([
    { result: 'would create', title: 'Picnic 9', changes: [] },
  ])
  expect(methods()).toEqual(new Set(['GET']))
})

test.for([60, 80, 120])(
  'upsert --dry-run is a table on a terminal of %i columns, with starts to read',
  async (columns) => {
    const { ran, service } = planning()
    service.addEvent({
      title: 'Phone bank, Richmond',
      identifiers: ['calendar:1'],
      origin_system: 'Calendar',
      start_date: '2030-12-05T18:00:00',
      location: { venue: 'Town Hall of Richmond upon Thames' },
    })
    const sheet = [
      'Nr,Name,When,Place',
      '1,"Phone bank, Richmond",06/12/2030 18:30,"Old Mill, behind the big church"',
      '2,Picnic for all friends of the river and its birds,07/12/2030 6:00 PM,',
      '3,Fair,13/13/2030 10:00,',
      '',
    ].join('\n')
    const map = ['--map', 'title=Name,start_date=When,location.venue=Place', '--identifier-from', 'calendar:Nr']
    const more = ['--origin-system', 'Calendar', '--date-order', 'dmy', '--dry-run']
    const env = { NO_COLOR: '1' }
    const { stdout } = await ran(['upsert', '--csv', '-', ...map, ...more], { input: sheet, columns, env })
    expect(stdout).toMatchSnapshot()
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(columns)
  },
)

test('upsert --dry-run on a terminal shows one event without a number, and no table for an empty input', async () => {
  const { ran } = planning()
  const around = { columns: 80, env: { NO_COLOR: '1' } }
  const one = ['--identifier', 'calendar:9', '--origin-system', 'Calendar', '--title', 'Fair', '--dry-run']
  expect((await ran(['upsert', ...one], around)).stdout).toBe('RESULT        TITLE  START\nwould create  Fair\n')
  expect(await ran(['upsert', '--ndjson', '--dry-run'], around)).toEqual({
    code: 0,
    stdout: '',
    stderr: 'Dry run: no events. No write was sent.\n',
  })
})

test('upsert --dry-run in version 1 says that the version does not tell new from known events', async () => {
  const { upsert, service } = planning('honoured', 'v1')
  const note =
    'Version 1 does not tell which events are new or unchanged: each would be sent, which makes no event twice.\n'
  const old = { identifiers: ['calendar:1'], summary: 'Picnic', originating_system: 'Calendar' }
  expect(await upsert(lines(old, { ...old, titel: 'x' }), '--ndjson', '--dry-run')).toEqual({
    code: 1,
    stdout: '1\twould write\tPicnic\t\t\t\n2\twould fail\t\t\t\t\n',
    stderr: expect.stringMatching(
      /^error: line 2: titel: .*\nerror: Dry run: 1 would be written, 1 has an error\. No write was sent\.\nVersion 1 /,
    ),
  })
  expect(await upsert(JSON.stringify(old), '--dry-run')).toEqual({
    code: 0,
    stdout: 'would write\tPicnic\t\t\t\n',
    stderr: note,
  })
  expect(service.requests).toEqual([])
})

test('upsert --dry-run does not report a creator as a change, and refuses wrong fields and a wrong key', async () => {
  const { upsert, service } = planning()
  await upsert(lines(event(1)), '--ndjson')
  const creator = service.addPerson({ given_name: 'Ada', family_name: 'Stranger' }).id
  const known = await upsert(lines(event(1)), '--ndjson', '--dry-run', '--creator', creator)
  expect(known.stdout).toMatch(/^1\twould be unchanged\tPicnic 1\t\t\t\S+\n$/)
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
    /^error: line 1: GET [^\n]*501[^\n]*\nerror: Dry run: 1 is not known\. No write was sent\.\n$/,
  )
  const json = await upsert(moved, '--ndjson', '--dry-run', '--json')
  expect(linesOf(json.stdout)).toMatchObject([{ line: 1, result: 'not known', error: expect.stringContaining('501') }])
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
