import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, failing, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

test.for(['v1', 'v2'] as const)('export prints every event with all its fields, one per line: %s', async (api) => {
  const cli = commandLine({ events: 60 })
  const { code, stdout, stderr } = await cli.ran(['export', '--api', api])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(linesOf(stdout)).toEqual(await cli.events(api))
})

test('export fails when an event is nested too deeply, and prints no event of that page', async () => {
  const cli = commandLine({ events: 2 })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const body = await (await cli.service.fetch(input, init)).text()
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
    const headers = { 'content-type': 'application/hal+json' }
    return new Response(body.replace('"title":', `"odd":${nested},"title":`), { headers })
  }
  for (const command of [['export'], ['export', '--skip-invalid'], ['list', '--json']]) {
    const { code, stdout, stderr } = await cli.ran(command, { fetch })
    expect({ code, stdout }, command.join(' ')).toEqual({ code: 1, stdout: '' })
    expect(stderr).toContain('1024')
  }
})

test.for([0, 1, 60])('export --format json prints one array, even of %s events', async (count) => {
  const cli = commandLine({ events: count })
  const { code, stdout } = await cli.ran(['export', '--format', 'json'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toEqual(await cli.events())
  expect(stdout.endsWith(']\n')).toBe(true)
})

test('export --format csv prints a row of names and a row for each event, with the fields of --fields or all documented fields', async () => {
  const cli = commandLine({ events: 30 })
  const chosen = await cli.ran(['export', '--format', 'csv', '--fields', 'location.region,total_accepted'])
  const rows = (await cli.events()).map((event) => {
    const { location, total_accepted } = event as { location?: { region: string | null }; total_accepted: number }
    return `${location?.region ? `"${location.region}"` : ''},${total_accepted}\r\n`
  })
  expect(chosen.stdout).toBe(`\ufeff"location.region","total_accepted"\r\n${rows.join('')}`)
  const all = await cli.ran(['export', '--format', 'csv'])
  expect(all.stdout).toMatch(
    /^\ufeff"id","identifiers","title",.*"platform:sponsor\.title",.*"description","instructions"\r\n/,
  )
  const first = await cli.ran(['export', '--format', 'csv', '--api', 'v1'])
  expect(first.stdout).toMatch(/^\ufeff"id","identifiers","summary",.*"platform:event_instructions"\r\n/)
})

test('export --out chooses the format by the name of the file, and --format goes before it', async () => {
  const cli = commandLine({ events: 2 })
  await using folder = await temporaryFolder()
  const beginnings = { csv: '\ufeff"id",', json: '[\n{', ndjson: '{"' }
  for (const [name, format] of [
    ['events.csv', 'csv'],
    ['EVENTS.CSV', 'csv'],
    ['events.json', 'json'],
    ['events.ndjson', 'ndjson'],
    ['events.jsonl', 'ndjson'],
    ['events', 'ndjson'],
    ['events.2026', 'ndjson'],
  ] as const) {
    expect(await cli.ran(['export', '--out', folder.file(name)]), name).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(folder.file(name), 'utf8').startsWith(beginnings[format]), name).toBe(true)
  }
  const sheet = folder.file('events.xlsx')
  expect((await cli.ran(['export', '--out', sheet])).code).toBe(2)
  expect(existsSync(sheet)).toBe(false)
  for (const [file, format] of [[folder.file('events.csv'), 'ndjson'] as const, [sheet, 'csv'] as const]) {
    expect(await cli.ran(['export', '--out', file, '--format', format])).toMatchObject({ code: 0, stderr: '' })
    expect(readFileSync(file, 'utf8').startsWith(beginnings[format]), format).toBe(true)
  }
  expect(linesOf((await cli.ran(['export', '--out', '-'])).stdout)).toHaveLength(2)
})

test('export ends with code 0 if the reader of standard output is gone, and with code 1 if the write fails', async () => {
  const cli = commandLine({ events: 60 })
  expect(await cli.ran(['export'], { stdout: failing('EPIPE') })).toEqual({ code: 0, stdout: '', stderr: '' })
  expect(await cli.ran(['export'], { stdout: failing('ENOSPC') })).toMatchObject({ code: 1 })
})

test('export --json-progress prints its progress on standard error, one JSON object per line', async () => {
  const cli = commandLine({ events: 60 })
  const { code, stdout, stderr } = await cli.ran(['export', '--json-progress'])
  expect(code).toBe(0)
  expect(linesOf(stdout)).toHaveLength(60)
  const said = linesOf(stderr)
  expect(said.length).toBeGreaterThan(1)
  expect(said[0]).toMatchObject({ state: 'running', pages: 1, totalPages: 3, events: 25, totalEvents: 60, rejected: 0 })
  expect(said.at(-1)).toEqual({
    ...{ state: 'done', pages: 3, totalPages: 3, events: 60, totalEvents: 60, rejected: 0 },
    ...{ eventsPerSecond: expect.any(Number), secondsLeft: 0 },
  })
  cli.fault({ nth: 2, times: 100, effect: { kind: 'status', status: 501 } })
  const failed = await cli.ran(['export', '--json-progress'])
  expect(failed.stderr).toMatch(/^\{"state":"failed","pages":1,/m)
})

test('export --skip-invalid leaves out events that do not match the API, and counts them', async () => {
  const cli = commandLine({ events: 30 })
  cli.fault({ nth: 2, effect: { kind: 'shape' } })
  const refused = await cli.ran(['export'])
  expect(refused.code).toBe(1)
  cli.service.faults.clear()
  cli.fault({ nth: 2, effect: { kind: 'shape' } })
  const { code, stdout, stderr } = await cli.ran(['export', '--skip-invalid'])
  expect(linesOf(stdout)).toHaveLength(25)
  expect(stderr).toMatch(/^warning: 5 events /)
  expect(code).toBe(0)
})

test.for(['0', '1', '8'])('export prints events in the order of the list with --prefetch %s', async (prefetch) => {
  const cli = commandLine({ events: 200, perPage: 7 })
  const { code, stdout, stderr } = await cli.ran(['export', '--prefetch', prefetch])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(linesOf(stdout)).toEqual(await cli.events())
})

test('export with a wrong key exits with code 3 and leaves no file', async () => {
  const cli = commandLine({ events: 0 })
  await using folder = await temporaryFolder()
  const { code } = await cli.ran(['export', '--out', folder.file('events')], { env: { EVENTS_API_KEY: 'wrong' } })
  expect(code).toBe(3)
  expect(readdirSync(folder.path)).toEqual([])
})

/** A service whose list of 30 events ends behind the second of three pages. While `failing` it refuses that page. */
function endingEarly() {
  const cli = commandLine({ events: 30, perPage: 10 })
  const state = { failing: false }
  const cut: typeof fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    if (!response.url.includes('page=2') && !String(input instanceof Request ? input.url : input).includes('page=2'))
      return response
    if (state.failing) return new Response('', { status: 501 })
    const { _links, ...page } = (await response.json()) as { _links: { next?: object } }
    const { next, ...links } = _links
    return Response.json({ ...page, _links: links }, { headers: { 'Content-Type': 'application/hal+json' } })
  }
  return { state, ran: (...args: readonly string[]) => cli.ran(['export', ...args], { fetch: cut }) }
}

const linesIn = (text: string) => text.split('\n').length - 1

test('export of an incomplete list exits with code 1 and keeps the old file, unless --allow-incomplete is set', async () => {
  const service = endingEarly()
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  writeFileSync(out, 'of last night')
  const refused = await service.ran('--out', out)
  expect(refused).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining('20 of 30') })
  expect(readFileSync(out, 'utf8')).toBe('of last night')
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])

  const accepted = await service.ran('--out', out, '--allow-incomplete')
  expect(accepted).toMatchObject({ code: 0, stderr: expect.stringContaining('20 of 30') })
  expect(linesIn(readFileSync(out, 'utf8'))).toBe(20)
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('export --resume of an incomplete list counts the events of both runs, and a third run starts from the first event', async () => {
  const service = endingEarly()
  await using folder = await temporaryFolder()
  const out = folder.file('events.ndjson')
  service.state.failing = true
  expect((await service.ran('--out', out)).code).toBe(1)
  service.state.failing = false
  expect(await service.ran('--out', out, '--resume')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('20 of 30'),
  })
  expect(readdirSync(folder.path)).toEqual([])
})

test('export of an incomplete list to standard output prints its events and exits with code 1', async () => {
  const service = endingEarly()
  const { code, stdout, stderr } = await service.ran('--json-progress')
  expect(linesIn(stdout)).toBe(20)
  expect(stderr).toMatch(/^\{"state":"failed",.*\}\nerror: /m)
  expect(code).toBe(1)
  expect(await service.ran('--allow-incomplete')).toMatchObject({ code: 0, stdout })
})
