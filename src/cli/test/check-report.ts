import type { CheckFinding, CheckReport, CheckRow } from 'osdi-events/mock'
import type { Screen } from '../terminal/screen.ts'
import { oneLine, wrap } from '../terminal/text.ts'

/** One comparison of a report, as text. */
interface Line {
  readonly title: string
  readonly assumed: string
  /** What the service does. If the check could not find out: why not, or how to test it by hand. */
  readonly seen: string
}

/** The comparisons of a report, grouped by result. */
interface Results {
  readonly asAssumed: readonly Line[]
  readonly differing: readonly Line[]
  readonly open: readonly Line[]
}

/** A setting as text, such as `403 repeating the key`. */
export const settingText = (setting: CheckFinding['mock'] | undefined): string =>
  typeof setting === 'string' ? setting : typeof setting === 'function' ? 'a function' : JSON.stringify(setting)

function resultsOf({ findings, fields, others }: CheckReport): Results {
  const lines = findings.map(({ title, outcome, mock, service, note }) => ({
    outcome,
    line: { title, assumed: settingText(mock), seen: service === undefined ? (note ?? '') : settingText(service) },
  }))
  const rows = [...fields, ...others].map(({ what, expected, seen }: CheckRow) => ({
    outcome: expected === seen ? ('same' as const) : ('different' as const),
    line: { title: what, assumed: expected, seen },
  }))
  const having = (...outcomes: readonly CheckFinding['outcome'][]) =>
    [...lines, ...rows].filter(({ outcome }) => outcomes.includes(outcome)).map(({ line }) => line)
  return { asAssumed: having('same'), differing: having('different'), open: having('cannot tell', 'by hand') }
}

const verdictOf = ({ asAssumed, differing, open }: Results): string =>
  `${asAssumed.length} as assumed · ${differing.length} differ · ${open.length} not tested`

function summaryOf({ baseUrl, apiPath, api, requests, pageTime, complete }: CheckReport): string {
  const address = apiPath === `/api/${api}` ? baseUrl : `${baseUrl}${apiPath}`
  return `${address}, version ${api.slice(1)}: ${requests} requests, ${pageTime} ms for the first page${complete ? '' : ', not complete'}`
}

/** Says what a report means for the client of this package, as pairs of a question and its answer. */
function meaningOf({ client }: CheckReport): readonly (readonly [question: string, answer: string])[] {
  const { reads, missing, filters, totals } = client
  return [
    [
      'reads events',
      { yes: 'yes', no: `no: ${missing.join('; ')}`, unknown: 'not known: the key has no event' }[reads],
    ],
    ['finds by filter', { yes: 'yes', no: 'no: it reads whole lists', unknown: 'not known' }[filters]],
    [
      'sees the end of a list',
      { yes: 'yes: lists name their total', no: 'no: lists name no total', unknown: 'not known' }[totals],
    ],
    ['writes', 'not tried: this command sends only GET'],
  ]
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
}

/** A report as text for a terminal of this width, or without a limit of width for a file. */
export function textOf(report: CheckReport, { all, changes }: TextOptions, screen: Screen): string {
  const { width = Number.POSITIVE_INFINITY, paint } = screen
  const isChanged = changes !== undefined && changes.lines.length > 0
  const results = resultsOf(report)
  const { asAssumed, differing, open } = results
  const style = report.client.reads === 'no' ? 'error' : differing.length > 0 ? 'warning' : 'done'
  const meaning = meaningOf(report)
  const widest = Math.max(...meaning.map(([question]) => question.length))
  const title = (text: string) => paint('strong', text)
  const compared = (lines: readonly Line[]) =>
    lines.flatMap(({ title, assumed, seen }) => [
      ...indented(title, 2, width),
      ...indented(`assumed: ${assumed}`, 6, width).map((line) => paint('dim', line)),
      ...indented(`service: ${seen}`, 6, width),
    ])
  const parts = [
    changes === undefined
      ? []
      : [
          ...wrap(oneLine(changeVerdictOf(changes)), width).map((line) => paint(isChanged ? 'warning' : 'done', line)),
          ...changes.lines.flatMap((line) => indented(line, 2, width)),
        ],
    [paint(style, verdictOf(results)), ...wrap(summaryOf(report), width).map((line) => paint('dim', line))],
    [
      title('What this means for the client'),
      ...meaning.flatMap(([question, answer]) => hanging(`  ${question.padEnd(widest)}  `, answer, width)),
    ],
    differing.length === 0 ? [] : [title('What differs'), ...compared(differing)],
    all && open.length > 0 ? [title('What was not tested'), ...looked(open, width)] : [],
    all && asAssumed.length > 0 ? [title('What is as assumed'), ...plain(asAssumed, width)] : [],
    all
      ? []
      : wrap('The rest, and how to try by hand what no GET shows: --all', width).map((line) => paint('dim', line)),
  ]
  return `${parts
    .filter((part) => part.length > 0)
    .map((part) => part.join('\n'))
    .join('\n\n')}\n`
}

const indented = (text: string, columns: number, width: number): readonly string[] =>
  wrap(oneLine(text), width - columns).map((line) => `${' '.repeat(columns)}${line}`)

/** Lines of text behind a heading. All lines begin in the same column. */
const hanging = (head: string, text: string, width: number): readonly string[] =>
  wrap(oneLine(text), width - head.length).map(
    (line, index) => `${index === 0 ? head : ' '.repeat(head.length)}${line}`,
  )

const looked = (lines: readonly Line[], width: number): readonly string[] =>
  lines.flatMap(({ title, assumed, seen }) => [
    ...indented(`${title}, assumed: ${assumed}`, 2, width),
    ...indented(seen, 6, width),
  ])

const plain = (lines: readonly Line[], width: number): readonly string[] =>
  lines.flatMap(({ title, assumed }) => indented(`${title}: ${assumed}`, 2, width))

/** A report as Markdown, for an issue. */
export function markdownOf(report: CheckReport, changes: Changes | undefined): string {
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
    summaryOf(report),
    ...section(
      '### What this means for the client',
      meaningOf(report).map(([question, answer]) => `- ${question}: ${answer}`),
    ),
    ...section('### What differs', table(results.differing)),
    ...section('### What was not tested', table(results.open, 'how to test it')),
    ...section('### What is as assumed', table(results.asAssumed)),
  ].join('\n')}\n`
}
