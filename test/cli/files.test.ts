import {
  chmodSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import nodeFs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commandLine, expectWrong } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'
import { MemoryFiles, steppingClock } from '../support/memory-files.ts'

const onPosix = test.runIf(process.platform !== 'win32')

const event = (number: number) =>
  `${JSON.stringify({ identifiers: [`calendar:${number}`], title: `Picnic ${number}`, origin_system: 'Calendar' })}\n`

/** Every file that the command line writes under a name that a flag gives: what writes it, and what it may hold before. */
const written: readonly (readonly [
  flag: string,
  args: (file: string, out: string) => readonly string[],
  before: string,
])[] = [
  ['--out', (file) => ['export', '--out', file], 'of last night'],
  ['--cursor', (file, out) => ['export', '--cursor', file, '--out', out], '2020-01-01T00:00:00Z\n'],
  ['--resume', (file) => ['upsert', '--ndjson', '--resume', file], ''],
  ['--save', (file) => ['check', '--save', file, '--rate-limit', '1000000'], '{}'],
]

onPosix.for(written)('a symbolic link in the place of the file of %s is refused, and left', async ([flag, args]) => {
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  const file = folder.file('file')
  for (const target of ['precious', 'nowhere']) {
    writeFileSync(folder.file('precious'), 'kept')
    symlinkSync(target, file)
    expectWrong(
      await cli.ran(args(file, folder.file('out')), { input: event(1) }),
      new RegExp(`^error: ${flag}: \\S+/file `),
    )
    expect([readlinkSync(file), readFileSync(folder.file('precious'), 'utf8')]).toEqual([target, 'kept'])
    expect(readdirSync(folder.path).sort()).toEqual(['file', 'precious'])
    await nodeFs.rm(file)
  }
  expect(cli.service.requests).toEqual([])
})

onPosix.for(written)('a file of %s that has another name too is refused, and left', async ([flag, args]) => {
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  const file = folder.file('file')
  writeFileSync(file, 'kept')
  linkSync(file, folder.file('another'))
  expectWrong(
    await cli.ran(args(file, folder.file('out')), { input: event(1) }),
    new RegExp(`^error: ${flag}: \\S+/file `),
  )
  expect([lstatSync(file).nlink, readFileSync(file, 'utf8')]).toEqual([2, 'kept'])
  expect(cli.service.requests).toEqual([])
})

onPosix.for(written.filter(([flag]) => flag !== '--resume'))(
  'the file of %s keeps its mode, and the new one is never open to others',
  async ([, args, before]) => {
    const cli = commandLine({ events: 3 })
    await using folder = await temporaryFolder()
    const file = folder.file('file')
    for (const mode of [0o600, 0o640, 0o664]) {
      writeFileSync(file, before)
      chmodSync(file, mode)
      const begun: number[] = []
      const fs = {
        ...nodeFs,
        rename: async (from: string, to: string) => {
          if (to === file) begun.push(statSync(from).mode & 0o777 & ~mode)
          await nodeFs.rename(from, to)
        },
      }
      expect(await cli.ran(args(file, folder.file('out')), { fs })).toMatchObject({ code: 0 })
      expect(readFileSync(file, 'utf8')).not.toBe(before)
      expect([statSync(file).mode & 0o777, begun]).toEqual([mode, [0]])
    }
  },
)

onPosix('an export that is gone on with keeps the mode of the file that it replaces', async () => {
  const cli = commandLine({ events: 20, perPage: 10 })
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  writeFileSync(out, 'of last night')
  chmodSync(out, 0o440)
  cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 1 })
  expect(statSync(`${out}.part`).mode & 0o077).toBe(0)
  cli.service.faults.clear()
  expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 0 })
  expect(statSync(out).mode & 0o777).toBe(0o440)
})

onPosix('a state of --resume keeps its mode while it is written again and again', async () => {
  const cli = commandLine({ events: 0 })
  await using folder = await temporaryFolder()
  const state = folder.file('state')
  const args = ['upsert', '--ndjson', '--resume', state]
  cli.fault({ method: 'POST', nth: 2, times: 9, effect: { kind: 'status', status: 501 } })
  await cli.ran(args, { input: event(1) + event(2) })
  chmodSync(state, 0o600)
  cli.service.faults.clear()
  cli.fault({ method: 'POST', nth: 2, times: 9, effect: { kind: 'status', status: 501 } })
  await cli.ran(args, { input: event(1) + event(2) + event(3) })
  expect([JSON.parse(readFileSync(state, 'utf8')).lines, statSync(state).mode & 0o777]).toEqual([2, 0o600])
})

