import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, mock } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const fast = ['--rate-limit', '1000000']

test('check sends only GET, and its JSON says what the service does, and whether it could tell', async () => {
  const cli = commandLine({ events: 3 })
  const { code, stdout, stderr } = await cli.ran(['check', '--json', '--api', 'v1', ...fast])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(JSON.parse(stdout)).toMatchObject({
    api: 'v1',
    complete: true,
    client: { reads: 'yes', missing: [], filters: 'no', totals: 'yes' },
    assumptions: { notFound: 404 },
  })
  expect(new Set(cli.service.requests.map(({ method }) => method))).toEqual(new Set(['GET']))
  const fetch: typeof globalThis.fetch = async (input, init) =>
    new URL(input instanceof Request ? input.url : String(input)).search === '?page=0'
      ? new Response('', { status: 429, headers: { 'Retry-After': '0' } })
      : cli.service.fetch(input, init)
  const refused = await cli.ran(['check', '--json', ...fast], { fetch })
  expect([refused.code, JSON.parse(refused.stdout)]).toMatchObject([0, { complete: false }])
})

test('a report of check fits a terminal of 60, 80 and 120 columns, and with some differences one of 24 lines', async () => {
  const assumptions = { notFound: 403, order: 'newest first', totals: 'absent' } as const
  const cli = commandLine({ events: 30, assumptions })
  const env = { NO_COLOR: '1' }
  const { stdout } = await cli.ran(['check', ...fast], { columns: 80, env })
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
  for (const columns of [60, 80, 120]) {
    const all = await cli.ran(['check', '--all', ...fast], { columns, env })
    expect(all.stdout.split('\n').filter((line) => line.length > columns)).toEqual([])
  }
})

test('mock --assumptions reads a file of check --save, and the exit code of check --against says whether the service has changed', async () => {
  await using folder = await temporaryFolder()
  const saved = folder.file('service.json')
  const cli = commandLine({ events: 3, assumptions: { notFound: 403, totals: 'absent' } })
  expect((await cli.ran(['check', '--save', saved, ...fast])).code).toBe(0)
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
    assumptions: { notFound: 403, totals: 'absent', order: 'oldest first' },
  })
  expect(await cli.ran(['check', '--against', saved, ...fast])).toMatchObject({ code: 0, stderr: '' })
  const changed = commandLine({ events: 3, assumptions: { notFound: 403 } })
  for (const flags of [[], ['--markdown']])
    expect((await changed.ran(['check', '--against', saved, ...flags, ...fast])).code).toBe(4)
  const { code, stdout } = await changed.ran(['check', '--against', saved, '--json', ...fast])
  expect([code, JSON.parse(stdout).changes]).toEqual([4, [expect.stringContaining('total_records')]])
  await using served = await mock('--assumptions', saved, '--events', '2')
  const page = await fetch(`${served.url}/api/v2/events`, { headers: { 'OSDI-API-Token': served.keys.group } })
  expect(await page.json()).not.toHaveProperty('total_records')
})

test('mock --assumptions and check --against take what check --json prints, or settings by hand', async () => {
  await using folder = await temporaryFolder()
  const file = folder.file('report.json')
  const cli = commandLine({ events: 3, assumptions: { notFound: 403 } })
  const { stdout } = await cli.ran(['check', '--json', ...fast])
  for (const text of [stdout, '{ "notFound": 403 }']) {
    writeFileSync(file, text)
    const against = await cli.ran(['check', '--against', file, '--json', ...fast])
    expect([against.code, JSON.parse(against.stdout).changes]).toEqual([0, []])
    await using served = await mock('--assumptions', file, '--events', '2')
    const headers = { 'OSDI-API-Token': served.keys.group }
    expect((await fetch(`${served.url}/api/v2/events/unknown`, { headers })).status).toBe(403)
  }
  writeFileSync(file, stdout.replace('"service": 403', '"service": 410'))
  for (const args of [
    ['mock', '--port', '0', '--assumptions', file],
    ['check', '--against', file],
  ]) {
    const { code, stderr } = await cli.ran(args)
    expect([code, stderr]).toEqual([2, expect.stringMatching(/^error: --\w+: \S*findings\[\d+\]\.service: /)])
  }
})
