import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { commandLine, ran } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const event = (number: number, title: string) =>
  `${JSON.stringify({ identifiers: [`calendar:${number}`], title, origin_system: 'Calendar' })}\n`

const titlesOf = async (cli: ReturnType<typeof commandLine>) =>
  (await cli.events()).map((each) => Reflect.get(each, 'title'))

test('upsert --ndjson sends the lines before one that is not UTF-8, and names the place of the wrong byte', async () => {
  const cli = commandLine({ events: 0 })
  const wrong = Buffer.from(event(2, 'Fête'), 'latin1')
  const input = Buffer.concat([Buffer.from(event(1, 'Fête')), wrong, Buffer.from(event(3, 'Fair'))])
  const { code, stdout, stderr } = await cli.ran(['upsert', '--ndjson'], { input })
  expect({ code, lines: stdout.match(/^line \d: \w+/gm) }).toEqual({ code: 2, lines: ['line 1: created'] })
  expect(stderr).toContain(`(line 2, byte ${event(2, 'Fête').indexOf('ê') + 1})`)
  expect(await titlesOf(cli)).toEqual(['Fête'])
})

test('a command reads standard input in chunks that split a character', async () => {
  const text = `\ufeff${event(1, 'Fête 🎉 für 漢字')}${event(2, '🎉')}`
  for (const size of [1, 2, 3, 5]) {
    const cli = commandLine({ events: 0 })
    const bytes = Buffer.from(text)
    const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, at * size + size),
    )
    expect(await cli.ran(['upsert', '--ndjson'], { stdin: Readable.from(pieces) })).toMatchObject({ code: 0 })
    const single = [...Buffer.from(event(3, 'Ümläut'))].map((byte) => Buffer.of(byte))
    expect(await cli.ran(['create'], { stdin: Readable.from(single) })).toMatchObject({ code: 0 })
    expect(await titlesOf(cli)).toEqual(['Fête 🎉 für 漢字', '🎉', 'Ümläut'])
  }
})

test('a byte order mark is ignored: on standard input, and in a file that a flag names', async () => {
  const cli = commandLine({ events: 0 })
  for (const args of [['create'], ['upsert', '--ndjson']])
    expect(await cli.ran(args, { input: `\ufeff${event(args.length, 'Fête')}` })).toMatchObject({ code: 0 })
  expect(await titlesOf(cli)).toEqual(['Fête', 'Fête'])
  await using folder = await temporaryFolder()
  const file = folder.file('file')
  writeFileSync(file, `\ufeff${cli.key}\n`)
  expect(await cli.ran(['list', '--key-file', file], { env: { EVENTS_API_KEY: '' } })).toMatchObject({ code: 0 })
  writeFileSync(file, '\ufeff2026-05-01T00:00:00Z\n')
  expect(await cli.ran(['export', '--cursor', file, '--out', folder.file('out')])).toMatchObject({ code: 0 })
  writeFileSync(file, '\ufeff{"notFound":404}')
  expect(await cli.ran(['check', '--against', file, '--rate-limit', '1000000'])).toMatchObject({ code: 0 })
})

test('mock passes arguments after -- on, also those that are not UTF-8', async () => {
  expect((await ran(['mock', '--port', '0', '--', 'no-such-command\ufffd'])).code).toBe(127)
})

test('upsert --ndjson sends a line of 16 MiB, and stops at a longer line', async () => {
  const cli = commandLine({ events: 0 })
  // Small chunks: reading would take minutes if the work per chunk grew with the line.
  const piece = Buffer.alloc(4 * 1024, 'x')
  const long = (pieces: number) =>
    Readable.from([Buffer.from(event(1, 'Picnic')), ...Array.from({ length: pieces }, () => piece), Buffer.from('\n')])
  // The line arrives, and only its content is wrong.
  const whole = await cli.ran(['upsert', '--ndjson', '--json'], { stdin: long(4096) })
  expect([whole.code, whole.stdout.match(/"result":"\w+"/g)]).toEqual([1, ['"result":"created"', '"result":"failed"']])
  const longer = await cli.ran(['upsert', '--ndjson'], { stdin: long(4097) })
  expect([longer.code, longer.stdout.match(/^line \d: \w+/gm)]).toEqual([2, ['line 1: unchanged']])
  expect(await cli.ran(['create'], { stdin: long(4097) })).toMatchObject({ code: 2, stdout: '' })
})