test.for(written)(
  'a command sends no request when the folder for the file of %s is not writable',
  async ([flag, args]) => {
    const cli = commandLine({ events: 3 })
    await using folder = await temporaryFolder()
    mkdirSync(folder.file('closed'))
    // root may write everywhere.
    const access = async (path: string) => {
      if (path.endsWith('closed')) throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
    }
    const ended = await cli.ran(args(folder.file('closed/file'), folder.file('out')), {
      fs: { ...nodeFs, access },
      input: event(1),
    })
    expectWrong(ended, new RegExp(`^error: ${flag}: .*closed \\(EACCES\\)\\n$`))
    expect(cli.service.requests).toEqual([])
  },
)

test('export --cursor exits with code 1 when it cannot write the cursor, and all events are in the output', async () => {
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  const [out, cursor] = [folder.file('events'), folder.file('cursor')]
  const rename = async (from: string, to: string) => {
    if (to === cursor) throw Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' })
    await nodeFs.rename(from, to)
  }
  expect(await cli.ran(['export', '--cursor', cursor, '--out', out], { fs: { ...nodeFs, rename } })).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringMatching(/^error: --cursor: /) },
  })
  expect(readFileSync(out, 'utf8').split('\n')).toHaveLength(4)
})

test('a second upsert with the same --resume file is refused while the first runs', async () => {
  const cli = commandLine({ events: 0 })
  await using folder = await temporaryFolder()
  const state = folder.file('state')
  const args = ['upsert', '--ndjson', '--resume', state]
  const waiting = cli.fault({ method: 'POST', nth: 2, effect: { kind: 'no-answer' } })
  await using first = cli.start(args, { input: event(1) + event(2) })
  await waiting.applied()
  const count = cli.service.requests.length
  expect(await cli.ran(args, { input: event(1) + event(2) })).toMatchObject({
    ...{ code: 1, stdout: '', stderr: expect.stringMatching(/^error: --resume: /) },
  })
  expect(cli.service.requests).toHaveLength(count)
  first.interrupt()
  expect(await first.ended).toMatchObject({ code: 143 })
  expect(readdirSync(folder.path)).toEqual(['state'])
  cli.service.faults.clear()
  expect(await cli.ran(args, { input: event(1) + event(2) })).toMatchObject({ code: 0 })
  expect(await cli.events()).toHaveLength(2)
  expect(readdirSync(folder.path)).toEqual([])
})

test('an upsert whose lock another process has taken saves nothing more', async () => {
  const cli = commandLine({ events: 0 })
  const clock = steppingClock()
  const files = new MemoryFiles(clock)
  const waiting = cli.fault({ method: 'POST', nth: 2, effect: { kind: 'no-answer' } })
  const args = ['upsert', '--ndjson', '--resume', '/state']
  await using first = cli.start(args, { input: event(1) + event(2), fs: files.view(), clock })
  await waiting.applied()
  const before = files.files.state
  files.put('/state.lock', 'elsewhere - 7 another')
  files.put('/state', 'of another')
  first.interrupt()
  expect(await first.ended).toMatchObject({ code: 143 })
  expect(before).toContain('"lines":1')
  expect(files.files).toEqual({ state: 'of another', 'state.lock': 'elsewhere - 7 another' })
})

/** A command, and the two flags that name the file K in it. */
const namedTwice: readonly (readonly [typed: string, one: string, other: string])[] = [
  ['upsert --resume K --csv K', '--resume', '--csv'],
  ['upsert --resume K --ndjson --key-file K', '--resume', '--key-file'],
  ['upsert --csv K --key-file K --dry-run', '--csv', '--key-file'],
  ['export --out K --key-file K', '--out', '--key-file'],
  ['export --out K --cursor K', '--cursor', '--out'],
  ['export --cursor K --out new --key-file K', '--cursor', '--key-file'],
  ['check --save K --against K', '--save', '--against'],
  ['check --save K --key-file K', '--save', '--key-file'],
  ['mock --port 0 --state K --assumptions K', '--state', '--assumptions'],
]

