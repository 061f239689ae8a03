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
      .replace(/^\d+ as expected/, 'N as expected')
      .replace(/\d+ not tested/, 'N not tested')
      .replaceAll(/^ {2}\d+ because/gm, '  N because'),
  ).toBe(`\
N as expected · 2 differ · N not tested
${cli.service.baseUrl}, version 2: 20 requests, N ms for the first page
compared with the documented service

What this means for the client
  reads events            yes
  finds one event         slowly: it reads the whole list
  knows when a list ends  yes: lists name their total
  writes                  not tried: this command sends only GET

What differs
  status for an id that does not exist
      expected: 404
      service: 403
  order of the list
      expected: oldest first
      service: newest first

What was not tested
  N because the service applies no filter, or the key has no event
  N because version 2 does not have it
  N because no event has a tag_list
  N because the check sends only GET; --all says how to test them

To do: save the findings with --save, and test your program with them.
`)
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('check --all also prints assumptions to test by hand, and assumptions that are right', async () => {
  const cli = commandLine({ events: 30 })
  const { stdout } = await cli.ran(['check', '--all', ...fast])
  expect(stdout).toMatch(
    /\n {2}status for DELETE, expected: 405\n {6}DELETE an event of your own; look at the status and Allow\n/,
  )
  expect(stdout).toMatch(/\n\nWhat is as expected\n {2}status for a key that is missing or wrong: 403\n/)
  expect(stdout).not.toMatch(/--all|ownTwin/)
  expect(stdout).toMatch(/\n\nNothing to do: [^\n]+\n$/)
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
  expect(stdout).toMatch(/^\*\*\d+ as expected · 0 differ · \d+ not tested\*\*\n\n/)
  expect(stdout).toMatch(/\n- finds one event: slowly: it reads the whole list\n/)
  expect(stdout).toMatch(
    /\n### What was not tested\n\n\| what \| expected \| why, or how to test it \|\n\|---\|---\|---\|\n(?:\|[^\n]*\n)*\| status for DELETE \| 405 \| /,
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
    /^ {2}\d+ because the service answers 429 again and again[^\n]*\n(?: {6}[^\n]+\n)*? {6}a page that is no number, expected: first\n/m,
  )
})

test('mock --assumptions reads a file of check --save, and the exit code of check --against says whether the service has changed', async () => {
  await using folder = await temporaryFolder()
  const saved = folder.file('service.json')
  const cli = commandLine({ events: 3, assumptions: { notFound: 403, totals: 'absent' } })
  expect((await cli.ran(['check', '--save', saved, ...fast])).code).toBe(0)
  expect(JSON.parse(readFileSync(saved, 'utf8'))).toMatchObject({
    notFound: 403,
    totals: 'absent',
    order: 'oldest first',
  })
  const same = await cli.ran(['check', '--against', saved, ...fast])
  expect(same).toMatchObject({ code: 0, stderr: '' })
  expect(same.stdout).toMatch(new RegExp(`^no change since ${saved}\\n\\n\\d+ as expected`))
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
