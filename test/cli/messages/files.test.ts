import { linkSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import nodeFs from 'node:fs/promises'
import { test } from 'vitest'
import { commandLine } from '../../support/command-line.ts'
import { temporaryFolder } from '../../support/folder.ts'
import { MemoryFiles, steppingClock } from '../../support/memory-files.ts'
import { Messages } from '../../support/messages.ts'

const latin1 = Buffer.from('{"a":1,\n"b":"\u00e9"}', 'latin1')

test.runIf(process.platform !== 'win32')('messages of src/cli/files', async () => {
  const messages = new Messages('src/cli/files')
  const cli = commandLine({ events: 3, perPage: 2 })
  await using folder = await temporaryFolder()
  messages.hide(folder.path, '/FOLDER')
  const { path } = folder

  messages.about('Files that cannot be written')
  writeFileSync(folder.file('kept'), 'kept')
  symlinkSync('kept', folder.file('symbolic'))
  writeFileSync(folder.file('hard'), 'kept')
  linkSync(folder.file('hard'), folder.file('another'))
  await messages.refused(cli, [
    ...[`export --out ${path}/symbolic`, `export --out ${path}/hard`, `export --out ${path}`],
    ...[`export --out ${path}/nowhere/events`, `export --cursor ${path}/symbolic --out ${path}/new`],
  ])
  mkdirSync(folder.file('closed'))
  const access = async () => {
    throw Object.assign(new Error('EACCES'), { code: 'EACCES' })
  }
  await messages.ran(cli, `export --out ${path}/closed/events`, { fs: { ...nodeFs, access } })
  const rename = async (from: string, to: string) => {
    if (to.endsWith('cursor')) throw Object.assign(new Error('EROFS: read-only'), { code: 'EROFS' })
    await nodeFs.rename(from, to)
  }
  const cursor = `export --cursor ${path}/cursor --out ${path}/events`
  await messages.ran(cli, cursor, { fs: { ...nodeFs, rename } })

  messages.about('Files that two flags name')
  await messages.refused(cli, [
    ...[`export --out ${path}/kept --key-file ${path}/symbolic`, `export --out K --key-file K.part`],
    ...['export --out K --cursor K.part.json', 'upsert --csv K.lock --resume K', 'mock --state K --assumptions ./K'],
  ])

  messages.about('Unfinished files that are links')
  cli.fault({ nth: 2, times: 9, effect: { kind: 'status', status: 501 } })
  await cli.ran(['export', '--out', folder.file('part')])
  cli.service.faults.clear()
  linkSync(folder.file('part.part'), folder.file('backup'))
  await messages.ran(cli, `export --out ${path}/part --resume`)
  await nodeFs.rm(folder.file('part.part'))
  symlinkSync('backup', folder.file('part.part'))
  for (const more of ['', ' --resume']) await messages.ran(cli, `export --out ${path}/part${more}`)

  messages.about('Files that another run writes')
  const clock = steppingClock()
  const files = new MemoryFiles(clock, {
    'events.part.lock': 'elsewhere - 9 alive',
    'state.lock': 'elsewhere - 9 alive',
  })
  const around = { fs: files.view(), clock }
  await messages.ran(cli, 'export --out /events', around)
  await messages.ran(cli, 'upsert --ndjson --resume /state', around)

  messages.about('Files that are not UTF-8')
  writeFileSync(folder.file('latin1'), latin1)
  writeFileSync(folder.file('utf16'), Buffer.from('\ufeff{}', 'utf16le'))
  writeFileSync(folder.file('utf32'), Buffer.of(0xff, 0xfe, 0, 0, 0x7b, 0, 0, 0))
  writeFileSync(folder.file('damaged.part.json'), latin1)
  await messages.refused(cli, [
    ...['latin1', 'utf16', 'utf32'].map((file) => `list --key-file ${path}/${file}`),
    ...[`export --cursor ${path}/latin1 --out ${path}/new`, `upsert --ndjson --resume ${path}/latin1`],
    ...[`check --against ${path}/latin1`, `mock --port 0 --assumptions ${path}/latin1`],
    ...[`mock --port 0 --state ${path}/latin1`, `export --out ${path}/damaged --resume`],
  ])
  await messages.isIn('files.txt')
})
