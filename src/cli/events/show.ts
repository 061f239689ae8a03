import Table from 'cli-table3'
import { cellOf, columnsOf, type Naming, valueAt } from '../fields.ts'
import { type Io, oneLine, print, printJson } from '../io.ts'

/** Text without a line of its own kind around it: rows can be read by people and by `grep`. */
const bare = Object.fromEntries(
  ['top', 'bottom', 'left', 'right', 'mid'].flatMap((name) => [
    [name, ''],
    ...(name === 'mid' ? [] : [[`${name}-mid`, '']]),
    ...(name === 'top' || name === 'bottom'
      ? [
          [`${name}-left`, ''],
          [`${name}-right`, ''],
        ]
      : []),
  ]),
)

/** Rows of cells, cut at their longest, as a table; what a stranger wrote into them moves no cursor. */
export function tableOf(rows: readonly (readonly string[])[], longest = 60): string {
  const table = new Table({
    chars: { ...bare, 'mid-mid': '', middle: '  ' },
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  })
  table.push(...rows.map((row) => row.map((cell) => short(cell, longest))))
  return table
    .toString()
    .split('\n')
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

function short(cell: string, longest: number): string {
  const line = [...oneLine(cell)]
  return line.length > longest ? `${line.slice(0, longest - 1).join('')}…` : line.join('')
}

/** Prints one event: its documented fields that are set, or all of it as JSON. */
export async function show(io: Io, event: object, flags: Naming & { readonly json?: true }): Promise<void> {
  if (flags.json) return printJson(io, event)
  const { idOf } = await import('osdi-events')
  const rows = columnsOf(flags).map((name) => [name, cellOf(valueAt(event, name))])
  await print(io, tableOf([['id', idOf(event)], ...rows.filter(([, cell]) => cell !== '')], 500))
}
