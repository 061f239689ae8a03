/**
 * Publishes the events of a spreadsheet, saved as CSV in UTF-8: with commas, semicolons or tabs. Run it again after each change of the sheet, and
 * after a failure that passes: no event is made twice.
 *
 * Try it with the mock service, twice, its state kept in a file: `npx osdi-events mock --state mock.json -- node main.ts events.csv`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node main.ts events.csv`
 * With EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE set: `node main.ts events.csv`
 * Needs `csv-parse` beside `osdi-events`, and Node 22.18 or newer, which runs TypeScript as it is.
 *
 * Exit codes: 0 all rows are published; 1 some are not; 2 nothing was sent, because of the file or the settings.
 */
import { readFileSync } from 'node:fs'
import { EventsV2, isEventsError } from 'osdi-events'
import { publish } from './publish.ts'
import { readSheet, textOfProblem } from './sheet.ts'
import { textOf } from './text.ts'

/** Titles and cells are written by strangers: nothing in them may break the line, or move the cursor. */
const oneLine = (text: string) => text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ')

/** What can be published of a file, with its problems said. @returns undefined where that is nothing */
function sheetOf(file: string) {
  let text: string
  try {
    text = textOf(readFileSync(file), file)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return undefined
  }
  const { events, problems } = readSheet(text, 'events-sheet')
  for (const problem of problems) console.error(oneLine(textOfProblem(problem, file)))
  if (problems.length) process.exitCode = 1
  return problems.length && !events.length ? undefined : events
}

/** Failures that pass by themselves: then it helps to run this again. A refused key, say, waits for its owner. */
const passes = (error: unknown) =>
  isEventsError(error) &&
  (error.code === 'network' ||
    error.code === 'timeout' ||
    (error.code === 'http' && (error.status === 429 || error.status >= 500)))

const { EVENTS_BASE_URL: baseUrl, EVENTS_API_KEY: apiKey, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
const [, , file = 'events.csv'] = process.argv
if (!baseUrl || !apiKey) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
const sheet = sheetOf(file)
try {
  if (!sheet) process.exitCode = 2
  else {
    const events = new EventsV2({ baseUrl, apiKey, namespace, rateLimit: { perSecond: 4 } })
    for await (const { line, title, state, text } of publish(events, sheet)) {
      const why = state === 'failed' ? `line ${line}: ${text}` : text
      console.log(oneLine(`${state}  ${title}  ${why}`))
      if (state === 'failed') process.exitCode = 1
    }
  }
} catch (error) {
  if (!isEventsError(error)) throw error
  console.error(`not finished${passes(error) ? ', run it again' : ''}: ${oneLine(error.message)}`)
  process.exitCode = 1
}
