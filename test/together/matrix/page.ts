import type { Case } from './expected.ts'
import { faults } from './faults.ts'
import type { Observation } from './observe.ts'
import { creates, operationNames, writes } from './operations.ts'

const intro = `# What each failure ends in

What a call comes to when its service fails: every kind of fault that the [mock service](faults.md) can be told to make, by every
operation, in both versions. This page is written by the test that tries them all, \`test/together/matrix/\`, with the default options but for a low
\`maxResponseBytes\`. It tries them in process; one case of each fault is tried over a socket too.

- \`result\`: the call succeeds. Another word is the \`code\` of its [error](errors-and-limits.md). \`×3\`: after three attempts.
- Of writes, the \`outcome\` stands behind it. \`1 made\`: so many events are there afterwards; \`0 or 1 made\`: none where the fault struck before the service acted, one where
  it struck after.
- Deleting is refused by the service as documented, so \`http, not applied\` is how a \`delete\` ends that nothing disturbs.
- "Recognised" is a create with an identifier of your own. Version 1 makes one event of it however often it comes; where the versions differ for that reason, both stand there.

Statuses from 400 to 499 are tried before the service acts alone: a service that refuses what it has done cannot be helped. The same goes for a redirect to
the same address. A success that the service only claims, by a body that calls itself JSON, is believed, and the outcome is \`applied\`.
What comes after a redirect to the same address strikes before the service acts there.
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
  return texts.join(' or ') + (first && creates(first.operation) ? `, ${made.join(' or ')} made` : '')
}

function row(fault: string, lasting: Case['lasting'], cases: readonly Case[], seen: (of: Case) => Observation): string {
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
  return `| ${[fault, ...cells].join(' | ')} |`
}

const head = `| the service answers with | list, page, get, follow | update | create | create, recognised | delete |
|---|---|---|---|---|---|`

/** The page of the guide, from what was seen. */
export function pageOf(cases: readonly Case[], seen: (of: Case) => Observation): string {
  const table = (lasting: Case['lasting']) =>
    [head, ...faults.map(({ name }) => row(name, lasting, cases, seen))].join('\n')
  return `${intro}
## A failure that lasts

${table('always')}

## A failure that passes

The first request alone fails.

${table('once')}
`
}
