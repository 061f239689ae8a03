import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../support/alias.ts'
import { mock, osdiEvents } from '../support/cli.ts'
import { temporaryFolder } from '../support/folder.ts'

// Each test starts programs of its own.

const picture = readFileSync(`${root}docs/terminal.svg`, 'utf8')
const unescaped = (text: string) => text.replaceAll('&lt;', '<').replaceAll('&amp;', '&')

/** What is typed in the picture, and the lines that follow it. */
const shown = [...picture.matchAll(/<text class="(typed|shown|said)"[^>]*>([^<]*)</g)].reduce<[string, string[]][]>(
  (session, [, kind, line = '']) => {
    if (kind === 'typed') session.push([unescaped(line).replace('$ npx osdi-events ', ''), []])
    else if (line) session.at(-1)?.[1].push(unescaped(line))
    return session
  },
  [],
)

/** What differs from run to run, and how lines are broken. */
const settled = (text: string) =>
  text
    .replaceAll(/\S+ pages · .*|[\d,]+ events\/s.*|█.*/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim()

test('there is something to see', () => {
  expect(shown.map(([typed]) => typed.split(' ')[0])).toEqual(['list', 'export', 'create'])
})

test.for(shown)('the picture of the terminal shows what osdi-events %s prints', async ([typed, lines]) => {
  await using folder = await temporaryFolder()
  await using service = await mock('--events', '2000', '--now', '2026-05-01T12:00:00Z')
  const args = typed.replace('events.ndjson', folder.file('events.ndjson')).split(' ')
  const env = { EVENTS_BASE_URL: service.url, EVENTS_API_KEY: service.keys.group }

  const { stdout, stderr } = await osdiEvents(args, env).ended

  // Without a terminal, an export says nothing of what went well.
  const said = stderr.replace(folder.file(''), '')
  const expected = typed.startsWith('export') ? '' : settled(lines.join('\n'))
  expect(settled(`${stdout}${said}`)).toBe(expected)
})
