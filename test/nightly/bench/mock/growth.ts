import { readFileSync } from 'node:fs'
import { type Child, start } from '../support/child.ts'
import { times } from '../support/compare.ts'
import { drawing } from '../support/drawing.ts'
import type { Pace } from '../support/pace.ts'
import { count, type Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'
import { folder, loading, served } from './socket.ts'

const few = 1000

/** GETs over a socket in a large service against the same in a small one, by the time that one request takes. */
export async function growth({ rounds, seconds, many }: Pace): Promise<readonly Row[]> {
  using files = folder()
  const ids = { small: files.write('small', ''), large: files.write('large', '') }
  await using small = await start('servers/service.ts', [String(few), ids.small])
  await using large = await start('servers/service.ts', [String(many), ids.large])

  const side = (child: Child, behind: readonly string[], name: string) => {
    const { key, url } = served(child)
    const args = [key, files.write(name, behind)]
    return loading({ script: 'get', url: `${url}/api/v2/events`, args }, child.pid, Math.min(seconds, 2))
  }
  const rows: Row[] = []
  for (const [what, behind, atMost] of operations) {
    const sides = {
      ours: side(large, behind(served(large).pages, ids.large), 'large targets'),
      theirs: side(small, behind(served(small).pages, ids.small), 'small targets'),
    }
    await inTurns(sides, 1)
    const { ours, theirs } = await inTurns(sides, rounds)
    rows.push(times(`${what} at ${count(many)} events against ${count(few)}, over a socket`, ours, theirs, atMost))
  }
  return rows
}

type Behind = (pages: number, ids: string) => readonly string[]

const draw = drawing()

/** What is asked for, what then stands behind the address, and how many times as long it may take. */
const operations: readonly (readonly [string, Behind, number?])[] = [
  ['first page', () => ['?page=1'], 1.3],
  ['middle page', (pages) => [`?page=${pages >> 1}`], 1.3],
  ['last page', (pages) => [`?page=${pages}`], 1.3],
  ['any page', (pages) => Array.from({ length: 2000 }, () => `?page=${1 + draw(pages)}`)],
  ['one event', (_pages, ids) => eventsIn(ids).slice(0, 1), 1.3],
  ['any event', (_pages, ids) => eventsIn(ids), 1.3],
]

const eventsIn = (file: string): readonly string[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .map((id) => `/${id}`)
