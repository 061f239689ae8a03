import { readFileSync } from 'node:fs'
import type { Check, Verdict } from './checks/check.ts'
import { checks, groups } from './checks/run.ts'

/** What came of one runtime. */
export interface Results {
  readonly name: string
  /** As the runtime says it. */
  readonly version: string
  readonly verdicts: ReadonlyMap<string, Verdict>
  /** Whether CommonJS can require the package; absent where there is no CommonJS. */
  readonly requires?: boolean
}

const tableOf = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')

/** What a check came to on a runtime, in a word: what it does instead is no failure. */
function wordOf({ title, instead = {} }: Check, { name, verdicts }: Results): string {
  const verdict = verdicts.get(title)
  return verdict && !verdict.failure ? (instead[name] ?? 'yes') : '**no**'
}

/** The page of the guide. A check that comes to the same on all runtimes is counted; only the others have a row. */
export function pageOf(runtimes: readonly Results[]): string {
  const shortName = ({ name }: Results) => name.split(' ')[0] ?? name
  const tried = runtimes.map((runtime) => {
    const { version, requires } = runtime
    const asSaid = checks.filter((check) => wordOf(check, runtime) === 'yes').length
    const required = requires === undefined ? '–' : requires ? 'yes' : '**no**'
    return [`${shortName(runtime)} ${version}`, 'yes', required, `${asSaid} of ${checks.length}`]
  })
  const same = (check: Check) => runtimes.every((runtime) => wordOf(check, runtime) === 'yes')
  const fill: Readonly<Record<string, string>> = {
    runtimes: tableOf(['runtime', '`import`', '`require`', 'checks that pass'], tried),
    groups: tableOf(
      ['checks', 'same on all', 'what they show'],
      Object.entries(groups).map(([name, { says, checks }]) => [
        name,
        `${checks.filter(same).length} of ${checks.length}`,
        says,
      ]),
    ),
    differences: tableOf(
      ['check', ...runtimes.map(({ name }) => name)],
      checks
        .filter((check) => !same(check))
        .map((check) => [check.title, ...runtimes.map((runtime) => wordOf(check, runtime))]),
    ),
  }
  const template = readFileSync(new URL('page.md', import.meta.url), 'utf8')
  return template.replace(/\{\{(\w+)\}\}/g, (_, name: string) => fill[name] ?? '')
}
