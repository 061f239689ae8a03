import { PassThrough } from 'node:stream'
import type { FaultEffect } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { type Around, commandLine, expectWrong, failing, linesOf } from '../support/command-line.ts'
import { MemoryFiles, powerCut, steppingClock } from '../support/memory-files.ts'
import { flyingTime } from '../support/virtual-time.ts'

const apis = ['v1', 'v2'] as const
type Api = (typeof apis)[number]
type FilterSupport = 'honoured' | 'ignored' | 'refused'

/** What the service may do with filters. In version 1 an upsert is one POST, and looks for nothing. */
const filtersOf: Readonly<Record<Api, readonly FilterSupport[]>> = {
  v1: ['ignored'],
  v2: ['honoured', 'ignored', 'refused'],
}

/** An event as a line has it. */
const event = (api: Api, number: number, title = `Picnic ${number}`) =>
  api === 'v1'
    ? { identifiers: [`calendar:${number}`], summary: title, originating_system: 'Calendar' }
    : { identifiers: [`calendar:${number}`], title, origin_system: 'Calendar' }

const lines = (...events: readonly unknown[]) => events.map((each) => `${JSON.stringify(each)}\n`).join('')

/** A service with thirty events of its own, and upserts into it. */
function upserting(api: Api = 'v2', filter: FilterSupport = 'honoured', events = 30) {
  const cli = commandLine({ events, perPage: 10, assumptions: { filter } })
  return {
    ...cli,
    upsert: (input: string, more: readonly string[] = [], around: Around = {}) =>
      cli.ran(['upsert', '--api', api, '--ndjson', ...more], { input, ...around }),
    /** Titles of the events that are not the service's own, in their order. */
    titles: async () =>
      (await cli.events('v2'))
        .filter((each) => JSON.stringify(each).includes('"calendar:'))
        .map((each) => Reflect.get(each, 'title')),
    count: (method: string) => cli.service.requests.filter((request) => request.method === method).length,
  }
}

test.for(apis)(
  'the first upsert creates an event, and the second updates it, from flags or from JSON: %s',
  async (api) => {
    const { ran, titles } = upserting(api)
    const flags = ['upsert', '--api', api, '--identifier', 'calendar:7', '--origin-system', 'Calendar', '--title']
    const made = await ran([...flags, 'Picnic'])
    expect(made).toMatchObject({ code: 0, stderr: '' })
    expect(made.stdout).toMatch(api === 'v1' ? /^written [\da-f-]{36}\n$/ : /^created [\da-f-]{36}\n$/)
    const id = made.stdout.trim().split(' ')[1]
    const args = ['upsert', '--api', api, '--json']
    const again = await ran(args, { input: JSON.stringify(event(api, 7, 'Moved'), undefined, 2) })
    expect(linesOf(again.stdout)).toEqual([{ result: api === 'v1' ? 'written' : 'updated', id, unapplied: [] }])
    expect(await titles()).toEqual(['Moved'])
  },
)

test.for(apis.flatMap((api) => filtersOf[api].map((filter) => [api, filter] as const)))(
  'upsert --ndjson creates or updates the event of each line, or leaves it unchanged, with as few list requests as possible: %s, with the assumption filter "%s"',
  async ([api, filter]) => {
    const { upsert, titles, count } = upserting(api, filter)
    const numbers = [1, 2, 3, 4, 5]
    const first = await upsert(lines(...numbers.map((number) => event(api, number))))
    const [made, changed] = api === 'v1' ? ['written', 'written'] : ['created', 'updated']
    expect(first.stdout).toMatch(new RegExp(`^(?:line [1-5]: ${made} [\\da-f-]{36}\\n){5}$`))
    expect(first.code).toBe(0)
    // If the service ignores filters: three pages to find out, four for the index. If it honours them: two requests to find out, one per line.
    expect(count('GET')).toBe(api === 'v1' ? 0 : { honoured: 7, ignored: 7, refused: 4 }[filter])
    const twice = [...numbers.map((number) => event(api, number)), event(api, 6), event(api, 6, 'Last')]
    const second = await upsert(lines(...twice), ['--json'])
    const of = (line: number, result: string) => ({ line, result, id: expect.any(String), unapplied: [] })
    const same = api === 'v1' ? 'written' : 'unchanged'
    expect(linesOf(second.stdout)).toEqual([...numbers.map((line) => of(line, same)), of(6, made), of(7, changed)])
    expect(count('PUT')).toBe(api === 'v1' ? 0 : 1)
    expect(second.code).toBe(0)
    expect(await titles()).toEqual([...numbers.map((number) => `Picnic ${number}`), 'Last'])
  },
)

