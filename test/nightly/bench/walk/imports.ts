import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Round, times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import type { Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const run = promisify(execFile)

/** What it takes a new process to import modules. */
const importing = (modules: readonly string[]) => async (): Promise<Round> => {
  const program = `
    const [began, before] = [performance.now(), process.cpuUsage()]
    ${modules.map((name) => `await import('${name}')`).join('\n')}
    const { user, system } = process.cpuUsage(before)
    console.log(JSON.stringify({ wall: (performance.now() - began) * 1000, cpu: user + system }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { cwd: root })
  return JSON.parse(stdout)
}

/** Importing the built package, against importing what it is made with. */
export async function imports({ walks }: Pace): Promise<readonly Row[]> {
  const measured = await inTurns(
    { ours: importing(['osdi-events']), theirs: importing(['ky', 'zod/mini']), one: importing(['osdi-events/v2']) },
    walks,
  )
  return [
    times('import of the package, against ky and zod/mini alone', measured.ours, measured.theirs, 1.1),
    times('import of one version, against the same', measured.one, measured.theirs),
  ]
}
