import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { commandLine, expectWrong, ran } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const event = (number: number, title: string) =>
  `${JSON.stringify({ identifiers: [`calendar:${number}`], title, origin_system: 'Calendar' })}\n`

/** Bytes as an old program or a spreadsheet saves them. */
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const utf16BigEndian = (text: string) => utf16(text).swap16()

const titlesOf = async (cli: ReturnType<typeof commandLine>) =>
  (await cli.events()).map((each) => Reflect.get(each, 'title'))

test.for([['create'], ['update', '7'], ['upsert']])(
  'a command refuses JSON on standard input that is not UTF-8, with its line and byte: %s',
  async (args) => {
    const cli = commandLine({ events: 0 })
    const input = latin1('{"origin_system":"Calendar",\n"title":"F\u00eate"}')
    expectWrong(await cli.ran(args, { input }), /^error: standard input is not UTF-8 \(line 2, byte 11\)/)
    expect(cli.service.requests).toEqual([])
  },
)

test('upsert --ndjson stops at a line that is not UTF-8, and names its line and byte', async () => {
  const cli = commandLine({ events: 0 })
  const input = Buffer.concat([Buffer.from(event(1, 'Fête')), latin1(event(2, 'Fête')), Buffer.from(event(3, 'Fair'))])
  const { code, stdout, stderr } = await cli.ran(['upsert', '--ndjson'], { input })
  expect(stdout).toMatch(/^line 1: created \S+\n$/)
  expect(stderr).toMatch(/1 event created\n/)
  const byte = event(2, 'Fête').indexOf('ê') + 1
  expect(stderr).toContain(`\nerror: standard input is not UTF-8 (line 2, byte ${byte})\n  save it as UTF-8\n`)
  expect(code).toBe(2)
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
    const body = Buffer.from(event(3, 'Ümläut'))
    expect(await cli.ran(['create'], { stdin: Readable.from([...body].map((byte) => Buffer.of(byte))) })).toMatchObject(
      {
        code: 0,
      },
    )
    expect(await titlesOf(cli)).toEqual(['Fête 🎉 für 漢字', '🎉', 'Ümläut'])
  }
})

test('a command refuses standard input that ends within a character', async () => {
  const cli = commandLine({ events: 0 })
  const cut = Buffer.from('{"title":"Fête').subarray(0, -3)
  expectWrong(await cli.ran(['create'], { input: cut }), /standard input is not UTF-8 \(line 1, byte 12\)/)
  expectWrong(await cli.ran(['upsert', '--ndjson'], { input: cut }), /standard input is not UTF-8 \(line 1, byte 12\)/)
})

test.for([
  ['UTF-16', utf16],
  ['UTF-16', utf16BigEndian],
  ['UTF-32', (text: string) => Buffer.concat([Buffer.of(0xff, 0xfe, 0, 0), Buffer.from(text, 'utf16le')])],
] as const)('the error for standard input in %s names that encoding', async ([name, encoded]) => {
  const cli = commandLine({ events: 0 })
  for (const args of [['create'], ['upsert', '--ndjson']])
    expectWrong(
      await cli.ran(args, { input: encoded(event(1, 'Picnic')) }),
      new RegExp(`^error: standard input is ${name}, not UTF-8\n  save it as UTF-8\\n$`),
    )
  expect(cli.service.requests).toEqual([])
})

test.for([
  ['a JSON object', ['create'], event(1, 'Fête')],
  ['lines', ['upsert', '--ndjson'], event(1, 'Fête')],
] as const)('a byte order mark before %s on standard input is ignored', async ([, args, text]) => {
  const cli = commandLine({ events: 0 })
  expect(await cli.ran(args, { input: `\ufeff${text}` })).toMatchObject({ code: 0 })
  expect(await titlesOf(cli)).toEqual(['Fête'])
})

