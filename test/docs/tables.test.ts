import { readFileSync } from 'node:fs'
import { Command, type Option } from 'commander'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { addExport } from '../../src/cli/export/command.ts'
import { addAttendances } from '../../src/cli/read/attendances.ts'
import { addCampaigns } from '../../src/cli/read/campaigns.ts'
import { addGet } from '../../src/cli/read/get.ts'
import { addList } from '../../src/cli/read/list.ts'
import { addCheck } from '../../src/cli/test/check.ts'
import { addDoctor } from '../../src/cli/test/doctor/command.ts'
import { addMock } from '../../src/cli/test/mock/command.ts'
import { addRecord } from '../../src/cli/test/record/command.ts'
import { addCreate, addUpdate } from '../../src/cli/write/create-update.ts'
import { type FieldFlag, fieldFlags } from '../../src/cli/write/event-fields.ts'
import { addRsvp } from '../../src/cli/write/rsvp.ts'
import { addUpsert } from '../../src/cli/write/upsert.ts'
import { root } from '../support/alias.ts'
import { tableUnder } from '../support/markdown.ts'
import { served } from '../support/served.ts'

const program = new Command()
const reading = [addExport, addList, addGet, addCampaigns, addAttendances]
for (const add of [...reading, addCreate, addUpdate, addUpsert, addRsvp, addDoctor, addCheck]) add(program, () => {})
addMock(program, undefined, () => {})
addRecord(program, undefined, () => {})

const isConnection = ({ helpGroupHeading }: Option) => helpGroupHeading === 'Connection'
const code = (text: string) => `\`${text}\``
/** What a flag does, and its default. */
function helpOf({ description, defaultValue, defaultValueDescription }: Option) {
  const [, text = description, said] = /^(.*) \(default: (.*)\)$/.exec(description) ?? []
  return {
    text,
    fallback: said ?? defaultValueDescription ?? (typeof defaultValue === 'boolean' ? undefined : defaultValue),
  }
}

/** A row for each flag of these commands, with what its help says. */
function flagTable(of: string): string {
  const names = of === 'the connection' ? ['list'] : of.split(' ')
  const rows = new Map<
    string,
    { readonly option: Option; readonly text: string; readonly commands: string[]; readonly defaults: Set<unknown> }
  >()
  for (const command of names)
    for (const option of program.commands.find((each) => each.name() === command)?.options ?? []) {
      if (option.hidden || isConnection(option) !== (of === 'the connection')) continue
      // Other tables of the guide say what these do.
      if (names.length > 1 && (option.long === '--json' || inFieldTable.has(option.long ?? ''))) continue
      const { text, fallback } = helpOf(option)
      const key = `${option.flags} ${text}`
      const row = rows.get(key) ?? { option, text, commands: [], defaults: new Set() }
      row.commands.push(code(command))
      row.defaults.add(fallback)
      rows.set(key, row)
    }
  const several = names.length > 1
  const head = several ? ['| flag | of | what it does |', '|---|---|---|'] : ['| flag | what it does |', '|---|---|']
  const lines = [...rows.values()].map(({ option, text, commands, defaults: [fallback, ...others] }) => {
    // Where commands have several, their help names it.
    const shown = fallback === undefined || others.length > 0 ? '' : ` (default: ${fallback})`
    const who = commands.length === names.length ? 'all' : commands.join(', ')
    return `| ${code(option.flags)} | ${several ? `${who} | ` : ''}${text}${shown} |`
  })
  return [...head, ...lines].join('\n')
}

/** The flag that a row of a table is about. */
const flagIn = ([first = '']: readonly string[]) => /^`(--[\w-]+)/.exec(first)?.[1] ?? first
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const fields = tableUnder('command-line', 'Where fields come from')
const inFieldTable = new Set(fields.map(flagIn))

test.for(['command-line', 'mock-server'])(
  'the tables of flags in the guide %s are those of the program (-u writes them)',
  async (guide) => {
    const path = `${root}docs/guides/${guide}.md`
    const page = readFileSync(path, 'utf8')
    const written = page.replaceAll(
      /(<!-- flags of (.+) -->\n)[\s\S]*?(<!-- end -->)/g,
      (_, begin, of, end) => `${begin}\n${flagTable(of)}\n\n${end}`,
    )
    expect(written).toContain('| `--')
    await expect(written).toMatchFileSnapshot(path)
  },
)

test('the guide lists the fields that flags set in each version', () => {
  const inGuide = fields.map((row) => [flagIn(row), row.slice(1).map((cell) => namesIn(cell)[0])])
  const inProgram = Object.values<FieldFlag>(fieldFlags).map(({ flag, fields: { v1, v2 } }) => [
    flag,
    [v1, v2].map((field) => field?.replace(/^:/, 'platform:')),
  ])
  expect(inGuide).toEqual([...inProgram, ['--identifier', ['identifiers', 'identifiers']]])
})

test('the guide lists every route of the admin API', async () => {
  await using opened = await served()
  const { addresses } = (await opened.admin('GET ')).json as { addresses: { method: string; href: string }[] }
  const known = addresses.map(({ method, href }) => `${method} ${new URL(href).pathname.replace(/^\/_mock\/?/, '/')}`)
  const inGuide = tableUnder('admin-api', 'Requests').flatMap(([cell]) => {
    const words = namesIn(cell).flatMap((name) => name.split(' '))
    const paths = words.filter((word) => word.startsWith('/'))
    const plain = paths.map((path) => path.replace(/^\/_mock\/?/, '/').replace(/<\w+>/, ':id'))
    return words.filter((word) => /^[A-Z]+$/.test(word)).flatMap((method) => plain.map((path) => `${method} ${path}`))
  })
  expect(inGuide.sort()).toEqual(known.sort())
})

const withoutTicks = (cell = '') => cell.replaceAll('`', '')
const options = tableUnder('testing', 'Options').map(
  ([option, , fallback]) => [withoutTicks(option), fallback] as const,
)
/** The defaults that the guide writes as code. */
const defaults: MockServiceOptions = Object.fromEntries(
  options.flatMap(([option, fallback = '']) =>
    /^`[\d']/.test(fallback) ? [[option, JSON.parse(withoutTicks(fallback).replaceAll("'", '"'))]] : [],
  ),
)

test('the guide lists every option of createMockService', () => {
  const unknown = () => createMockService(Object.fromEntries([['colour', 'red']]))
  const known = options.map(([option]) => option)
  const [, said = ''] = /Known names: (.+)$/.exec(String(thrownBy(unknown))) ?? []
  expect(known.sort()).toEqual(said.split(', ').sort())
})

test('createMockService with the default values of the guide makes the same service as without options', async () => {
  expect(Object.keys(defaults)).toEqual(['events', 'now', 'perPage', 'baseUrl', 'namespace', 'seed', 'requestLog'])
  expect(await shown(defaults)).toEqual(await shown({}))
})

const thrownBy = (act: () => unknown): unknown => {
  try {
    return act()
  } catch (error) {
    return error
  }
}

/** What can be seen of a service's settings: what it holds, its pages, and how many requests it keeps. */
async function shown(given: MockServiceOptions): Promise<unknown> {
  const service = createMockService(given)
  const { baseUrl, namespace, seeded } = service
  const state = service.snapshot().toJSON()
  const ask = () => service.fetch(`${baseUrl}/api/v2/events`, { headers: { 'osdi-api-token': seeded.group.token } })
  for (let number = 0; number < 1001; number += 1) await ask()
  return { baseUrl, namespace, state, page: await (await ask()).json(), kept: service.requests.length }
}