test('upsert names the fields that the service did not apply (v2 §4.6)', async () => {
  const { upsert, service } = upserting()
  const creator = service.addPerson({ given_name: 'Ada', family_name: 'Stranger' }).id
  const { code, stdout } = await upsert(lines(event('v2', 1)), ['--creator', creator])
  expect(stdout).toMatch(/^line 1: created [\da-f-]{36}, not applied: creator\n$/)
  const json = await upsert(lines(event('v2', 1)), ['--creator', creator, '--json'])
  expect(linesOf(json.stdout)).toMatchObject([{ result: 'unchanged', unapplied: ['creator'] }])
  expect(code).toBe(0)
})

test('upsert names the parts of an address that the service replaced or left out, because it takes them from the map (v2 §2.2)', async () => {
  const { ran, upsert } = upserting()
  const flags = ['--identifier', 'calendar:1', '--title', 'Picnic', '--origin-system', 'Calendar']
  const place = ['--set', 'location.locality=Atlantis', '--set', 'location.venue=Old Mill']
  const created = await ran(['upsert', ...flags, ...place, '--json'])
  expect(linesOf(created.stdout)).toMatchObject([{ result: 'created', unapplied: ['location.locality'] }])
  expect((await ran(['upsert', ...flags, ...place])).stdout).toMatch(
    /^resent [\da-f-]{36}, not applied: location\.locality\n$/,
  )
  const known = { locality: 'nashville', region: 'TN', country: 'US', address_lines: ['1 Main St', 'Room 4'] }
  const json = await upsert(lines({ ...event('v2', 2), location: known }), ['--json'])
  expect(linesOf(json.stdout)).toMatchObject([{ result: 'created', unapplied: ['location.address_lines'] }])
})

test('upsert --ndjson names the number of an invalid line, but not its content, and sends the other lines', async () => {
  const { upsert, titles, count } = upserting('v2', 'ignored')
  const input = [
    '{"title":"of nobody@example.org"',
    '["calendar:1"]',
    JSON.stringify({ ...event('v2', 2), titel: 'Picnic' }),
    '',
    `${JSON.stringify(event('v2', 3))}\r`,
    JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' }),
    JSON.stringify(event('v2', 4)),
  ].join('\n')
  const { code, stdout, stderr } = await upsert(input)
  expect(stdout).toMatch(/^line 5: created \S+\nline 7: created \S+\n$/)
  expect(stderr.match(/(?<=^error: )line \d/gm)).toEqual(['line 1', 'line 2', 'line 3', 'line 6'])
  expect([code, stderr.includes('nobody')]).toEqual([1, false])
  expect(await titles()).toEqual(['Picnic 3', 'Picnic 4'])
  expect(count('POST')).toBe(2)
  const json = await upsert(input, ['--json'])
  expect(linesOf(json.stdout)).toMatchObject([
    { line: 1, result: 'failed', outcome: 'not applied', error: expect.not.stringContaining('nobody') },
    { line: 2, result: 'failed' },
    { line: 3, result: 'failed', error: expect.stringContaining('titel') },
    { line: 5, result: 'unchanged' },
    { line: 6, result: 'failed', error: expect.stringContaining('identifiers') },
    { line: 7, result: 'unchanged' },
  ])
})

test('upsert --ndjson reports a failure for a line whose identifier belongs to two events', async () => {
  const { upsert, service } = upserting('v2', 'ignored')
  for (const number of [1, 2])
    service.addEvent({ title: 'Picnic', identifiers: [`calendar:${number}`], origin_system: 'Calendar' })
  const both = { ...event('v2', 1), identifiers: ['calendar:1', 'calendar:2'] }
  const { code, stderr } = await upsert(lines(both, both, event('v2', 3)))
  expect(stderr.match(/line \d: calendar:1, calendar:2: /g)).toHaveLength(2)
  expect(code).toBe(1)
})

const faults: readonly (readonly [what: string, effect: FaultEffect, heals: boolean])[] = [
  ['is answered 500', { kind: 'status', status: 500 }, false],
  ['is answered 429', { kind: 'status', status: 429, headers: { 'Retry-After': '2' } }, true],
  ['breaks off', { kind: 'reset' }, false],
]

