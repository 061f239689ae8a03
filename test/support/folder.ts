import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate folder for a test. Disposal removes it with all its files. */
export async function temporaryFolder() {
  const path = await mkdtemp(join(tmpdir(), 'osdi-events-'))
  return {
    path,
    file: (name: string) => join(path, name),
    [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }),
  }
}