test.for(namedTwice)('%s is refused before anything is read', async ([typed, one, other]) => {
  const cli = commandLine({ events: 3 })
  await using folder = await temporaryFolder()
  writeFileSync(folder.file('K'), 'kept')
  symlinkSync('K', folder.file('symbolic'))
  symlinkSync('.', folder.file('folder'))
  const readFile = () => Promise.reject(new Error('read'))
  for (const second of ['K', './K', 'folder/K', 'symbolic', 'hard']) {
    if (second === 'hard') linkSync(folder.file('K'), folder.file(second))
    let times = 0
    const nameOf = () => `${folder.path}/${times++ === 0 ? 'K' : second}`
    const args = typed.split(' ').map((word) => (word === 'K' ? nameOf() : word))
    const ended = await cli.ran(args, { input: event(1), fs: { ...nodeFs, readFile } })
    expectWrong(ended, new RegExp(`^error: ${one}: .* ${other}\\n$`))
  }
  expect(readdirSync(folder.path).sort()).toEqual(['K', 'folder', 'hard', 'symbolic'])
  expect([readFileSync(folder.file('K'), 'utf8'), cli.service.requests.length]).toEqual(['kept', 0])
})

test('a file whose name differs in case is the same only where the file system says so, also before it exists', async () => {
  const cli = commandLine({ events: 3 })
  const clock = steppingClock()
  const args = ['export', '--out', '/Folder/events', '--cursor', '/folder/EVENTS']
  const ignoring = new MemoryFiles(clock)
  /** A file system that shows each folder in the case in which it was made. */
  const realpath = async (path: string) => {
    if (path.toLowerCase() === '/folder') return '/Folder'
    throw Object.assign(new Error('ENOENT'), { code: 'ENOENT' })
  }
  const same = await cli.ran(args, { fs: { ...ignoring.view(), realpath }, clock })
  expectWrong(same, /^error: --cursor: .* --out\n$/)
  await using folder = await temporaryFolder()
  const exact = ['export', '--out', folder.file('events'), '--cursor', folder.file('EVENTS')]
  if (process.platform === 'linux') expect(await cli.ran(exact)).toMatchObject({ code: 0, stderr: '' })
})

test('a file beside --out or --resume, in which the command would write, is no other file of it', async () => {
  const cli = commandLine({ events: 3 })
  for (const [typed, beside, main] of [
    ...['.part', '.part.json', '.part.json.new', '.part.lock'].map((end) => [
      ...[`export --out K --key-file K${end}`, '--key-file', '--out'],
    ]),
    ['export --out K --cursor K.part.json', '--cursor', '--out'],
    ['export --cursor K --out new --key-file K.new', '--key-file', '--cursor'],
    ['upsert --csv K.lock --resume K', '--csv', '--resume'],
    ['upsert --csv K.new --resume K', '--csv', '--resume'],
    ['check --save K --key-file K.new', '--key-file', '--save'],
    ['mock --port 0 --state K --assumptions K.new', '--assumptions', '--state'],
  ])
    expectWrong(await cli.ran(typed?.split(' ') ?? []), new RegExp(`^error: ${beside}: .* ${main}\\n$`))
  expect(cli.service.requests).toEqual([])
})

onPosix('an unfinished file that has another name too is not gone on with', async () => {
  const cli = commandLine({ events: 20, perPage: 10 })
  await using folder = await temporaryFolder()
  const out = folder.file('events')
  cli.fault({ nth: 2, times: 3, effect: { kind: 'status', status: 501 } })
  await cli.ran(['export', '--out', out])
  cli.service.faults.clear()
  linkSync(`${out}.part`, folder.file('backup'))
  const before = readFileSync(folder.file('backup'), 'utf8')
  const stderr = expect.stringMatching(/^error: --resume: \S+events\.part /)
  expect(await cli.ran(['export', '--out', out, '--resume'])).toMatchObject({ code: 1, stderr })
  expect(await cli.ran(['export', '--out', out])).toMatchObject({ code: 0 })
  expect(readFileSync(folder.file('backup'), 'utf8')).toBe(before)
})
