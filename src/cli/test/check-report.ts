import type { CheckFinding, CheckReport, CheckRow } from 'osdi-events/mock'
import type { Screen } from '../terminal/screen.ts'
import { oneLine, wrap } from '../terminal/text.ts'

/** One comparison of a report, as text. */
interface Line {
  readonly title: string
  readonly expected: string
  /** What the service does. If the check could not find out: why not, or how to test it by hand. */
  readonly seen: string
}

/** The comparisons of a report, grouped by result. */
interface Results {
  readonly asExpected: readonly Line[]
  readonly differing: readonly Line[]
  /** What no GET shows. */
  readonly byHand: readonly Line[]
  /** What the check could not find out, by the reason. */
  readonly unknown: ReadonlyMap<string, readonly Line[]>
}

/** A setting as text, such as `403 repeating the key`. */
export const settingText = (setting: CheckFinding['mock'] | undefined): string =>
  typeof setting === 'string' ? setting : typeof setting === 'function' ? 'a function' : JSON.stringify(setting)

function resultsOf({ findings, fields, others }: CheckReport): Results {
  const lines = findings.map(({ title, outcome, mock, service, note }) => ({
    outcome,
    line: { title, expected: settingText(mock), seen: service === undefined ? (note ?? '') : settingText(service) },
  }))
  const rows = [...fields, ...others].map(({ what, expected, seen }: CheckRow) => ({
    outcome: expected === seen ? ('same' as const) : ('different' as const),
    line: { title: what, expected: expected, seen },
  }))
  const having = (...outcomes: readonly CheckFinding['outcome'][]) =>
    [...lines, ...rows].filter(({ outcome }) => outcomes.includes(outcome)).map(({ line }) => line)
  return {
    asExpected: having('same'),
    differing: having('different'),
    byHand: having('by hand'),
    unknown: Map.groupBy(having('cannot tell'), ({ seen }) => seen),
  }
}

const untestedIn = ({ byHand, unknown }: Results): number =>
  [...unknown.values()].reduce((sum, lines) => sum + lines.length, byHand.length)

const verdictOf = (results: Results): string =>
  `${results.asExpected.length} as expected · ${results.differing.length} differ · ${untestedIn(results)} not tested`

/** Where and how the service was asked, and what it was compared with. */
function summaryOf(
  { baseUrl, apiPath, api, requests, pageTime, complete }: CheckReport,
  { preset }: TextOptions,
): readonly string[] {
  const address = apiPath === `/api/${api}` ? baseUrl : `${baseUrl}${apiPath}`
  return [
    `${address}, version ${api.slice(1)}: ${requests} requests, ${pageTime} ms for the first page${complete ? '' : ', not complete'}`,
    `compared with ${preset === undefined ? 'the documented service' : `the preset ${preset}`}`,
  ]
}

/** What the user should do, in one sentence. */
function conclusionOf(
  { client, complete, others, namespace }: CheckReport,
  results: Results,
  { changes }: TextOptions,
): string {
  const prefix = otherPrefixIn(others, namespace)
  if (prefix !== undefined) return `To do: run the check again with --namespace ${prefix}.`
  if (client.reads === 'no') return 'To do: ask the service to send what is missing; the client cannot read its events.'
  if (changes !== undefined && changes.lines.length > 0)
    return 'To do: test your program with these changes, then save the new findings with --save.'
  if (!complete) return 'To do: run the check again; the service did not answer all requests.'
  if (changes !== undefined || results.differing.length === 0)
    return 'Nothing to do: the service does what was expected.'
  return 'To do: save the findings with --save, and test your program with them.'
}

/** The prefix of a service that does not use that of `--namespace`. */
export function otherPrefixIn(others: CheckReport['others'], namespace: string): string | undefined {
  const { seen = '' } = others.find(({ what }) => what === 'prefixes of curies') ?? {}
  const prefixes = seen.split(', ').filter((prefix) => prefix !== '' && prefix !== 'osdi' && prefix !== 'none')
  return prefixes.includes(namespace) ? undefined : prefixes[0]
}

