import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { anchorsOf } from '../../support/markdown.ts'
import type { Cell } from './kit.ts'
import { chapters } from './situations/index.ts'
import { columns, measured, names } from './subjects.ts'

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const read = (path: string) => readFileSync(at(path), 'utf8')
const page = '../../../docs/guides/comparison.md'

/** What a run saw. */
export interface Results {
  readonly date: string
  readonly node: string
  /** The version of each client. */
  readonly versions: Readonly<Record<string, string>>
  /** By the id of a row, then by client. */
  readonly cells: Readonly<Record<string, Readonly<Record<string, Cell>>>>
}

export const readResults = (): Results => JSON.parse(read('results.json'))

export const writeResults = (results: Results): void =>
  writeFileSync(at('results.json'), `${JSON.stringify(results, null, 2)}\n`)

interface Row {
  readonly id: string
  readonly row: string
  readonly how: string
}

/** The anchor of a heading. */
const anchorOf = (heading: string) => [...anchorsOf(`# ${heading}`)][0]

const tableOf = (...lines: readonly (readonly string[])[]) => lines.map((line) => `| ${line.join(' | ')} |`).join('\n')

/** All rows side by side, in a word or two. */
function overview(rows: readonly Row[], { cells, versions }: Results): string {
  const head = ['', ...names.map((name) => `${name} ${versions[name]}`)]
  const body = rows.map(({ id, row }) => {
    const briefs = names.map((name) => cells[id]?.[name]?.brief ?? '')
    return [`[${row}](#${anchorOf(row)})`, ...briefs]
  })
  return tableOf(
    head,
    head.map(() => '---'),
    ...body,
  )
}

/** Rows by themselves, each with all that is known of it. */
const details = (rows: readonly Row[], { cells }: Results) =>
  rows.map(({ id, row, how }) => {
    const body = names.map((name) => [name, cells[id]?.[name]?.seen ?? ''])
    return `#### ${row}\n\n${how}\n\n${tableOf(['', 'seen'], ['---', '---'], ...body)}`
  })

/** Who is compared, and by which program. */
const clients = ({ versions }: Results) =>
  Object.entries(columns)
    .map(([name, { file, home }]) => {
      const title = home === undefined ? `\`${name}\`` : `[\`${name}\`](${home})`
      return `| ${title} | ${versions[name]} | \`test/nightly/compare/${file.slice(2)}\` |`
    })
    .join('\n')

/** The page that results make. */
export function pageOf(results: Results): string {
  const tables = [...chapters, { title: 'The package', situations: measured }]
  const fill: Readonly<Record<string, string>> = {
    date: results.date,
    node: results.node,
    clients: clients(results),
    overview: overview(
      tables.flatMap(({ situations }): readonly Row[] => situations),
      results,
    ),
    details: tables.flatMap(({ title, situations }) => [`### ${title}`, ...details(situations, results)]).join('\n\n'),
  }
  return read('page.md').replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}

export const writePage = (): void => writeFileSync(at(page), pageOf(readResults()))

/** The page as it stands. */
export const readPage = (): string => read(page)
