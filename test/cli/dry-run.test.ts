import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'

type FilterSupport = 'honoured' | 'ignored' | 'refused'

const event = (number: number, title = `Picnic ${number}`) => ({
  identifiers: [`calendar:${number}`],
  title,
  origin_system: 'Calendar',
})

const lines = (...events: readonly object[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('')

/** A service with three events of its own, and commands for it. */
function planning(filter: FilterSupport = 'honoured') {
  const cli = commandLine({ events: 3, perPage: 2, assumptions: { filter } })
  return {
    ...cli,
    upsert: (input: string, ...more: readonly string[]) => cli.ran(['upsert', ...more], { input }),
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
    const planned = await upsert(input, '--ndjson', '--dry-run', '--json')
    expect([planned.code, methods()]).toEqual([0, new Set(['GET'])])
    expect(service.snapshot()).toEqual(before)
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    expect(linesOf(planned.stdout)).toEqual([
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
    const results = (text: string) => linesOf(text).map((each) => Reflect.get(Object(each), 'result'))
    const dry = await upsert(input, '--ndjson', '--dry-run', '--json')
    const id = expect.stringMatching(/^[\da-f-]{36}$/)
    const changes = [{ field: 'title', old: 'Picnic 1', new: 'Moved' }]
    expect(linesOf(dry.stdout)).toEqual([
      { line: 1, result: 'would create', title: 'Picnic 4', changes: [] },
      { line: 2, result: 'would be unchanged', title: 'Picnic 4', changes: [], after: 1 },
      { line: 3, result: 'would update', title: 'Moved', changes: [], after: 2 },
      { line: 4, result: 'would update', id, title: 'Moved', changes },
      { line: 5, result: 'would update', id, title: 'Picnic 1', changes: [], after: 4 },
      { line: 6, result: 'would be unchanged', id, title: 'Picnic 1', changes: [], after: 5 },
    ])
    const done = await upsert(input, '--ndjson', '--json')
    const words = { created: 'would create', updated: 'would update', unchanged: 'would be unchanged' }
    expect(results(dry.stdout)).toEqual(results(done.stdout).map((result) => Reflect.get(words, result)))
    expect(methods()).toEqual(new Set(['GET', 'POST', 'PUT']))
  },
)

test('upsert --dry-run of a spreadsheet, of single events and in version 1 sends no write', async () => {
  const { upsert, methods, service } = planning()
  service.addEvent({ title: 'Picnic', identifiers: ['calendar:7'], origin_system: 'Calendar' })
  const flags = ['--csv', '-', '--identifier-from', 'calendar:Nr', '--map', 'title=Name', '--dry-run', '--json']
  const sheet = await upsert('Nr;Name\n7;Fair\n8;Fest\n;None\n', ...flags, '--origin-system', 'Calendar')
  const id = expect.stringMatching(/^[\da-f-]{36}$/)
  const changes = [{ field: 'title', old: 'Picnic', new: 'Fair' }]
  const error = expect.stringContaining('identifiers: ')
  expect([sheet.code, linesOf(sheet.stdout)]).toEqual([
    1,
    [
      { row: 2, line: 2, result: 'would update', id, title: 'Fair', changes },
      { row: 3, line: 3, result: 'would create', title: 'Fest', changes: [] },
      { row: 4, line: 4, result: 'would fail', title: 'None', error },
    ],
  ])
  const one = async (identifier: string, title: string) => {
    const args = ['--identifier', identifier, '--origin-system', 'Calendar', '--title', title, '--dry-run', '--json']
    const { code, stdout } = await upsert('', ...args)
    return [code, ...linesOf(stdout)]
  }
  expect(await one('calendar:7', 'Fair')).toEqual([0, { result: 'would update', id, title: 'Fair', changes }])
  expect(await one('calendar:7', 'Picnic')).toEqual([
    0,
    { result: 'would be unchanged', id, title: 'Picnic', changes: [] },
  ])
  expect(await one('calendar:9', 'Fair')).toEqual([0, { result: 'would create', title: 'Fair', changes: [] }])
  const piped = await upsert(JSON.stringify(event(9)), '--json', '--dry-run')
  expect(linesOf(piped.stdout)).toEqual([{ result: 'would create', title: 'Picnic 9', changes: [] }])
  expect(methods()).toEqual(new Set(['GET']))
  service.requests.clear()
  const old = { identifiers: ['calendar:1'], summary: 'Picnic', originating_system: 'Calendar' }
  const inVersion1 = await upsert(lines(old, { ...old, titel: 'x' }), '--api', 'v1', '--ndjson', '--dry-run', '--json')
  expect([inVersion1.code, linesOf(inVersion1.stdout)]).toMatchObject([
    1,
    [{ result: 'would write' }, { result: 'would fail' }],
  ])
  expect(service.requests).toEqual([])
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

test('upsert --dry-run does not report a creator as a change, and exits with code 3 for a refused key', async () => {
  const { upsert, service, ran } = planning()
  await upsert(lines(event(1)), '--ndjson')
  const creator = service.addPerson({ given_name: 'Ada', family_name: 'Stranger' }).id
  const known = await upsert(lines(event(1)), '--ndjson', '--dry-run', '--json', '--creator', creator)
  expect(linesOf(known.stdout)).toMatchObject([{ result: 'would be unchanged', changes: [] }])
  const refused = await ran(['upsert', '--dry-run'], {
    input: JSON.stringify(event(1)),
    env: { EVENTS_API_KEY: 'wrong' },
  })
  expect(refused).toMatchObject({ code: 3, stdout: '' })
})

test('upsert --dry-run that cannot read an event, or is interrupted, does not mention a write', async () => {
  const { upsert, fault, start, service } = planning()
  await upsert(lines(event(1)), '--ndjson')
  fault({ path: '/api/v2/events/*', effect: { kind: 'status', status: 501 } })
  const moved = JSON.stringify(event(1, 'Moved'))
  const single = await upsert(moved, '--dry-run')
  // The client's own PUT is a GET for the service.
  expect(single).toMatchObject({ code: 1, stdout: '', stderr: expect.stringMatching(/^error: GET /) })
  const many = await upsert(moved, '--ndjson', '--dry-run', '--json')
  const error = expect.stringContaining('501')
  expect([many.code, linesOf(many.stdout)]).toEqual([1, [{ line: 1, result: 'not known', error }]])
  service.faults.clear()
  const waiting = fault({ method: 'GET', effect: { kind: 'no-answer' } })
  await using running = start(['upsert', '--ndjson', '--dry-run'], { input: lines(event(1)) })
  await waiting.applied()
  running.interrupt('SIGINT')
  const interrupted = await running.ended
  expect(interrupted.code).toBe(130)
  for (const { stderr } of [single, many, interrupted]) expect(stderr).not.toContain('effect')
})

test('SIGINT also ends the look-up of an event that upsert --dry-run would update', async () => {
  const { upsert, start, service } = planning()
  await upsert(lines(event(1)), '--ndjson')
  const asked = Promise.withResolvers<AbortSignal>()
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const { url, signal } = new Request(input, init)
    if (!/\/events\/[\da-f-]+$/.test(url)) return service.fetch(input, init)
    asked.resolve(signal)
    return new Promise(() => {})
  }
  await using running = start(['upsert', '--dry-run'], { input: JSON.stringify(event(1, 'Moved')), fetch })
  const { aborted: before } = await asked.promise
  running.interrupt('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130 })
  expect([before, (await asked.promise).aborted]).toEqual([false, true])
})
