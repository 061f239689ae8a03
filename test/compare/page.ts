import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { documented } from './facts/documented.ts'
import { measured } from './facts/measured.ts'
import { type Results, readResults } from './results.ts'
import { chapters } from './situations/index.ts'
import { files, names } from './subjects.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const pagePath = fileURLToPath(new URL('../../docs/guides/comparison.md', import.meta.url))

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
    if (line >= 0) return `\`test/compare/${folder}/${file}:${line + 1}\``
  }
  throw new Error(`no file of ${folder} has ${id}`)
}

interface Row {
  readonly id: string
  readonly row: string
}

function table(rows: readonly Row[], { cells, versions }: Results): string {
  const lines = [
    ['', ...names.map((name) => `${name} ${versions[name]}`)],
    ['---', ...names.map(() => '---')],
    ...rows.map(({ id, row }) => [row, ...names.map((name) => cells[id]?.[name] ?? '')]),
  ]
  return lines.map((line) => `| ${line.join(' | ')} |`).join('\n')
}

const explained = (rows: readonly (Row & { readonly how: string })[], folder: string) =>
  rows.map(({ id, row, how }) => `- **${row}** (${placeOf(folder, id)}): ${how}`).join('\n')

function tables(results: Results): string {
  const tried = chapters.map(({ title, situations }) =>
    [`### ${title}`, table(situations, results), explained(situations, 'situations')].join('\n\n'),
  )
  const read = documented.map(({ id, row }) => ({ id: `documented-${id}`, row }))
  const rest = [
    '### The package',
    table([...measured, ...read], results),
    `${explained(measured, 'facts')}\n- **The rest** is not tried but read. Behind it stands where: a file and line of the package that was tried, or an address. “Nothing found” is said of READMEs and declarations.`,
  ]
  return [...tried, rest.join('\n\n')].join('\n\n')
}

/** Who is compared, and by which program. */
const clients = ({ versions }: Results) =>
  names
    .map((name) => {
      const home = homes[name]
      const title = home === undefined ? `\`${name}\`` : `[\`${name}\`](${home})`
      return `| ${title} | ${versions[name]} | \`test/compare/${files[name]?.slice(2)}\` |`
    })
    .join('\n')

/** The page that results make. */
export function pageOf(results: Results): string {
  const { date, node } = results
  const fill: Readonly<Record<string, string>> = { date, node, clients: clients(results), tables: tables(results) }
  return readFileSync(`${here}page.md`, 'utf8').replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}

export const writePage = (): void => writeFileSync(pagePath, pageOf(readResults()))

/** The page as it stands. */
export const readPage = (): string => readFileSync(pagePath, 'utf8')
