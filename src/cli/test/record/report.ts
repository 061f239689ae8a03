import type { Screen } from '../../terminal/screen.ts'
import { counted, wrap } from '../../terminal/text.ts'
import type { CountedDifference, RecordReport } from './recording.ts'

const verdictOf = ({ differences, compared, requests }: RecordReport): string => {
  if (compared === 0) return `nothing was compared, of ${counted(requests, 'request')}`
  const kinds = differences.length === 0 ? 'no difference' : counted(differences.length, 'kind', 'kinds')
  return `${kinds}${differences.length === 0 ? '' : ' of differences'} in ${counted(compared, 'answer')}`
}

/** What was not compared, and why: one line each. */
const remarksOf = ({ notCompared, refused }: RecordReport): readonly string[] => [
  ...(refused === 0 ? [] : [`${counted(refused, 'write')} refused, because --writes is missing`]),
  ...Object.entries(notCompared).map(([reason, count]) => `${count} not compared: ${reason}`),
]

/** Where a difference is, such as `member  _embedded.osdi:events[].browser_url`. */
const placeText = ({ what, at }: CountedDifference): string => (at === '' ? what : `${what}  ${at}`)

const differenceText = ({ service, mock }: CountedDifference): string => `${service} there, ${mock} in the mock`

/** A text report shows so many kinds of differences. `--json` has all. */
const maxShown = 100

/** A report for a person: one line for each kind of difference. */
export function textOf(report: RecordReport, { width = Number.POSITIVE_INFINITY, paint }: Screen): string {
  const { baseUrl, differences } = report
  const shown = differences.slice(0, maxShown)
  const style = differences.length > 0 || report.compared === 0 ? 'warning' : 'done'
  const lines = shown.map((each) => `${each.request}  ${placeText(each)}: ${differenceText(each)}  ×${each.count}`)
  return [
    paint(style, verdictOf(report)),
    paint('dim', `${baseUrl}, compared with the mock`),
    ...(lines.length === 0 ? [] : ['', ...lines.flatMap((line) => indented(line, width))]),
    ...(differences.length > shown.length ? [`and ${differences.length - shown.length} more; --json has all`] : []),
    ...(remarksOf(report).length === 0 ? [] : ['', ...remarksOf(report).flatMap((line) => wrap(line, width))]),
    '',
  ].join('\n')
}

/** Keeps the two spaces between the parts of a line that is not broken. */
const indented = (line: string, width: number): readonly string[] =>
  line.length <= width
    ? [line]
    : wrap(line.replaceAll('  ', ' '), width - 4).map((part, index) => (index === 0 ? part : `    ${part}`))

/** A report as Markdown, for an issue. */
export function markdownOf(report: RecordReport): string {
  const { baseUrl, differences } = report
  const cell = (value: string) => value.replaceAll('|', '\\|')
  return `${[
    `**${verdictOf(report)}**`,
    '',
    `${baseUrl}, compared with the mock`,
    ...(differences.length === 0
      ? []
      : [
          '',
          '| request | where | service | mock | count |',
          '|---|---|---|---|---|',
          ...differences.map(
            (each) =>
              `| ${[each.request, placeText(each), each.service, each.mock, String(each.count)].map(cell).join(' | ')} |`,
          ),
        ]),
    ...(remarksOf(report).length === 0 ? [] : ['', ...remarksOf(report).map((line) => `- ${line}`)]),
  ].join('\n')}\n`
}
