import { Command } from 'commander'
import { expect, test } from 'vitest'
import { type FieldFlag, fieldFlags } from '../../src/cli/events/body.ts'
import { addGet } from '../../src/cli/events/get.ts'
import { addList } from '../../src/cli/events/list.ts'
import { addCreate, addUpdate } from '../../src/cli/events/write.ts'
import { addExport } from '../../src/cli/export/command.ts'
import { addMock } from '../../src/cli/mock/command.ts'
import { tableUnder } from '../support/markdown.ts'

const program = new Command()
for (const add of [addExport, addList, addGet, addCreate, addUpdate]) add(program, () => {})
addMock(program, undefined, () => {})

const flagsOf = (command: string) =>
  program.commands.find((each) => each.name() === command)?.options.map(({ long }) => long)

/** The flag that a row of a table is about. */
const flagIn = ([first = '']: readonly string[]) => /^`(--[\w-]+)/.exec(first)?.[1] ?? first
const namesIn = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)

const service = tableUnder('command-line', 'Which service, and which key').map(flagIn)
const fields = tableUnder('command-line', 'Where fields come from')
const own = tableUnder('command-line', 'Flags of the commands')

test.for(['list', 'export', 'get', 'create', 'update'])('the guide names the flags of osdi-events %s', (command) => {
  const ofFields = command === 'create' || command === 'update' ? fields.map(flagIn) : []
  const ofCommand = own.filter(([, commands]) => namesIn(commands).includes(command)).map(flagIn)
  expect([...service, ...ofFields, ...ofCommand].sort()).toEqual(flagsOf(command)?.sort())
})

test('the guide names the fields that flags set in either version', () => {
  const inGuide = fields.map((row) => [flagIn(row), row.slice(1).map((cell) => namesIn(cell)[0])])
  const inProgram = Object.values<FieldFlag>(fieldFlags).map(({ flag, fields: { v1, v2 } }) => [
    flag,
    [v1, v2].map((field) => field?.replace(/^:/, 'platform:')),
  ])
  expect(inGuide).toEqual([...inProgram, ['--identifier', ['identifiers', 'identifiers']]])
})

test('the guide names the flags of osdi-events mock', () => {
  expect(tableUnder('mock-server', 'Flags').map(flagIn).sort()).toEqual(flagsOf('mock')?.sort())
})
