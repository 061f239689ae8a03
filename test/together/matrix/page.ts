import { allCases } from './cases.ts'
import { type Case, promisedOf } from './expected.ts'
import { faults } from './faults.ts'
import { creates, has, type Operation, operationNames, writes } from './operations.ts'

const intro = `# What each failure ends in

The tables on this page show how each operation ends with each fault of the [mock service](faults.md), in both versions. All options have their defaults, except for a low \`maxResponseBytes\`.
The test \`test/together/matrix/\` writes this page. One case of each fault runs over a socket too.

- \`result\` is success. Any other code, such as \`http\`, is the \`code\` of the [error](errors-and-retries.md). \`×3\` means three attempts.
- For a write, the \`outcome\` follows: applied, not applied or unknown.
- For a create and for \`recordAttendance\`, the number of new events, event campaigns or RSVPs follows, unless it is 0. \`0–1 made\` means one if the service acted before the fault, else none.
- The service refuses every delete. So without a fault, \`delete\` ends in \`http\`, not applied.
- Version 1 only reads event campaigns: its \`createCampaign\`, \`updateCampaign\` and create in a campaign send nothing.
- In version 1, several creates with your own identifier make one event. In version 2, such a create ends like any other.
`

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** The ends of one operation, over the cases before and after the service acts. */
function cell(group: readonly Case[]): string {
  const texts = distinct(
    group.map((of) => {
      const { code, attempts, outcome } = promisedOf(of)
      const word = code === 'result' ? 'result' : `\`${code}\``
      return `${word}${attempts > 1 ? ` ×${attempts}` : ''}${outcome ? `, ${outcome}` : ''}`
    }),
  )
  const made = distinct(group.map((of) => String(promisedOf(of).made)).sort())
  const [first] = group
  const count = first && creates(first.operation) ? made.join('–') : '0'
  return texts.join(' or ') + (count === '0' ? '' : `, ${count} made`)
}

/** Writes that end alike share a column. */
const grouped: readonly (readonly Operation[])[] = [
  ['update', 'updateAttendance', 'updateCampaign'],
  ['create', 'create in a campaign', 'createCampaign'],
]
const columns: readonly (readonly Operation[])[] = [
  operationNames.filter((name) => !writes(name)),
  ...grouped,
  ...operationNames.filter((name) => writes(name) && !grouped.flat().includes(name)).map((name) => [name]),
]

const head = `| fault | ${columns.map((names) => names.join(', ')).join(' | ')} |
|${'---|'.repeat(columns.length + 1)}`.replace('create, recognised', 'create in version 1 with your identifier')

/** The cells of one fault's row: the ends of the operations. */
function cellsOf(fault: string, lasting: Case['lasting']): string {
  const group = allCases.filter((of) => of.fault.name === fault && of.lasting === lasting)
  const cellOf = (name: Operation, version: Case['version']) =>
    cell(group.filter((of) => of.operation === name && of.version === version))
  const cells = columns.map((names) => {
    const shown = names.map((name) => {
      const [v1, v2] = [cellOf(name, 'v1'), cellOf(name, 'v2')]
      // The intro says it for all rows.
      if (name === 'create, recognised' && v2 === cellOf('create', 'v2')) return [name, `${v1}`] as const
      if (!has('v1', name)) return [name, v2] as const
      return [name, v1 === v2 ? `${v1}` : `v1: ${v1}; v2: ${v2}`] as const
    })
    const all = distinct(shown.map(([, text]) => text))
    if (all.length === 1) return all[0]
    return all
      .map((text) => `${shown.flatMap(([name, its]) => (its === text ? [name] : [])).join(', ')}: ${text}`)
      .join('<br>')
  })
  return cells.join(' | ')
}

/** The page of the guide, from what each case promises; the tests hold the client to it. */
export function pageOf(): string {
  const cellsBy = (lasting: Case['lasting']) => faults.map(({ name }) => [name, cellsOf(name, lasting)] as const)
  const lasting = cellsBy('always')
  const passing = cellsBy('once').filter(([, cells], at) => cells !== lasting[at]?.[1])
  // Faults that end alike share a row.
  const table = (rows: typeof lasting) =>
    [
      head,
      ...distinct(rows.map(([, cells]) => cells)).map((cells) => {
        const names = rows.flatMap(([name, its]) => (its === cells ? [name] : []))
        return `| ${names.join('<br>')} | ${cells} |`
      }),
    ].join('\n')
  return `${intro}
## A failure that lasts

${table(lasting)}

## A failure that passes

Only the first request fails. Faults that are not in this table end as in the table above.

${table(passing)}
`
}
