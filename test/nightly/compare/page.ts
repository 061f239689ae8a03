import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Cell } from './kit.ts'
import { situations } from './situations/index.ts'
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

const tableOf = (...lines: readonly (readonly string[])[]) => lines.map((line) => `| ${line.join(' | ')} |`).join('\n')

/** All rows side by side, in a word or two. */
function overview({ cells, versions }: Results): string {
  const head = ['', ...names.map((name) => `${name} ${versions[name]}`)]
  const body = [...situations, ...measured].map(({ id, row }) => [
    row,
    ...names.map((name) => cells[id]?.[name]?.brief ?? ''),
  ])
  return tableOf(
    head,
    head.map(() => '---'),
    ...body,
  )
}

/** Who is compared: where to read about it, and the program that uses it. */
const clients = () =>
  tableOf(
    ['client', 'tried by'],
    ['---', '---'],
    ...Object.entries(columns).map(([name, { file, home }]) => [
      home === undefined ? `\`${name}\`` : `[\`${name}\`](${home})`,
      `\`test/nightly/compare/${file.slice(2)}\``,
    ]),
  )

/** The page that results make. */
export function pageOf(results: Results): string {
  const fill: Readonly<Record<string, string>> = {
    date: results.date,
    node: results.node,
    clients: clients(),
    overview: overview(results),
  }
  return read('page.md').replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}

export const writePage = (): void => writeFileSync(at(page), pageOf(readResults()))

/** The page as it stands. */
export const readPage = (): string => read(page)
