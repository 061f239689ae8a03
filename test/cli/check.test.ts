import { readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, expectWrong, mock, ran } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const fast = ['--rate-limit', '1000000']

test('check prints the verdict, its meaning for the client, and the differences', async () => {
  const cli = commandLine({ events: 30, assumptions: { notFound: 403, order: 'newest first' } })
  const { code, stdout, stderr } = await cli.ran(['check', ...fast])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(
    stdout
      .replace(/\d+ ms/, 'N ms')
      .replace(/^\d+ as assumed/, 'N as assumed')
      .replace(/\d+ could/, 'N could')
      .replaceAll(/^ {2}\d+: /gm, '  N: '),
  ).toBe(`\
N as assumed · 2 different · N could not tell
${cli.service.baseUrl}, version 2: 20 requests, N ms for the first page
assumed: the documented service

What this means for the client
  reads events            yes
  finds one event         slowly: it reads the whole list
  knows when a list ends  yes: lists name their total
  writes                  not tried: this check sent only GET

Different
  status for an id that does not exist: 403, assumed 404
  order of the list: newest first, assumed oldest first

Could not tell
  N: only writes show it: --writes tries them
  N: the service applies no filter, or the key has no event
  N: version 2 does not have it
  N: no event has a tag_list
  N: no check shows it; --all says how to find out

To do: save the report with --save, and test your program with mock --assumptions.
`)
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('check --all also prints what a check cannot tell, with the reason, and what is as assumed', async () => {
  const cli = commandLine({ events: 30 })
  const { stdout } = await cli.ran(['check', '--all', ...fast])
  expect(stdout).toMatch(
    /\n {2}\d+: only writes show it: --writes tries them\n(?: {6}.*\n)* {6}status for DELETE: 405\n/,
  )
  expect(stdout).toMatch(/\n {6}events that a key sees: owner\n {8}needs a second key of the same group; [^\n]+\n/)
  expect(stdout).toMatch(/\n\nAs assumed\n {6}status for a key that is missing or wrong: 403\n/)
  expect(stdout).not.toMatch(/--all|ownTwin/)
  expect(stdout).toMatch(/\n\nNothing to do: [^\n]+\n$/)
})

test('a report of check with some differences fits a terminal of 80 columns and 24 lines', async () => {
  const assumptions = { notFound: 403, order: 'newest first', totals: 'absent' } as const
  const cli = commandLine({ events: 30, assumptions })
  const { stdout } = await cli.ran(['check', ...fast], { columns: 80, env: { NO_COLOR: '1' } })
  expect(stdout).toContain('3 different')
  expect(stdout.trimEnd().split('\n').length).toBeLessThanOrEqual(24)
})

test.for([60, 80, 120])('check fits a terminal of %d columns', async (columns) => {
  const cli = commandLine({ events: 30, assumptions: { notFound: 403 } })
  const { stdout } = await cli.ran(['check', '--all', ...fast], { columns, env: { NO_COLOR: '1' } })
  for (const line of stdout.split('\n')) expect([line, line.length <= columns]).toEqual([line, true])
})

test('check first says that the client cannot read a service whose events have no modification time', async () => {
  const cli = commandLine({ events: 3 })
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await cli.service.fetch(input, init)
    return new Response((await response.text()).replaceAll('"modified_date"', '"changed"'), response)
  }
  const { code, stdout } = await cli.ran(['check', ...fast], { fetch })
  expect(code).toBe(0)
  expect(stdout).toMatch(/\n\nTo do: ask the service to send what is missing; [^\n]+\n$/)
  expect(stdout).toContain('reads events            no: modified_date is missing in 3 of 3 events\n')
})

test('check names the flag if the service has another prefix', async () => {
  const cli = commandLine({ events: 3, namespace: 'action_network' })
  const { stdout, stderr } = await cli.ran(['check', ...fast])
  expect(stdout).toMatch(/\nTo do: run the check again with --namespace action_network\.\n$/)
  expect(stderr).toBe(
    'warning: this service uses the prefix action_network, not platform\n  use --preset action-network, or --namespace action_network\n',
  )
  expect((await cli.ran(['check', '--namespace', 'action_network', ...fast])).stderr).toBe('')
})

test('check prints JSON with --json, and Markdown with --markdown', async () => {
  const cli = commandLine({ events: 3 })
  const report = JSON.parse((await cli.ran(['check', '--json', '--api', 'v1', ...fast])).stdout)
  expect(report).toMatchObject({
    api: 'v1',
    complete: true,
    client: { reads: 'yes', missing: [], filters: 'no', totals: 'yes' },
    assumptions: { notFound: 404 },
  })
  const { stdout } = await cli.ran(['check', '--markdown', ...fast])
  expect(stdout).toMatch(/^\*\*\d+ as assumed · 0 different · \d+ could not tell\*\*\n\n/)
  expect(stdout).toMatch(/\n- finds one event: slowly: it reads the whole list\n/)
  expect(stdout).toMatch(
    /\n### Could not tell\n\n\| what \| assumed \| why \|\n\|---\|---\|---\|\n(?:\|[^\n]*\n)*\| status for DELETE \| 405 \| /,
  )
})

test('check says that its report is incomplete when the service refuses requests', async () => {
  const cli = commandLine({ events: 3 })
  const fetch: typeof globalThis.fetch = async (input, init) =>
    new URL(input instanceof Request ? input.url : String(input)).search === '?page=0'
      ? new Response('', { status: 429, headers: { 'Retry-After': '0' } })
      : cli.service.fetch(input, init)
  const { code, stdout } = await cli.ran(['check', '--all', ...fast], { fetch })
  expect([code, stdout.split('\n')[1]]).toEqual([0, expect.stringMatching(/ms for the first page, not complete$/)])
  expect(stdout).toMatch(
    /^ {2}\d+: the service answers 429 again and again[^\n]*\n(?: {6}[^\n]+\n)*? {6}a page that is no number: first\n/m,
  )
})

test('mock --assumptions reads a file of check --save, and the exit code of check --against says whether the service has changed', async () => {
  await using folder = await temporaryFolder()
  const saved = folder.file('service.json')
  const cli = commandLine({ events: 3, assumptions: { notFound: 403, totals: 'absent' } })
  expect((await cli.ran(['check', '--save', saved, ...fast])).code).toBe(0)
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
    assumptions: { notFound: 403, totals: 'absent', order: 'oldest first' },
  })
  const same = await cli.ran(['check', '--against', saved, ...fast])
  expect(same).toMatchObject({ code: 0, stderr: '' })
  expect(same.stdout).toMatch(new RegExp(`^no change since ${saved}\\n\\n\\d+ as assumed`))
  const changed = commandLine({ events: 3, assumptions: { notFound: 403 } })
  const against = async (...flags: string[]) => {
    const { code, stdout } = await changed.ran(['check', '--against', saved, ...flags, ...fast])
    expect(code).toBe(4)
    return stdout
  }
  const change = 'total_pages and total_records: was absent, and is present'
  expect(await against()).toMatch(`1 assumption has changed since ${saved}\n  ${change}\n\n`)
  expect(await against('--markdown')).toMatch(`**1 assumption has changed since ${saved}**\n\n- ${change}\n\n`)
  expect(JSON.parse(await against('--json')).changes).toEqual([change])
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
    const { code, stdout } = await cli.ran(['check', '--against', file, ...fast])
    expect([code, stdout]).toEqual([0, expect.stringContaining(`no change since ${file}\n`)])
    await using served = await mock('--assumptions', file, '--events', '2')
    const headers = { 'OSDI-API-Token': served.keys.group }
    expect((await fetch(`${served.url}/api/v2/events/unknown`, { headers })).status).toBe(403)
  }
  for (const [text, path] of [
    [stdout.replace('"service": 403', '"service": 410'), 'findings\\[\\d+\\]\\.service'],
    ['{ "notFound": 410 }', 'notFound'],
  ] as const) {
    writeFileSync(file, text)
    const problem = `${path}: must be one of `
    expectWrong(await ran(['mock', '--port', '0', '--assumptions', file]), new RegExp(`--assumptions: ${problem}`))
    expectWrong(await cli.ran(['check', '--against', file]), new RegExp(`--against: assumptions\\.${problem}`))
  }
})

test('check prints one error line for a wrong key, an address without a service, or a wrong file', async () => {
  const cli = commandLine()
  expect(
    await cli.ran(['check', ...fast], { env: { EVENTS_BASE_URL: cli.service.baseUrl, EVENTS_API_KEY: 'wrong' } }),
  ).toMatchObject({
    code: 3,
    stderr: 'error: the API key: the service refuses it with status 403\n',
  })
  const down = async () => Promise.reject(new TypeError('fetch failed'))
  const { code, stderr } = await cli.ran(['check', ...fast], { fetch: down })
  expect([code, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(/^error: --base-url: /)]])
  await using folder = await temporaryFolder()
  const broken = folder.file('broken.json')
  writeFileSync(broken, '[')
  expectWrong(
    await cli.ran(['check', '--against', broken]),
    /--against: .* is not a file from osdi-events check --save/,
  )
  expectWrong(await ran(['mock', '--port', '0', '--assumptions', `${broken}.none`]), /--assumptions: .* cannot be read/)
})
