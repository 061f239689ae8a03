import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { osdiEvents, ran } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

const node = process.execPath
const isPosix = process.platform !== 'win32'

/** A command that fetches from the service and prints what it sees. */
const lookAround = `
  const { EVENTS_BASE_URL: url, EVENTS_API_KEY: group, EVENTS_INDIVIDUAL_KEY: individual, KEPT: kept } = process.env
  const totals = []
  for (const key of [group, individual]) {
    const answer = await fetch(url + '/api/v2/events', { headers: { 'OSDI-API-Token': key } })
    totals.push((await answer.json()).total_records)
  }
  console.log(JSON.stringify({ url, group, totals, kept, args: process.argv.slice(1) }))
`

test('mock -- COMMAND runs the command with the address and keys of the service in its environment, and stops the service afterwards', async () => {
  const command = [node, '--input-type=module', '-e', lookAround, '--', '--port', '1', 'a b', '--help']
  await using running = osdiEvents(['mock', '--events', '4', '--group-key', 'mine', '--', ...command], { KEPT: 'yes' })
  const { code, stdout, stderr } = await running.ended
  const told = JSON.parse(stdout)
  expect(told).toEqual({
    group: 'mine',
    url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    totals: [4, 0],
    kept: 'yes',
    args: ['--port', '1', 'a b', '--help'],
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  await expect(fetch(told.url)).rejects.toThrow('fetch failed')
})

test('mock -- COMMAND passes standard input, output and error to the command', async () => {
  await using running = osdiEvents(['mock', '--', node, '-e', 'process.stdin.pipe(process.stdout); console.error("e")'])
  running.process.stdin?.end('what was typed')
  expect(await running.ended).toMatchObject({ code: 0, stdout: 'what was typed', stderr: 'e\n' })
})

test.runIf(isPosix).for([
  ['process.exitCode = 7', 7],
  ["process.kill(process.pid, 'SIGKILL')", 137],
] as const)('mock -- COMMAND whose command ends with %s exits with code %i', async ([script, code]) => {
  expect(await ran('mock', '--', node, '-e', script)).toEqual({ code, signal: null, stdout: '', stderr: '' })
})

test.runIf(isPosix).for([
  ['no-such-command', 127, /^error: command not found: no-such-command\n$/],
  [import.meta.filename, 126, /^error: \S+beside\.test\.ts cannot be run: [^\n]+\n$/],
] as const)(
  'mock -- COMMAND prints one line and exits with a code of its own if the command cannot run: %s',
  async ([command, code, says]) => {
    const ended = await ran('mock', '--', command, '--flag')
    expect(ended).toEqual({ code, signal: null, stdout: '', stderr: expect.stringMatching(says) })
  },
)

test.runIf(isPosix)('mock -- COMMAND forwards signals to the command, and exits with its exit code', async () => {
  const stubborn = `
    let count = 0
    for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => { console.log('signal', ++count); if (count === 2) process.exit(5) })
    setTimeout(() => {}, 300_000)
    console.log('ready')
  `
  await using running = osdiEvents(['mock', '--', node, '-e', stubborn])
  await running.until('stdout', /ready/)
  running.kill('SIGINT')
  await running.until('stdout', /signal 1/)
  running.kill('SIGTERM')
  expect(await running.ended).toMatchObject({ code: 5, stdout: 'ready\nsignal 1\nsignal 2\n' })
})

test('mock --state -- COMMAND saves the state at the end of the command', async () => {
  await using kept = await temporaryFolder()
  const script = `fetch(process.env.EVENTS_BASE_URL + '/api/v2/events', {
    method: 'POST',
    headers: { 'OSDI-API-Token': process.env.EVENTS_API_KEY, 'Content-Type': 'application/json' },
    body: JSON.stringify({ title: 'Kept', origin_system: 'Calendar' }),
  })`
  await using running = osdiEvents(['mock', '--state', kept.file('state.json'), '--', process.execPath, '-e', script])
  expect(await running.ended).toMatchObject({ code: 0 })
  expect(readFileSync(kept.file('state.json'), 'utf8')).toContain('"Kept"')
})