const files: readonly (readonly [flag: string, args: (file: string, out: string) => readonly string[]])[] = [
  ['--key-file', (file) => ['list', '--key-file', file]],
  ['--cursor', (file, out) => ['export', '--cursor', file, '--out', out]],
  ['--resume', (file) => ['upsert', '--ndjson', '--resume', file]],
  ['--against', (file) => ['check', '--against', file]],
  ['--assumptions', (file) => ['mock', '--port', '0', '--assumptions', file]],
  ['--state', (file) => ['mock', '--port', '0', '--state', file]],
]

test.for(files)('the file of %s is refused if it is not UTF-8, with its name, line and byte', async ([flag, args]) => {
  const cli = commandLine({ events: 0 })
  await using folder = await temporaryFolder()
  const file = folder.file('file')
  writeFileSync(file, latin1('{"a":1,\n"b":"\u00e9"}'))
  const { code, stdout, stderr } = await cli.ran(args(file, folder.file('out')))
  expect(stderr).toBe(`error: ${flag}: ${file} is not UTF-8 (line 2, byte 6)\n  save it as UTF-8\n`)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  writeFileSync(file, utf16('{}'))
  expectWrong(
    await cli.ran(args(file, folder.file('out'))),
    new RegExp(`${flag}: \\S+ is UTF-16, not UTF-8\\n  save it`),
  )
  expect(cli.service.requests).toEqual([])
})

test('export --resume refuses a state file that is not UTF-8, with its line and byte', async () => {
  const cli = commandLine({ events: 0 })
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  writeFileSync(`${out}.part.json`, latin1('{"format":1,"of":"\u00e9"}'))
  expectWrong(
    await cli.ran(['export', '--out', out, '--resume']),
    /--resume: \S+events\.part\.json is not UTF-8 \(line 1, byte 19\)/,
  )
})

test('a byte order mark in a file that a flag names is ignored', async () => {
  const cli = commandLine({ events: 1 })
  await using folder = await temporaryFolder()
  const file = folder.file('file')
  writeFileSync(file, `\ufeff${cli.key}\n`)
  expect(await cli.ran(['list', '--key-file', file], { env: { EVENTS_API_KEY: '' } })).toMatchObject({ code: 0 })
  writeFileSync(file, '\ufeff2026-05-01T00:00:00Z\n')
  expect(await cli.ran(['export', '--cursor', file, '--out', folder.file('out')])).toMatchObject({ code: 0 })
  writeFileSync(file, '\ufeff{"notFound":404}')
  expect(await cli.ran(['check', '--against', file, '--rate-limit', '1000000'])).toMatchObject({ code: 0 })
})

test('a command refuses an argument that is not UTF-8', async () => {
  const cli = commandLine({ events: 0 })
  const args = ['create', '--origin-system', 'Calendar', '--title', 'F\ufffdte']
  expectWrong(await cli.ran(args), /^error: an argument is not UTF-8: F\ufffdte\n$/)
  expect(cli.service.requests).toEqual([])
  // mock passes the arguments after -- on unchanged.
  const beside = ['mock', '--port', '0', '--', 'no-such-command\ufffd']
  expect((await ran(beside)).code).toBe(127)
})

test('upsert --ndjson sends a line of 16 MiB, and stops at a longer line', async () => {
  const cli = commandLine({ events: 0 })
  // Small chunks: reading would take minutes if the work per chunk grew with the line.
  const piece = Buffer.alloc(4 * 1024, 'x')
  const long = (pieces: number) =>
    Readable.from([Buffer.from(event(1, 'Picnic')), ...Array.from({ length: pieces }, () => piece), Buffer.from('\n')])
  const whole = await cli.ran(['upsert', '--ndjson'], { stdin: long(4096) })
  expect(whole).toMatchObject({ code: 1, stderr: expect.stringContaining('line 2: the line is not JSON') })
  const longer = await cli.ran(['upsert', '--ndjson'], { stdin: long(4097) })
  expect(longer.stdout).toMatch(/^line 1: unchanged \S+\n$/)
  expect(longer.stderr).toMatch(/error: standard input: line 2 is longer than 16 MiB[^\n]*\n$/)
  expect(longer.code).toBe(2)
  expectWrong(await cli.ran(['create'], { stdin: long(4097) }), /standard input is longer than 16 MiB/)
})
