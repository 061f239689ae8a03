import { readFileSync } from 'node:fs'
import { type Cell, plain } from '../situation.ts'
import { folderOf } from './installed.ts'

/** What is written somewhere. */
export interface Quote {
  readonly says: string
  /** A file of the package, and words in it that show it. */
  readonly file?: string
  readonly phrase?: string
  readonly address?: string
}

/** A row of what is only written. */
export interface Claim {
  readonly id: string
  readonly row: string
  readonly cells: Readonly<Record<string, Quote>>
}

/** A quote as a cell, with the line where it is found now; a phrase that is no longer there fails. */
export function cellOf(name: string, { says, file, phrase = '', address }: Quote): Cell {
  if (address !== undefined) return plain(says, `${says} ([source](${address}))`)
  if (file === undefined) return plain(says)
  const lines = readFileSync(`${folderOf(name)}${file}`, 'utf8').split('\n')
  const line = lines.findIndex((text) => text.includes(phrase)) + 1
  if (line === 0) throw new Error(`${file} of ${name} no longer says: ${phrase}`)
  return plain(says, `${says} (\`${file.replace('../', '')}:${line}\`)`)
}
