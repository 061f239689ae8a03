import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type AssumptionRow, settingOf } from '../../mock-server/assumptions/row.ts'
import { assumptionNames, assumptionRow, assumptionSections } from '../../mock-server/assumptions.ts'
import { root } from '../support/alias.ts'

const literal = (setting: unknown) => (typeof setting === 'string' ? `'${setting}'` : String(setting))
const code = (setting: unknown) => `\`${literal(setting)}\``

/** The settings in words, the default first. `mark` follows the setting of the preset. */
function settingsOf({ settings, others, preset }: AssumptionRow, mark: string): string[] {
  const named = settings.map((row) => {
    const setting = settingOf(row)
    const shown = code(setting) + (setting === preset ? mark : '')
    return Array.isArray(row) ? `${shown}: ${row[1]}` : shown
  })
  const isNamed = settings.some((row) => settingOf(row) === preset)
  const free = others && others.says + (preset !== undefined && !isNamed ? `, such as ${code(preset)}${mark}` : '')
  return free ? [...named, free] : named
}

const capital = (text: string) => (/^\w*_/.test(text) ? text : `${text[0]?.toUpperCase()}${text.slice(1)}`)

const about = ({ about, detail }: AssumptionRow) => (detail === undefined ? about : `${about}. ${capital(detail)}`)

const shownBy = ({ probe }: AssumptionRow) =>
  typeof probe === 'object' ? 'neither' : probe === 'GET' ? 'GET' : 'writes'

const tableOf = (rows: Readonly<Record<string, AssumptionRow>>) =>
  [
    '| entry | what is open | settings | reason | shown by |',
    '|---|---|---|---|---|',
    ...Object.entries(rows).map(([name, row]) =>
      ['', `\`${name}\``, about(row), settingsOf(row, ' *preset*').join(' · '), row.why, shownBy(row), '']
        .join(' | ')
        .trim(),
    ),
  ].join('\n')

const guide = 'docs/guides/assumptions.md'

/** Tables of the guide, from the first heading of a section to the heading of the text after them. */
const tables = /^## Errors$[\s\S]*?(?=^## Decided without an entry$)/m

test('the tables of docs/guides/assumptions.md show the table of assumptions (write them with -u)', async () => {
  const page = readFileSync(root + guide, 'utf8')
  const sections = Object.entries(assumptionSections).map(([heading, rows]) => `## ${heading}\n\n${tableOf(rows)}\n\n`)
  await expect(page.replace(tables, () => sections.join(''))).toMatchFileSnapshot(root + guide)
})

const width = 136

/** Text as a docstring of a member. */
function docstring(text: string): string {
  if (text.length + 9 <= width + 4) return `  /** ${text} */`
  const lines: string[] = []
  // Does not break code between backticks.
  for (const word of text.match(/(?:`[^`]*`|\S)+/g) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${word}`.length <= width) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return ['  /**', ...lines.map((line) => `   * ${line}`), '   */'].join('\n')
}

function memberOf(name: (typeof assumptionNames)[number]): string {
  const row = assumptionRow(name)
  const sentences = [about(row), ...settingsOf(row, '').filter((words) => !/^`[^`]*`$/.test(words))]
  const text =
    sentences.map((words) => `${capital(words)}.`).join(' ') +
    (row.others ? ` @default ${literal(settingOf(row.settings[0]))}` : '')
  const type = [...row.settings.map((one) => literal(settingOf(one))), ...(row.others?.types ?? [])]
  return `${docstring(text)}\n  ${name}:${typeOf(type)}`
}

/** A union. A literal that the type of another part contains is left out. */
function typeOf(parts: readonly string[]): string {
  if (parts.includes('true') && parts.includes('false')) return ' boolean'
  const wide = parts.filter((part) => !(parts.includes('string') && part.startsWith("'")))
  const union = wide.filter((part) => !(parts.includes('number') && /^\d+$/.test(part)))
  return union.some((part) => part.includes('\n'))
    ? union.map((part) => `\n    | ${part}`).join('')
    : ` ${union.join(' | ')}`
}

test('the type Assumptions and its docstrings show the table of assumptions (write them with -u)', async () => {
  const file = 'mock-server/types/assumptions.ts'
  const text = `/**
 * How the service behaves where the spec leaves the behaviour open: one setting for each open question. Pass settings to
 * \`createMockService({ assumptions: { … } })\`. \`docs/guides/assumptions.md\` gives the defaults and the reasons. This file is written from
 * the table in \`mock-server/assumptions/\`.
 */
export interface Assumptions {
${assumptionNames.map(memberOf).join('\n')}
}
`
  await expect(text).toMatchFileSnapshot(root + file)
})