for (const api of apis)
  for (const filter of filtersOf[api])
    for (const when of ['before', 'after'] as const)
      test.for(faults)(
        `upsert --ndjson makes one event per line, at once or with --resume, when a write %s (${when} it is applied): ${api}, with the assumption filter "${filter}"`,
        async ([, effect, heals]) => {
          using _ = flyingTime()
          const { upsert, titles, fault, service } = upserting(api, filter, 5)
          const clock = steppingClock()
          const files = new MemoryFiles(clock)
          const around = { fs: files.view(), clock }
          const input = lines(...[1, 2, 3, 2].map((number) => event(api, number)))
          fault({ method: 'POST', nth: 2, when, effect })
          const first = await upsert(input, ['--resume', '/state'], around)
          // Version 1 knows its own events again, so the client sends them again by itself.
          if (api === 'v1' || heals) expect(first).toMatchObject({ code: 0 })
          else {
            expect(first.code).toBe(1)
            expect(first.stderr).toMatch(/line 2: POST [^\n]*effect/)
            // Line 4 is about the same event. It creates no event while the list does not show whether line 2 did.
            const open = when === 'before' ? 2 : 1
            expect(first.stderr).toMatch(new RegExp(`${open} to be sent again\\n  [^\\n]*--resume [^\\n]*line 2\\n`))
            expect(JSON.parse(files.files.state ?? '')).toMatchObject({ lines: 1 })
            service.requests.clear()
            const second = await upsert(input, ['--resume', '/state'], around)
            expect(second.code).toBe(0)
            expect(second.stdout).not.toContain('line 1:')
          }
          expect(files.files).toEqual({})
          expect(await titles()).toHaveLength(3)
        },
      )

test.for(apis)('upsert --resume continues after the lines of an interrupted run: %s', async (api) => {
  const { start, upsert, fault, service, titles, key } = upserting(api)
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  const around = { fs: files.view(), clock }
  const input = lines(...[1, 2, 3, 4].map((number) => event(api, number)))
  const waiting = fault({ method: 'POST', nth: 3, effect: { kind: 'no-answer' } })
  await using running = start(['upsert', '--api', api, '--ndjson', '--resume', '/state'], { input, ...around })
  await waiting.applied()
  running.interrupt('SIGINT')
  expect(await running.ended).toMatchObject({ code: 130, stderr: expect.stringMatching(/--resume [^\n]*line 3\n$/) })
  for (const secret of [key, 'Picnic', 'calendar']) expect(files.files.state).not.toContain(secret)
  service.faults.clear()
  service.requests.clear()
  const { code, stdout, stderr } = await upsert(input, ['--resume', '/state'], around)
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^line 3: \S+ \S+\nline 4: \S+ \S+\n$/)])
  expect(stderr).toMatch(/^4 events /)
  expect(files.files).toEqual({})
  // Sending all lines again is correct too.
  expect(await upsert(input, ['--resume', '/state'], around)).toMatchObject({ code: 0 })
  expect(await titles()).toHaveLength(4)
})

// In four parts, for a busy machine.
for (const first of [0, 1, 2, 3])
  test(`upsert --resume after a crash at any file system call misses no line and makes no event twice, from call ${first}`, async () => {
    const input = lines(...[1, 2, 3].map((number) => event('v2', number)))
    const cli = upserting('v2', 'honoured', 1)
    const empty = cli.service.snapshot()
    let points: number = first
    for (; ; points += 4) {
      cli.service.restore(empty)
      const clock = steppingClock()
      const files = new MemoryFiles(clock)
      const { state, watch } = powerCut(points)
      await cli.upsert(input, ['--resume', '/state'], { fs: files.view(watch), clock })
      if (!state.isCut) break
      const remains = files.left('synced')
      // A lock without text is free after a minute.
      clock.pass(61_000)
      const again = await cli.upsert(input, ['--resume', '/state'], { fs: remains.view(), clock })
      const where = `${points}, ${state.where}`
      expect(again.code, where).toBe(0)
      expect(remains.files, where).toEqual({})
      expect(await cli.titles(), where).toEqual(['Picnic 1', 'Picnic 2', 'Picnic 3'])
    }
    expect(points).toBeGreaterThan(50)
  })

test('upsert --ndjson keeps a line for a later run that was answered 429 until tomorrow, and counts one that was answered 422 as failed', async () => {
  const { upsert, fault } = upserting('v2', 'honoured', 1)
  const headers = { 'Retry-After': '86400' }
  fault({ method: 'POST', nth: 1, effect: { kind: 'status', status: 422 } })
  fault({ method: 'POST', nth: 3, effect: { kind: 'status', status: 429, headers } })
  const { code, stderr } = await upsert(lines(...[1, 2, 3].map((number) => event('v2', number))))
  // One was created, one failed, and one is left.
  expect([code, stderr]).toEqual([1, expect.stringMatching(/\nerror: 1 event created, 1 failed, 1 /)])
})

