import fc from 'fast-check'
import { vi } from 'vitest'

type Stryker = { mutantCoverage?: { static: object; perTest: object } }

const { __stryker__: stryker } = globalThis as { __stryker__?: Stryker }

// Every file hands in what its tests reached: without this, all that was reached before would come again with every file.
for (const part of Object.values(stryker?.mutantCoverage ?? {}))
  for (const name of Object.keys(part)) Reflect.deleteProperty(part, name)

// A test that loads modules anew would seem to reach all that is done at loading.
vi.resetModules = () => vi

// Every mutant meets the same cases of a property.
fc.configureGlobal({ seed: 1 })
