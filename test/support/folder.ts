import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A folder of the test's own, removed with all that is in it when it is disposed of. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'osdi-events-'))
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