test('upsert --resume refuses changed lines, another service, or a file that upsert did not write, and sends nothing', async () => {
  const { upsert, fault, service } = upserting()
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  const around = { fs: files.view(), clock }
  const two = [event('v2', 1), event('v2', 2)]
  fault({ method: 'POST', nth: 2, effect: { kind: 'status', status: 501 } })
  expect(await upsert(lines(...two), ['--resume', '/state'], around)).toMatchObject({ code: 1 })
  service.faults.clear()
  service.requests.clear()
  const other = /^error: --resume: \/state /
  expectWrong(await upsert(lines(event('v2', 1, 'Fair'), event('v2', 2)), ['--resume', '/state'], around), other)
  expectWrong(await upsert('', ['--resume', '/state'], around), other)
  const elsewhere = ['--resume', '/state', '--base-url', `${service.baseUrl}/elsewhere`]
  expectWrong(await upsert(lines(...two), elsewhere, around), other)
  for (const damaged of ['', '{"format":1}', 'null', '{"format":2,"lines":1,"of":""}']) {
    files.put('/state', damaged)
    expectWrong(await upsert(lines(...two), ['--resume', '/state'], around), /^error: --resume: \/state /)
  }
  expect(service.requests).toEqual([])
})

test('upsert --resume does not send a line again that the service has refused, and counts this line as failed', async () => {
  const { upsert, fault, service, titles } = upserting()
  const clock = steppingClock()
  const around = { fs: new MemoryFiles(clock).view(), clock }
  const input = lines({ identifiers: ['x'] }, event('v2', 2), event('v2', 3))
  fault({ method: 'POST', nth: 2, effect: { kind: 'status', status: 501 } })
  await upsert(input, ['--resume', '/state'], around)
  service.faults.clear()
  expect(await upsert(input, ['--resume', '/state'], around)).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/^line 3: [^\n]+\n$/),
    stderr: expect.stringContaining('2 events created, 1 failed'),
  })
  expect(await titles()).toHaveLength(2)
})

test('upsert --ndjson ends after ten failures of the service in a row', async () => {
  const { upsert, fault, count } = upserting()
  fault({ effect: { kind: 'status', status: 501 } })
  const input = lines(...Array.from({ length: 30 }, (_, number) => event('v2', number)))
  const { code, stderr } = await upsert(input)
  expect(stderr).toMatch(/^error: 10 events /m)
  // Each line is looked for with a filter, and without it.
  expect([code, count('GET')]).toEqual([1, 20])
})

test('upsert --ndjson goes on while fewer than ten failures of the service come in a row', async () => {
  const { upsert, service } = upserting()
  const fail = () => service.faults.add({ times: 18, effect: { kind: 'status', status: 501 } })
  // Nine lines fail, each with two requests. The tenth is looked for and made. Then nine more fail.
  fail()
  const made = service.faults.add({ operation: 'events.create', effect: { kind: 'latency', ms: 0 } })
  const rest = made.hit().then(fail)
  const { code, stderr } = await upsert(lines(...Array.from({ length: 19 }, (_, number) => event('v2', number))))
  await rest
  expect(stderr).toContain('1 event created, 18 ')
  expect(code).toBe(1)
})

test('upsert --ndjson ends at a refused key, a wrong --creator or a failing standard output', async () => {
  const { upsert, count } = upserting()
  const input = lines(event('v2', 1), event('v2', 2))
  const refused = await upsert(input, [], { env: { EVENTS_API_KEY: 'a-wrong-key' } })
  expect(refused.code).toBe(3)
  expect(refused.stderr).not.toContain('a-wrong-key')
  expect(await upsert(input, ['--creator', '../x'])).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^error: --creator: [^\n]+\n$/),
  })
  expect(count('POST')).toBe(0)
  expect(await upsert(input, [], { stdout: failing('ENOSPC') })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('effect'),
  })
  expect(count('POST')).toBe(1)
})

test('upsert --ndjson does nothing for empty standard input, and refuses standard input from a terminal', async () => {
  const { upsert, service } = upserting()
  expect(await upsert('')).toMatchObject({ code: 0, stdout: '' })
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  expectWrong(await upsert('', [], { stdin: terminal }), /^error: --ndjson: /)
  expect(service.requests).toEqual([])
})

test('upsert --ndjson sends each line as soon as it arrives, and does not mention a write when it is interrupted between two lines', async () => {
  const { start } = upserting()
  const stdin = new PassThrough()
  await using running = start(['upsert', '--ndjson'], { stdin })
  const [head, tail] = [lines(event('v2', 1, 'Fête')).slice(0, 45), lines(event('v2', 1, 'Fête')).slice(45)]
  stdin.write(head)
  stdin.write(tail)
  await running.until('stdout', /line 1: created/)
  running.interrupt('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 143, stderr: expect.not.stringContaining('effect') })
})
