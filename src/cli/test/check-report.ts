import type { CheckFinding, CheckReport } from 'osdi-events/mock'
import type { Screen } from '../terminal/screen.ts'
import { oneLine, wrap } from '../terminal/text.ts'

/** One comparison of a report, as text. */
interface Line {
  readonly title: string
  readonly assumed: string
  /** What the service does. If the check could not tell: why. */
  readonly seen: string
}

/** The comparisons of a report, grouped by result. */
interface Results {
  readonly asAssumed: readonly Line[]
  readonly different: readonly Line[]
  /** What no check can tell. Each has its own reason. */
  readonly neither: readonly Line[]
  /** What this check could not tell, by the reason. The most frequent reason comes first. */
  readonly untold: readonly (readonly [reason: string, lines: readonly Line[]])[]
}

/** A setting as text, such as `403 repeating the key`. */
export const settingText = (setting: CheckFinding['mock'] | undefined): string =>
  typeof setting === 'string' ? setting : typeof setting === 'function' ? 'a function' : JSON.stringify(setting)

const lineOf = ({ title, mock, service, note }: CheckFinding): Line => ({
  title,
  assumed: settingText(mock),
  seen: service === undefined ? (note ?? '') : settingText(service),
})

function resultsOf({ findings, fields, others }: CheckReport): Results {
  const rows = [...fields, ...others].map(({ what, expected, seen }) => ({ title: what, assumed: expected, seen }))
  const having = (outcome: CheckFinding['outcome']) => findings.filter((finding) => finding.outcome === outcome)
  const [neither, untold] = [true, false].map((is) =>
    having('could not tell')
      .filter(({ shownBy }) => (shownBy === 'neither') === is)
      .map(lineOf),
  )
  const reason = ({ seen }: Line) => (seen === 'only writes show it' ? `${seen}: --writes tries them` : seen)
  const byReason = [...Map.groupBy(untold ?? [], reason)]
  return {
    asAssumed: [...having('as assumed').map(lineOf), ...rows.filter(({ assumed, seen }) => assumed === seen)],
    different: [...having('different').map(lineOf), ...rows.filter(({ assumed, seen }) => assumed !== seen)],
    neither: neither ?? [],
    untold: byReason.toSorted(([, one], [, other]) => other.length - one.length),
  }
}

const countUntold = ({ neither, untold }: Results): number =>
  untold.reduce((sum, [, lines]) => sum + lines.length, neither.length)

const verdictOf = (results: Results): string =>
  `${results.asAssumed.length} as assumed · ${results.different.length} different · ${countUntold(results)} could not tell`

/** Where and how the service was asked, and what it was compared with. */
function summaryOf(
  { baseUrl, apiPath, api, requests, pageTime, complete }: CheckReport,
  { preset }: TextOptions,
): readonly string[] {
  const address = apiPath === `/api/${api}` ? baseUrl : `${baseUrl}${apiPath}`
  return [
    `${address}, version ${api.slice(1)}: ${requests} requests, ${pageTime} ms for the first page${complete ? '' : ', not complete'}`,
    `assumed: ${preset === undefined ? 'the documented service' : `the preset ${preset}`}`,
  ]
}

/** What the user should do, in one sentence. */
function conclusionOf(
  { client, complete, others, namespace }: CheckReport,
  results: Results,
  { changes, save }: TextOptions,
): string {
  const prefix = otherPrefixIn(others, namespace)
  if (prefix !== undefined) return `To do: run the check again with --namespace ${prefix}.`
  if (client.reads === 'no') return 'To do: ask the service to send what is missing; the client cannot read its events.'
  if (changes !== undefined && changes.lines.length > 0)
    return 'To do: test your program with these changes, then save the new report with --save.'
  if (!complete) return 'To do: run the check again; the service did not answer all requests.'
  if (changes !== undefined || results.different.length === 0)
    return 'Nothing to do: the service does what was assumed.'
  return save === undefined
    ? 'To do: save the report with --save, and test your program with mock --assumptions.'
    : `To do: test your program with mock --assumptions ${save}.`
}

/** The prefix of a service that does not use that of `--namespace`. */
export function otherPrefixIn(others: CheckReport['others'], namespace: string): string | undefined {
  const { seen = '' } = others.find(({ what }) => what === 'prefixes of curies') ?? {}
  const prefixes = seen.split(', ').filter((prefix) => prefix !== '' && prefix !== 'osdi' && prefix !== 'none')
  return prefixes.includes(namespace) ? undefined : prefixes[0]
}

/** Says what a report means for the client of this package, as pairs of a question and its answer. */
function meaningOf({
  client,
  findings,
  writes,
}: CheckReport): readonly (readonly [question: string, answer: string])[] {
  const { reads, missing, filters, totals } = client
  return [
    [
      'reads events',
      { yes: 'yes', no: `no: ${missing.join('; ')}`, unknown: 'not known: the key has no event' }[reads],
    ],
    [
      'finds one event',
      { yes: 'yes, by a filter', no: 'slowly: it reads the whole list', unknown: 'not known' }[filters],
    ],
    [
      'knows when a list ends',
      { yes: 'yes: lists name their total', no: 'no: lists name no total', unknown: 'not known' }[totals],
    ],
    ['writes', writes === undefined ? 'not tried: this check sent only GET' : writesText(findings)],
  ]
}

function writesText(findings: CheckReport['findings']): string {
  const tried = findings.filter(({ shownBy }) => shownBy === 'write')
  const count = (outcome: CheckFinding['outcome']) => tried.filter((finding) => finding.outcome === outcome).length
  return `tried: ${count('as assumed')} as assumed, ${count('different')} different`
}