/** Says what a report means for the client of this package, as pairs of a question and its answer. */
function meaningOf({ client }: CheckReport): readonly (readonly [question: string, answer: string])[] {
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
  /** The preset whose assumptions the service was compared with; undefined for those of the spec. */
  readonly preset: string | undefined
}

/** A report as text for a terminal of this width, or without a limit of width for a file. */
export function textOf(report: CheckReport, options: TextOptions, screen: Screen): string {
  const { all, changes } = options
  const { width = Number.POSITIVE_INFINITY, paint } = screen
  const isChanged = changes !== undefined && changes.lines.length > 0
  const results = resultsOf(report)
  const { asExpected, differing, byHand, unknown } = results
  const style = report.client.reads === 'no' ? 'error' : differing.length > 0 ? 'warning' : 'done'
  const meaning = meaningOf(report)
  const widest = Math.max(...meaning.map(([question]) => question.length))
  const title = (text: string) => paint('strong', text)
  const dim = (text: string, columns = 0) => indented(text, columns, width).map((line) => paint('dim', line))
  const compared = (lines: readonly Line[]) =>
    lines.flatMap(({ title, expected, seen }) => [
      ...indented(title, 2, width),
      ...dim(`expected: ${expected}`, 6),
      ...indented(`service: ${seen}`, 6, width),
    ])
  const group = (reason: string, lines: readonly Line[]) =>
    lines.length === 0
      ? []
      : [
          ...indented(`${lines.length} ${reason}`, 2, width),
          ...(all ? lines.flatMap((line) => dim(`${line.title}, expected: ${line.expected}`, 6)) : []),
        ]
  const parts = [
    changes === undefined
      ? []
      : [
          ...wrap(oneLine(changeVerdictOf(changes)), width).map((line) => paint(isChanged ? 'warning' : 'done', line)),
          ...changes.lines.flatMap((line) => indented(line, 2, width)),
        ],
    [paint(style, verdictOf(results)), ...summaryOf(report, options).flatMap((line) => dim(line))],
    [
      title('What this means for the client'),
      ...meaning.flatMap(([question, answer]) => hanging(`  ${question.padEnd(widest)}  `, answer, width)),
    ],
    differing.length === 0 ? [] : [title('What differs'), ...compared(differing)],
    untestedIn(results) === 0
      ? []
      : [
          title('What was not tested'),
          ...[...unknown].flatMap(([reason, lines]) => group(`because ${reason}`, lines)),
          ...(all
            ? byHandLines(byHand, width)
            : group('because the check sends only GET; --all says how to test them', byHand)),
        ],
    all && asExpected.length > 0 ? [title('What is as expected'), ...plain(asExpected, width)] : [],
    wrap(conclusionOf(report, results, options), width),
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

const byHandLines = (lines: readonly Line[], width: number): readonly string[] =>
  lines.flatMap(({ title, expected, seen }) => [
    ...indented(`${title}, expected: ${expected}`, 2, width),
    ...indented(seen, 6, width),
  ])

const plain = (lines: readonly Line[], width: number): readonly string[] =>
  lines.flatMap(({ title, expected }) => indented(`${title}: ${expected}`, 2, width))

/** A report as Markdown, for an issue. */
export function markdownOf(report: CheckReport, options: TextOptions): string {
  const { changes } = options
  const results = resultsOf(report)
  const cell = (value: string) => oneLine(value).replaceAll('|', '\\|')
  const table = (lines: readonly Line[], seen = 'service') =>
    lines.length === 0
      ? []
      : [
          `| what | expected | ${seen} |`,
          '|---|---|---|',
          ...lines.map(({ title, expected, seen }) => `| ${[title, expected, seen].map(cell).join(' | ')} |`),
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
    ...section('### What differs', table(results.differing)),
    ...section(
      '### What was not tested',
      table([...results.unknown.values(), results.byHand].flat(), 'why, or how to test it'),
    ),
    ...section('### What is as expected', table(results.asExpected)),
    '',
    conclusionOf(report, results, options),
  ].join('\n')}\n`
}
