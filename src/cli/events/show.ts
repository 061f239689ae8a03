import { cellOf } from '../fields/cell.ts'
import { columnsOf, type Naming } from '../fields/columns.ts'
import { valueAt } from '../fields/value-at.ts'
import { print, printJson } from '../print.ts'
import { tableOf } from '../table.ts'

/** Prints one event: its documented fields that are set, or all of it as JSON. */
export async function show(event: object, flags: Naming & { readonly json?: true }): Promise<void> {
  if (flags.json) return printJson(event)
  const { idOf } = await import('osdi-events')
  const rows = columnsOf(flags).map((name) => [name, cellOf(valueAt(event, name))])
  await print(tableOf([['id', idOf(event)], ...rows.filter(([, cell]) => cell !== '')], 500))
}