/** The assumptions that have changed since a file of `check --save`. */
export interface Changes {
  readonly file: string
  /** One line for each assumption, with both settings. */
  readonly lines: readonly string[]
}

const changeVerdictOf = ({ file, lines }: Changes): string =>
  lines.length === 0
    ? `no change since ${file}`
    : `${lines.length} ${lines.length === 1 ? 'assumption has' : 'assumptions have'} changed since ${file}`

/** What the text of a report has besides the report. */
interface TextOptions {
  readonly all: boolean
  readonly changes: Changes | undefined
  /** The preset whose assumptions the service was compared with; undefined for those of the spec. */
  readonly preset: string | undefined
  /** The file of the report. */
  readonly save: string | undefined
}

/** As many reasons are printed without --all, so that a report fits on a screen. */
const maxReasons = 4

/** A report as text for a terminal of this width, or without a limit of width for a file. */
export function textOf(report: CheckReport, options: TextOptions, screen: Screen): string {
  const { all, changes } = options
  const { width = Number.POSITIVE_INFINITY, paint } = screen
  const isChanged = changes !== undefined && changes.lines.length > 0
  const results = resultsOf(report)
  const style = report.client.reads === 'no' ? 'error' : results.different.length > 0 ? 'warning' : 'done'
  const meaning = meaningOf(report)
  const widest = Math.max(...meaning.map(([question]) => question.length))
  const dim = (text: string, columns = 0) => indented(text, columns, width).map((line) => paint('dim', line))
  const section = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [paint('strong', title), ...lines]
  const assumed = ({ title, assumed }: Line) => dim(`${title}: ${assumed}`, 6)
  const parts = [
    changes === undefined
      ? []
      : [
          ...wrap(oneLine(changeVerdictOf(changes)), width).map((line) => paint(isChanged ? 'warning' : 'done', line)),
          ...changes.lines.flatMap((line) => indented(line, 2, width)),
        ],
    [paint(style, verdictOf(results)), ...summaryOf(report, options).flatMap((line) => dim(line))],
    section(
      'What this means for the client',
      meaning.flatMap(([question, answer]) => hanging(`  ${question.padEnd(widest)}  `, answer, width)),
    ),
    section(
      'Different',
      results.different.flatMap(({ title, assumed, seen }) =>
        hanging('  ', `${title}: ${seen}, assumed ${assumed}`, width),
      ),
    ),
    section(
      'Could not tell',
      all
        ? [
            ...results.untold.flatMap(([reason, lines]) => [
              ...counted(lines.length, reason, width),
              ...lines.flatMap(assumed),
            ]),
            ...results.neither.flatMap((line) => [...assumed(line), ...hanging('        ', line.seen, width)]),
          ]
        : untoldText(results, width),
    ),
    all ? section('As assumed', results.asAssumed.flatMap(assumed)) : [],
    wrap(conclusionOf(report, results, options), width),
  ]
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`
}

/** The reasons why a check could not tell, with how many assumptions each is about. */
function untoldText({ neither, untold }: Results, width: number): readonly string[] {
  const more = untold.slice(maxReasons).reduce((sum, [, lines]) => sum + lines.length, 0)
  return [
    ...untold.slice(0, maxReasons).flatMap(([reason, lines]) => counted(lines.length, reason, width)),
    ...(more > 0 ? counted(more, 'other reasons, which --all prints', width) : []),
    ...(neither.length > 0 ? counted(neither.length, 'no check shows it; --all says how to find out', width) : []),
  ]
}

const counted = (count: number, reason: string, width: number): readonly string[] =>
  hanging(`  ${count}: `, reason, width)

const indented = (text: string, columns: number, width: number): readonly string[] =>
  wrap(oneLine(text), width - columns).map((line) => `${' '.repeat(columns)}${line}`)

/** Lines of text behind a heading. All lines begin in the same column. */
const hanging = (head: string, text: string, width: number): readonly string[] =>
  wrap(oneLine(text), width - head.length).map(
    (line, index) => `${index === 0 ? head : ' '.repeat(head.length)}${line}`,
  )

/** A report as Markdown, for an issue. */
export function markdownOf(report: CheckReport, options: TextOptions): string {
  const { changes } = options
  const results = resultsOf(report)
  const cell = (value: string) => oneLine(value).replaceAll('|', '\\|')
  const table = (lines: readonly Line[], seen = 'service') =>
    lines.length === 0
      ? []
      : [
          `| what | assumed | ${seen} |`,
          '|---|---|---|',
          ...lines.map(({ title, assumed, seen }) => `| ${[title, assumed, seen].map(cell).join(' | ')} |`),
        ]
  const section = (heading: string, lines: readonly string[]) => (lines.length === 0 ? [] : ['', heading, '', ...lines])
  return `${[
    ...(changes
      ? [`**${oneLine(changeVerdictOf(changes))}**`, '', ...changes.lines.map((line) => `- ${line}`), '']
      : []),
    `**${verdictOf(results)}**`,
    '',
    summaryOf(report, options).join(', '),
    ...section(
      '### What this means for the client',
      meaningOf(report).map(([question, answer]) => `- ${question}: ${answer}`),
    ),
    ...section('### Different', table(results.different)),
    ...section(
      '### Could not tell',
      table([...results.untold.flatMap(([, lines]) => lines), ...results.neither], 'why'),
    ),
    ...section('### As assumed', table(results.asAssumed)),
    '',
    conclusionOf(report, results, options),
  ].join('\n')}\n`
}
