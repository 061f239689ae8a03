/**
 * `npm run compare`: installs what the client is compared with, tries all of it, and writes results.json and the page. `--page`: the page alone.
 * With a situation and a client: tries the one with the other and prints the cell as the last line, in a process of its own, for some clients
 * end theirs.
 */
import { spawnSync } from 'node:child_process'
import type { Cell } from './kit.ts'
import { writePage, writeResults } from './page.ts'
import { situations } from './situations/index.ts'
import { measured, names, peers, subjectOf, tryOut, versionOf } from './subjects.ts'

function run(program: string, ...args: readonly string[]): void {
  const { status } = spawnSync(program, args, { cwd: peers, stdio: 'inherit', timeout: 300_000 })
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed`)
}

const all = async (cell: (name: string) => Promise<Cell>) =>
  Object.fromEntries(await Promise.all(names.map(async (name) => [name, await cell(name)] as const)))

async function tryAll(): Promise<void> {
  run('npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund', '--silent')
  run('tsc', '--noEmit', '--project', peers)
  const cells: Record<string, Record<string, Cell>> = {}
  // One row after the other, its clients side by side: they mostly wait.
  for (const { id, row, how } of situations) {
    console.error(`${row}: ${how}`)
    cells[id] = await all((name) => tryOut(id, name))
  }
  for (const { id, row, how, measure } of measured) {
    console.error(`${row}: ${how}`)
    cells[id] = await all(measure)
  }
  const versions = Object.fromEntries(names.map((name) => [name, versionOf(name)]))
  writeResults({ date: new Date().toISOString().slice(0, 10), node: process.version.slice(1), versions, cells })
}

const [what, name = ''] = process.argv.slice(2)
const situation = situations.find(({ id }) => id === what)
if (situation) console.log(`\n${JSON.stringify(await situation.try(await subjectOf(name)))}`)
else {
  if (what !== '--page') await tryAll()
  writePage()
}
// Without waiting for what a client keeps open.
process.exit()
