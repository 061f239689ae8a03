import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documented } from './facts/documented.ts'
import { measured } from './facts/measured.ts'
import { type Results, readResults } from './results.ts'
import { chapters } from './situations/index.ts'
import { files, names } from './subjects.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const pagePath = fileURLToPath(new URL('../../../docs/guides/comparison.md', import.meta.url))

/** Where each client is told of. */
const homes: Readonly<Record<string, string>> = {
  octokit: 'https://github.com/octokit/octokit.js',
  stripe: 'https://github.com/stripe/stripe-node',
  openai: 'https://github.com/openai/openai-node',
  ketting: 'https://github.com/badgateway/ketting',
  'osdi-client': 'https://github.com/ben-pr-p/osdi-client',
}

/** The file and line of an experiment. */
function placeOf(folder: string, id: string): string {
  for (const file of readdirSync(`${here}${folder}`)) {
    const line = readFileSync(`${here}${folder}/${file}`, 'utf8')
      .split('\n')
      .findIndex((text) => text.includes(`id: '${id}'`))
    if (line >= 0) return `\`test/nightly/compare/${folder}/${file}:${line + 1}\``
  }
  throw new Error(`no file of ${folder} has ${id}`)
}

interface Row {
  readonly id: string
  readonly row: string
}

/** The anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

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

/** One row, with all that is known of it. */
function details({ id, row }: Row, introduction: string, { cells }: Results): string {
  const body = names.map((name) => [name, cells[id]?.[name]?.seen ?? ''])
  return [`#### ${row}`, introduction, tableOf(['', 'seen'], ['---', '---'], ...body)].filter(Boolean).join('\n\n')
}

const tried = (rows: readonly (Row & { readonly how: string })[], folder: string, results: Results) =>
  rows.map((row) => details(row, `${row.how} (${placeOf(folder, row.id)})`, results)).join('\n\n')

/** Every row by itself. */
function all(results: Results): string {
  const read = documented.map(({ id, row }) => details({ id: `documented-${id}`, row }, '', results)).join('\n\n')
  return [
    ...chapters.map(({ title, situations }) => `### ${title}\n\n${tried(situations, 'situations', results)}`),
    `### The package\n\n${tried(measured, 'facts', results)}`,
    `### What is read, not tried\n\n${readFrom}\n\n${read}`,
  ].join('\n\n')
}

const readFrom =
  'Behind each stands where: a file and line of the package that was tried, or an address. “Nothing found” is said of READMEs and declarations.'

/** Who is compared, and by which program. */
const clients = ({ versions }: Results) =>
  names
    .map((name) => {
      const home = homes[name]
      const title = home === undefined ? `\`${name}\`` : `[\`${name}\`](${home})`
      return `| ${title} | ${versions[name]} | \`test/nightly/compare/${files[name]?.slice(2)}\` |`
    })
    .join('\n')

/** The page that results make. */
export function pageOf(results: Results): string {
  const { date, node } = results
  const rows = [...chapters.flatMap(({ situations }) => situations), ...measured]
  const fill: Readonly<Record<string, string>> = {
    date,
    node,
    clients: clients(results),
    overview: overview(rows, results),
    details: all(results),
  }
  return readFileSync(`${here}page.md`, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}

export const writePage = (): void => writeFileSync(pagePath, pageOf(readResults()))

/** The page as it stands. */
export const readPage = (): string => readFileSync(pagePath, 'utf8')
