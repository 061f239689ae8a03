import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { commandLine, linesOf } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

type FilterSupport = 'honoured' | 'ignored' | 'by day' | 'dropped from next' | 'refused'

/** A service with thirty events, and three that were changed after a moment. */
async function changed(filter: FilterSupport, perPage = 10) {
  const cli = commandLine({ events: 30, perPage, assumptions: { filter } })
  const { clock } = cli.service
  const ids = (await cli.events()).map((event) => String(Reflect.get(event, 'identifiers')[0]).replace('platform:', ''))
  // On the same day.
  cli.service.updateEvent(ids[7] ?? '', { title: 'Of this morning' })
  clock.advance('PT1H')
  const since = new Date(clock.now()).toISOString()
  clock.advance('PT1H')
  for (const index of [3, 14, 29]) cli.service.updateEvent(ids[index] ?? '', { title: `New ${index}` })
  return { cli, since }
}

const titlesIn = (events: unknown): unknown[] =>
  (events as object[]).map((event) => Reflect.get(event, 'title') ?? Reflect.get(event, 'summary'))

const all = ['New 3', 'New 14', 'New 29']
const heedings = ['honoured', 'ignored', 'by day', 'dropped from next'] as const

test.for(heedings.flatMap((filter) => (['v1', 'v2'] as const).map((api) => [api, filter] as const)))(
  'list and export --changed-since print only changed events: %s, with the assumption filter "%s"',
  async ([api, filter]) => {
    const { cli, since } = await changed(filter)
    const flags = ['--api', api, '--changed-since', since]
    const listed = await cli.ran(['list', '--json', ...flags])
    expect(titlesIn(JSON.parse(listed.stdout))).toEqual(all)
    const said =
      'warning: --changed-since: the service also sent events without a change since then; they are left out\n'
    const isIgnored = filter === 'ignored' || filter === 'by day'
    expect(listed).toMatchObject({ code: 0, stderr: isIgnored ? said : '' })
    const exported = await cli.ran(['export', ...flags])
    expect(titlesIn(linesOf(exported.stdout))).toEqual(all)
    expect(exported).toMatchObject({ code: 0, stderr: '' })
  },
)

test('--max with --changed-since counts only changed events', async () => {
  const { cli, since } = await changed('ignored')
  const { stdout, stderr } = await cli.ran(['list', '--json', '--changed-since', since, '--max', '2'])
  expect(titlesIn(JSON.parse(stdout))).toEqual(all.slice(0, 2))
  expect(stderr).toContain('showing the first 2 events; there are more (all: --max Infinity)\n')
})

test('--filter is sent unchanged', async () => {
  const { cli } = await changed('honoured')
  for (const args of [
    ['list', '--json'],
    ['export', '--format', 'json'],
  ]) {
    const { code, stdout, stderr } = await cli.ran([...args, '--filter', "title eq 'New 14' or title eq 'New 3'"])
    expect(titlesIn(JSON.parse(stdout))).toEqual(['New 3', 'New 14'])
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
})

test('a --filter that the service refuses exits with the error of the service', async () => {
  const { cli, since } = await changed('refused')
  for (const flags of [
    ['--filter', "title eq 'New 3'"],
    ['--changed-since', since],
  ]) {
    expect(await cli.ran(['list', ...flags])).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: GET \S+ answered 400: /),
    })
  }
})

test('export --changed-since --resume continues an earlier run, and refuses a run with another --changed-since or --filter', async () => {
  const { cli, since } = await changed('ignored')
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  const args = ['export', '--out', out, '--resume', '--prefetch', '0']
  cli.fault({ nth: 3, effect: { kind: 'status', status: 501 } })
  const failed = await cli.ran([...args, '--changed-since', since])
  expect(failed.stderr).toContain('\n  to continue, run the same command with --resume\n')
  cli.service.faults.clear()
  expect(await cli.ran(args)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('started with --changed-since'),
  })
  cli.service.requests.clear()
  expect(await cli.ran([...args, '--changed-since', since])).toMatchObject({ code: 0, stderr: '' })
  expect(titlesIn(linesOf(readFileSync(out, 'utf8')))).toEqual(all)
  expect(cli.service.requests.length).toBeLessThan(3)
})
