/** `npm run compare`: installs what the client is compared with, tries all of it, and writes results.json and the page. `--page`: the page alone. */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import type { Cell } from './kit.ts'
import { writePage, writeResults } from './page.ts'
import { chapters } from './situations/index.ts'
import { measured, names, peers, subjectOf, tryOut, versionOf } from './subjects.ts'

const { values } = parseArgs({ options: { page: { type: 'boolean', default: false } } })

function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: peers, stdio: 'inherit', timeout: 300_000 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

const all = async (cell: (name: string) => Promise<Cell> | Cell) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await cell(name)] as const)))

async function tryAll(): Promise<void> {
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent')
  run('tsc', '--noEmit', '--project', peers)
  const cells: Record<string, Record<string, Cell>> = {}
  // One row after the other, its clients side by side: they mostly wait.
  for (const situation of chapters.flatMap(({ situations }) => situations)) {
    console.error(situation.row)
    cells[situation.id] = await all((name) => tryOut(situation, name))
  }
  for (const { id, measure } of measured) cells[id] = await all(async (name) => measure(await subjectOf(name)))
  const versions = Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  writeResults({ date: new Date().toISOString().slice(0, 10), node: process.version.slice(1), versions, cells })
}

if (!values.page) await tryAll()
writePage()
process.exit()
