import type { Check, Verdict } from './checks/check.ts'

/** What came of one runtime. */
export interface Results {
  readonly name: string
  /** As the runtime says it. */
  readonly version: string
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Whether CommonJS can require the package; absent where there is no CommonJS. */
  readonly requires?: boolean
}

const intro = `# Runtimes

Where the package works, as seen with its tarball: packed as it is published, installed into an empty project, and asked for both versions over real sockets. This page is
written by the suite that tries it, \`npm run test:runtimes\`, and held to it; workerd is what Cloudflare Workers run on.

\`yes\`: holds there. Another word is what the runtime does instead, as it is meant; [why](#what-differs).
`

const outro = `## What differs

- **Pages** are not told where a redirect leads, so they follow none: a redirect ends in a \`LinkError\`, wherever it points. The browser names itself in the \`User-Agent\`, and
  it may send a request again by itself whose kept connection broke. A key in a page is everybody's: \`dangerouslyAllowBrowser\` says that you mean it.
- **Pages and Workers** are not told why a connection failed. A create that failed so may have arrived, and is not sent again unless \`retry.retryCreates\` says that it may be.
- **Deno and Bun** run the same files as Node. Deno needs \`--allow-net\` for the service's host; the mock service in process needs no permission.
- **CommonJS** requires the package, although it is ESM: Node does that from 22.12 on, which is the oldest that is supported. [What is supported, and for how long](support.md).
`

const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

/** The page of the guide: a table of checks by runtimes for each group. */
export function pageOf(groups: Readonly<Record<string, readonly Check[]>>, runtimes: readonly Results[]): string {
  const head = ['', ...runtimes.map(({ name, version }) => `${name.split(' ')[0]} ${version}`)]
  const table = (rows: readonly (readonly string[])[]) => [head, head.map(() => '---'), ...rows].map(lineOf).join('\n')
  const rowOf = ({ title, instead = {} }: Check) => {
    const worked = ({ verdicts }: Results) => verdicts.has(title) && !verdicts.get(title)?.failure
    return [title, ...runtimes.map((runtime) => (worked(runtime) ? (instead[runtime.name] ?? 'yes') : '**no**'))]
  }
  const required = runtimes.map(({ requires }) => (requires === undefined ? '–' : requires ? 'yes' : '**no**'))
  const sections = Object.entries(groups).map(([name, checks]) => `## ${name}\n\n${table(checks.map(rowOf))}\n`)
  const modules = `## Modules\n\n${table([
    ["`import 'osdi-events'`", ...runtimes.map(() => 'yes')],
    ["`require('osdi-events')`", ...required],
  ])}\n`
  return [intro, modules, ...sections, outro].join('\n')
}
