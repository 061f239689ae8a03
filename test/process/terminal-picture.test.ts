import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { commandLine } from '../support/command-line.ts'
import { temporaryFolder } from '../support/folder.ts'

const picture = readFileSync(`${root}docs/terminal.svg`, 'utf8')
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** The command in the picture, and its output. */
const shown = [...picture.matchAll(/<text class="(\w+)"[^>]*>([^<]*)</g)].reduce<[string, string[]][]>(
  (session, [, kind, line = '']) => {
    if (kind === 'typed') session.push([unescaped(line).replace('$ npx osdi-events ', ''), []])
    else if (line) session.at(-1)?.[1].push(unescaped(line))
    return session
  },
  [],
)

/** What is left of a line: a slow machine shows a progress line, and erases it. */
const afterErase = (line: string) => line.split('\u001b[K').at(-1)

/** Removes line breaks. */
const settled = (text: string) => text.split('\n').map(afterErase).join(' ').replaceAll(/\s+/g, ' ').trim()

test('the documentation has pictures of the terminal', () => {
  expect(shown.map(([typed]) => typed.split(' ')[0])).toEqual(['list', 'export', 'create'])
})

test.for(shown)(
  'the picture of the terminal in the documentation shows the output of osdi-events %s on a terminal of 80 columns',
  async ([typed, lines]) => {
    await using folder = await temporaryFolder()
    const cli = commandLine({ events: 2000, now: '2026-05-01T12:00:00Z' })
    const args = typed.replace('events.ndjson', folder.file('events.ndjson')).split(' ')
    const { stdout, stderr } = await cli.ran(args, { columns: 80, env: { NO_COLOR: '1' } })
    expect(settled(`${stdout}${stderr.replaceAll(`${folder.path}/`, '')}`)).toBe(settled(lines.join('\n')))
    expect(lines.filter((line) => line.length > 80)).toEqual([])
  },
)
