import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { times } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import { ran } from '../support/program.ts'
import { count, type Row } from '../support/table.ts'
import { inTurns } from '../support/turns.ts'
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
