import type { Verdict } from '../checks/check.ts'
import type { Settings } from '../checks/run.ts'
import type { Bench } from './bench.ts'

/** A runtime that the checks run on. */
export interface Runtime {
  readonly name: string
  /** What it says of its version. */
  version(bench: Bench): Promise<string>
  run(bench: Bench, settings: Settings): Promise<readonly Verdict[]>
  /** What a program of CommonJS says that requires the package, where the runtime has such programs. */
  require?(bench: Bench): Promise<string>
}
