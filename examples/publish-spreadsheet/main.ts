/**
 * Publishes the events of a spreadsheet, saved as CSV in UTF-8. Run it again after each change of the sheet, or after a failure: no event is made twice.
 *
 * Try it with the mock service, twice, its state kept in a file: `npx osdi-events mock --state mock.json -- node main.ts events.csv`
 * With EVENTS_BASE_URL and EVENTS_API_KEY set: `node main.ts events.csv`
 * Needs `csv-parse` beside `osdi-events`, and Node 22.18 or newer, which runs TypeScript as it is.
 */
import { readFileSync } from 'node:fs'
import { EventsV2 } from 'osdi-events'
import { publish } from './publish.ts'
import { readSheet } from './sheet.ts'
import { EncodingError, textOf } from './text.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY } = process.env
const [, , file = 'events.csv'] = process.argv
try {
  if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
  const sheet = readSheet(textOf(readFileSync(file), file), 'events-sheet')
  const events = new EventsV2({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, rateLimit: { perSecond: 4 } })
  for await (const { title, state, text } of publish(events, sheet)) {
    // Titles are written by strangers: nothing in them may break the line, or move the cursor.
    console.log(`${state}  ${title}  ${text}`.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' '))
    if (state === 'failed') process.exitCode = 1
  }
} catch (error) {
  // Running it again helps, but for a file that has to be saved in another way.
  const isFile = error instanceof EncodingError
  const message = error instanceof Error ? error.message : error
  console.error(isFile ? message : `not finished, run it again: ${message}`)
  process.exitCode = isFile ? 2 : 1
}
