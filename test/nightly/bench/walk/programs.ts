import { execFile } from 'node:child_process'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { count, inTurns, type Pace, type Round, type Row, times } from '../support/measure.ts'
import { ran } from '../support/programs.ts'
import { serving } from './collection.ts'

const program = fileURLToPath(new URL('../../../../dist/cli.js', import.meta.url))
const copy = fileURLToPath(new URL('bare-copy.ts', import.meta.url))

/** `osdi-events export` into a file, against the bare loop whose output goes to one: both from the start of the process to its end. */
export async function exported({ events, walks }: Pace): Promise<readonly Row[]> {
  await using served = await serving(events)
  const folder = mkdtempSync(join(tmpdir(), 'bench-export-'))
  const env = { EVENTS_API_KEY: served.key }
  const [oursAt, theirsAt] = [join(folder, 'ours'), join(folder, 'theirs')]
  try {
    const measured = await inTurns(
      {
        ours: () => ran([program, 'export', '--api', 'v2', '--base-url', served.url, '--out', oursAt], { env }),
        theirs: async () => {
          const output = openSync(theirsAt, 'w')
          try {
            return await ran([copy, served.url], { env, output })
          } finally {
            closeSync(output)
          }
        },
      },
      Math.ceil(walks / 3),
    )
    if (!readFileSync(oursAt).equals(readFileSync(theirsAt))) throw new Error('the two copies differ')
    return [
      times(`export of ${count(events)} events as NDJSON, against the bare loop`, measured.ours, measured.theirs, 1.4),
    ]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

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
