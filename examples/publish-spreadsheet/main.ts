/**
 * Publishes the events of a spreadsheet, saved as CSV, and says of each row what became of it. Run it again after each change of the
 * sheet, or after a failure: no event is made twice.
 *
 * Try it with the mock service, twice, its state kept in a file: `npx osdi-events mock --state mock.json -- node main.ts events.csv`
 * With EVENTS_BASE_URL and EVENTS_API_KEY set: `node main.ts events.csv`
 * Needs `csv-parse` beside `osdi-events`, and Node 22.18 or newer, which runs TypeScript as it is.
 *
 * Exit code 0: all rows are published; 1: some are not, run it again; 2: nothing was published.
 */
import { readFileSync } from 'node:fs'
import { EventsV2, isEventsError } from 'osdi-events'
import { publish } from './publish.ts'
import { readSheet } from './sheet.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY } = process.env
const [file = 'events.csv'] = process.argv.slice(2)

/** Titles are written by strangers: nothing in them may break the line, or move the cursor. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

try {
  if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
  const rows = readSheet(readFileSync(file, 'utf8'), 'events-sheet')
  const events = new EventsV2({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, rateLimit: { perSecond: 4 } })
  const reports = await publish(events, rows)
  for (const { number, id, state, title, event, message } of reports) {
    const what = message ? `: ${message}` : event ? `  ${event}` : ''
    console.log(oneLine(`row ${number}  ${state.padEnd(9)}  ${id}  ${title}${what}`))
  }
  const published = reports.filter(({ state }) => ['created', 'updated', 'unchanged'].includes(state))
  console.log(`${published.length} of ${reports.length} rows are published`)
  process.exitCode = published.length === reports.length ? 0 : 1
} catch (error) {
  console.error(isEventsError(error) || error instanceof Error ? error.message : error)
  process.exitCode = 2
}
