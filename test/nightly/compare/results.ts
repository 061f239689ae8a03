import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cell } from './situation.ts'

const path = fileURLToPath(new URL('results.json', import.meta.url))

/** What a run saw. */
export interface Results {
  readonly date: string
  readonly node: string
  /** The version of each client. */
  readonly versions: Readonly<Record<string, string>>
  /** By the id of a row, then by client. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, Cell>>>>
}

export const readResults = (): Results => JSON.parse(readFileSync(path, 'utf8'))

export const writeResults = (results: Results): void => writeFileSync(path, `${JSON.stringify(results, null, 2)}\n`)
