import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { struck } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'
import { cliService } from './cli-service.ts'

// Each test starts programs of its own.

test('every command works as built, with its streams, environment and exit code', async () => {
  await using cli = await cliService('--events', '2')
  const made = await cli.ran(['create', '--json'], { input: '{"title":"Picnic","origin_system":"Calendar"}' })
  const [id = ''] = /(?<=platform:)[\da-f-]{36}/.exec(made.stdout) ?? []
  for (const [args, printed] of [
    [['update', id, '--title', 'Moved'], /^title +Moved$/m],
    [['get', id], /^title +Moved$/m],
    [['list'], /Moved/],
    [['export'], /"title":"Moved"/],
  ] as const) {
    const { code, stdout, stderr } = await cli.ran(args)
    expect(stdout).toMatch(printed)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  }
  expect(await cli.ran(['list', '--max', '0'])).toMatchObject({ code: 2, stdout: '' })
  expect(await cli.ran(['list'], { env: { EVENTS_API_KEY: 'a-wrong-key' } })).toMatchObject({ code: 3, stdout: '' })
})

test('an export that SIGTERM ends and one that is killed are gone on with by --resume', async () => {
  await using cli = await cliService('--events', '60')
  await using folder = await temporaryFolder()
  const args = ['export', '--out', folder.file('events.ndjson'), '--resume', '--prefetch', '0']
  await cli.fault({ nth: 3, effect: { kind: 'no-answer' } })
  await using running = cli.start(args)
  await struck(cli.service)
  running.kill('SIGTERM')
  expect(await running.ended).toMatchObject({
    code: 143,
    stdout: '',
    stderr: expect.stringContaining('--resume goes on'),
  })
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  await cli.fault({ effect: { kind: 'no-answer' } })
  await using again = cli.start(args)
  await struck(cli.service)
  again.kill('SIGKILL')
  expect(await again.ended).toMatchObject({ signal: 'SIGKILL' })
  await fetch(`${cli.service.url}/_mock/faults`, { method: 'DELETE' })
  expect(await cli.ran(args)).toMatchObject({ code: 0, stderr: '' })
  expect(readFileSync(folder.file('events.ndjson'), 'utf8').split('\n')).toHaveLength(61)
  expect(readdirSync(folder.path)).toEqual(['events.ndjson'])
})

test('a reader who has enough ends it quietly', async () => {
  await using cli = await cliService('--events', '3000')
  await using running = cli.start(['export'])
  await running.until('stdout', /\n/)
  running.process.stdout?.destroy()
  expect(await running.ended).toMatchObject({ code: 0, signal: null, stderr: '' })
})
