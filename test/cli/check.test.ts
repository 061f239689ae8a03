import { readFileSync, writeFileSync } from 'node:fs'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { Interrupted } from '../../src/cli/io.ts'
import { commandLine, expectWrong, mock, ran } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const fast = ['--rate-limit', '1000000']

test('check prints a table with differences first, then equal settings, then the assumptions to test by hand', async () => {
  const cli = commandLine({ events: 30, assumptions: { notFound: 403, order: 'newest first' } })
  const { code, stdout, stderr } = await cli.ran(['check', ...fast])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  const [summary, , head, ...lines] = stdout.split('\n')
  expect(summary).toMatch(/, v2: \d+ requests, \d+ ms for the first page$/)
  expect(head).toMatch(/^ +what +mock +service$/)
  expect(lines.slice(0, 2).map((line) => line.split(/ {2,}/))).toEqual([
    ['different', 'notFound', '404', '403'],
    ['different', 'order', '"oldest first"', '"newest first"'],
  ])
  expect(stdout).toMatch(/^by hand +methodNotAllowed +405 +DELETE an event of your own/m)
  expect(cli.service.requests.every(({ method }) => method === 'GET')).toBe(true)
})

test('check prints JSON with --json, and Markdown with --markdown', async () => {
  const cli = commandLine({ events: 3 })
  const report = JSON.parse((await cli.ran(['check', '--json', '--api', 'v1', ...fast])).stdout)
  expect(report).toMatchObject({ api: 'v1', complete: true, assumptions: { notFound: 404 } })
  const { stdout } = await cli.ran(['check', '--markdown', ...fast])
  expect(stdout).toMatch(/\n\| {2}\| what \| mock \| service \|\n\|---\|---\|---\|---\|\n\| same \| /)
})

test('check says that its report is incomplete when the service refuses requests', async () => {
  const cli = commandLine({ events: 3 })
  const fetch: typeof globalThis.fetch = async (input, init) =>
    new URL(input instanceof Request ? input.url : String(input)).search === '?page=0'
      ? new Response('', { status: 429, headers: { 'Retry-After': '0' } })
      : cli.service.fetch(input, init)
  const { code, stdout } = await cli.ran(['check', ...fast], { fetch })
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/ms for the first page, not complete$/)])
  expect(stdout).toMatch(/^cannot tell +invalidPage +"first" +the service answers 429 again and again/m)
})

test('an interrupted check at a terminal ends its progress line', async () => {
  const cli = commandLine({ events: 3 })
  const interruption = new AbortController()
  let requests = 0
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests += 1
    if (requests > 8) interruption.abort(new Interrupted('SIGINT'))
    return cli.service.fetch(input, init)
  }
  const terminal = Object.assign(new PassThrough(), { isTTY: true })
  const { code } = await cli.ran(['check', ...fast], { fetch, stderr: terminal, signal: interruption.signal })
  expect([code, String(terminal.read())]).toEqual([130, expect.stringMatching(/\d requests\n$/)])
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
  expect(await cli.ran(['check', '--against', saved, ...fast])).toMatchObject({ code: 0, stderr: '' })
  const changed = commandLine({ events: 3, assumptions: { notFound: 403 } })
  expect(await changed.ran(['check', '--against', saved, ...fast])).toMatchObject({
    code: 3,
    stderr: 'osdi-events: totals was absent, and is present\n',
  })
  await using served = await mock('--assumptions', saved, '--events', '2')
  const page = await fetch(`${served.url}/api/v2/events`, { headers: { 'OSDI-API-Token': served.keys.group } })
  expect(await page.json()).not.toHaveProperty('total_records')
})

test('check prints one line for a wrong key, an address without a service, or a wrong file', async () => {
  const cli = commandLine()
  expect(
    await cli.ran(['check', ...fast], { env: { EVENTS_BASE_URL: cli.service.baseUrl, EVENTS_API_KEY: 'wrong' } }),
  ).toMatchObject({
    code: 3,
    stderr: 'osdi-events: the API key: the service refuses it with status 403\n',
  })
  const down = async () => Promise.reject(new TypeError('fetch failed'))
  const { code, stderr } = await cli.ran(['check', ...fast], { fetch: down })
  expect([code, stderr.trimEnd().split('\n')]).toEqual([1, [expect.stringMatching(/^osdi-events: --base-url: /)]])
  await using folder = await temporaryFolder()
  const broken = folder.file('broken.json')
  writeFileSync(broken, '[')
  expectWrong(
    await cli.ran(['check', '--against', broken]),
    /--against: .* is not a file from osdi-events check --save/,
  )
  expectWrong(await ran(['mock', '--port', '0', '--assumptions', `${broken}.none`]), /--assumptions: .* cannot be read/)
})
