import type { Case } from './expected.ts'
import { faults } from './faults.ts'
import type { Observation } from './observe.ts'
import { creates, operationNames, writes } from './operations.ts'

const intro = `# What each failure ends in

Every fault of the [mock service](faults.md) by every operation, in both versions, with default options but a low \`maxResponseBytes\`. The test that tries them,
\`test/together/matrix/\`, writes this page. One case of each fault runs over a socket too.

- \`result\`: success. Another word is the \`code\` of the [error](errors-and-retries.md). \`×3\`: after three attempts.
- A write has its \`outcome\` behind it. \`0–1 made\`: an event, if the service acted before the fault.
- The service refuses every delete, so \`http, not applied\` is what an undisturbed \`delete\` ends in.
- "Recognised" is a create with your own identifier. Version 1 makes one event of it, however often it comes.
`

const distinct = (texts: readonly string[]) => [...new Set(texts)]

/** What one operation comes to, over the cases that differ in when the fault strikes. */
function cell(group: readonly Case[], seen: (of: Case) => Observation): string {
  const texts = distinct(
    group.map((of) => {
      const { code, attempts, outcome } = seen(of)
      const word = code === 'result' ? 'result' : `\`${code}\``
      return `${word}${attempts > 1 ? ` ×${attempts}` : ''}${outcome ? `, ${outcome}` : ''}`
    }),
  )
  const made = distinct(group.map((of) => String(seen(of).made)).sort())
  const [first] = group
  return texts.join(' or ') + (first && creates(first.operation) ? `, ${made.join('–')} made` : '')
}

/** What the operations come to under one fault: the cells of its row. */
function cellsOf(
  fault: string,
  lasting: Case['lasting'],
  cases: readonly Case[],
  seen: (of: Case) => Observation,
): string {
  const group = cases.filter((of) => of.fault.name === fault && of.lasting === lasting)
  const columns = [
    operationNames.filter((name) => !writes(name)),
    ...operationNames.filter(writes).map((name) => [name]),
  ] as const
  const cells = columns.map((names) => {
    const shown = names.map((name) => {
      const [v1, v2] = (['v1', 'v2'] as const).map((version) =>
        cell(
          group.filter((of) => of.operation === name && of.version === version),
          seen,
        ),
      )
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

const head = `| the service answers with | list, page, get, follow | update | create | create, recognised | delete |
|---|---|---|---|---|---|`

/** The page of the guide, from what was seen. */
export function pageOf(cases: readonly Case[], seen: (of: Case) => Observation): string {
  const cellsBy = (lasting: Case['lasting']) =>
    faults.map(({ name }) => [name, cellsOf(name, lasting, cases, seen)] as const)
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

Only the first request fails. What is not listed ends as above.

${table(passing)}
`
}
