/**
 * Keeps a copy of every event of a key in an SQLite file. Run it every ten minutes from a timer: `node main.ts events.db`,
 * with EVENTS_BASE_URL and EVENTS_API_KEY set. Needs Node 22.18 or newer, which runs TypeScript and has SQLite.
 * Try it with the mock service: `npx osdi-events mock -- node main.ts events.db`
 */
import { EventsV2, isEventsError } from 'osdi-events'
import { openCopy, update } from './copy.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
const rateLimit = { perSecond: 4 }
const events = new EventsV2({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, namespace, rateLimit })
const db = openCopy(process.argv[2] ?? 'events.db')
try {
  const { isWhole, written, gone, isCertain } = await update(events, db)
  console.log(`${isWhole ? 'everything' : 'changes'}: ${written} events written, ${gone} gone`)
  if (!isCertain) console.warn('not certain to be complete: some events may be invalid, or the list has no totals')
} catch (error) {
  if (!isEventsError(error)) throw error
  console.error(`nothing was written; the next run repeats it: ${error.message}`)
  process.exitCode = 1
} finally {
  db.close()
}
