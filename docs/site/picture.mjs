/**
 * `node docs/site/picture.mjs` draws `docs/terminal.svg`: what the commands below print on a terminal, beside the mock service. Needs `npm run build` first, and
 * `script` of util-linux, which gives them a terminal.
 */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { stripVTControlCharacters } from 'node:util'
import { session } from './session.mjs'

const width = 80
const cell = { width: 8.4, height: 19 }
/** How the terminal's styles are drawn, by what a line begins with. */
const kinds = [
  [/^error:/, 'error'],
  [/^(?: {2}\S|TITLE )/, 'dim'],
  [/^[\d,]+ events in /, 'done'],
]
const margin = { x: 20, top: 52, bottom: 22 }
/** Where a line is drawn again from its beginning. */
const again = /\r/

/** A line as a terminal of this width breaks it, but between words. */
const broken = (line) => line.match(new RegExp(`.{1,${width}}(?:\\s|$)`, 'g')) ?? [line]

/** What a terminal shows in the end: a line that was drawn again stands there as it was drawn last. */
function shownBy(command) {
  const beside = `node dist/cli.js mock --events 2000 --now 2026-05-01T12:00:00Z -- ${command.replace('npx osdi-events', 'node dist/cli.js')}`
  const { stdout } = spawnSync('script', ['-qec', `stty cols ${width}; ${beside}`, '/dev/null'], { encoding: 'utf8' })
  return stdout
    .split(/\r?\n/)
    .map((line) => line.split(again).map(stripVTControlCharacters))
    .map(
      (drawn) =>
        drawn
          .filter((part) => part.trim() !== '')
          .at(-1)
          ?.trimEnd() ?? '',
    )
    .filter((line) => line !== '')
}

const escaped = (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

const lines = session
  .flatMap((command) => [
    { kind: 'typed', text: `$ ${command}` },
    ...shownBy(command).flatMap((line) => {
      const [, kind = 'shown'] = kinds.find(([begin]) => begin.test(line)) ?? []
      return broken(line).map((text) => ({ kind, text }))
    }),
    { kind: 'shown', text: '' },
  ])
  .slice(0, -1)
rmSync('events.ndjson', { force: true })

const height = margin.top + (lines.length - 1) * cell.height + margin.bottom
const total = Math.round(width * cell.width + 2 * margin.x)
const rows = lines.map(
  ({ kind, text }, row) =>
    `  <text class="${kind}" x="${margin.x}" y="${margin.top + row * cell.height}">${escaped(text)}</text>`,
)

writeFileSync(
  'docs/terminal.svg',
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${height}" width="${total}" height="${height}" role="img">
  <title>A terminal: osdi-events lists events, copies all of them into a file, and refuses a date that does not exist</title>
  <style>
    text { font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace; white-space: pre; fill: #d6dbe4 }
    .typed { fill: #8fd6a0; font-weight: 600 }
    .error { fill: #ef7d75; font-weight: 600 }
    .dim { fill: #8a93a6 }
    .done { fill: #8fd6a0 }
  </style>
  <rect width="${total}" height="${height}" rx="10" fill="#1d2230" />
  <circle cx="22" cy="20" r="6" fill="#e0645c" />
  <circle cx="42" cy="20" r="6" fill="#e3b341" />
  <circle cx="62" cy="20" r="6" fill="#62b55f" />
${rows.join('\n')}
</svg>
`,
)
