/** Tries one situation with one client and prints the cell as the last line: a process of its own, for some of them end theirs. */
import { timersInPieces } from '../../support/timers-in-pieces.ts'
import { chapters } from './situations/index.ts'
import { subjectOf } from './subjects.ts'

const [id, name = ''] = process.argv.slice(2)
const situation = chapters.flatMap(({ situations }) => situations).find((one) => one.id === id)
if (!situation) throw new Error(`there is no situation ${id}`)
timersInPieces()
const cell = await situation.try(await subjectOf(name))
process.stdout.write(`\n${JSON.stringify(cell)}\n`, () => process.exit())
