/**
 * Keeps a copy of every event of a key in an SQLite file. Run it every ten minutes from a timer: `node main.ts events.db`,
 * with EVENTS_BASE_URL, EVENTS_API_KEY and EVENTS_NAMESPACE set. Needs Node 22.18 or newer, which runs TypeScript and has SQLite.
 * Try it with the mock service: `npx osdi-events mock --port 4010 --state mock.json -- node main.ts events.db`
 * As the Action Network: `EVENTS_NAMESPACE=action_network npx osdi-events mock --preset action-network -- node main.ts an.db`
 * A file is the copy of one service at one address: take another file for another one.
 */
import { EventsV2, isEventsError } from 'osdi-events'
import { openCopy, renewCounts, update, WrongCopyError } from './copy.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE: namespace = 'platform' } = process.env
if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')
const rateLimit = { perSecond: 4 }
const events = new EventsV2({ baseUrl: EVENTS_BASE_URL, apiKey: EVENTS_API_KEY, namespace, rateLimit })
const db = openCopy(process.argv[2] ?? 'events.db')

/** Failures that pass by themselves. All others, such as a key that is refused, wait for you. */
const passes = (error: unknown) =>
  isEventsError(error) &&
  (error.code === 'network' ||
    error.code === 'timeout' ||
    (error.code === 'http' && (error.status === 429 || error.status >= 500)))

/** SQLite's code where another run, or another program, writes into the file. */
const isLocked = (error: unknown) => error instanceof Error && 'errcode' in error && error.errcode === 5

let failed = 'nothing was written'
try {
  const { isWhole, written, gone, isCertain } = await update(events, db)
  console.log(`${isWhole ? 'everything' : 'changes'}: ${written} events written, ${gone} gone`)
  if (!isCertain) console.warn('not certain to be complete: some events may be invalid, or the list has no totals')
  failed = 'the RSVP counts were not renewed'
  const renewed = await renewCounts(events, db)
  if (renewed !== undefined) console.log(`RSVP counts: ${renewed} events renewed`)
} catch (error) {
  if (!isEventsError(error) && !(error instanceof WrongCopyError) && !isLocked(error)) throw error
  console.error(`${failed}${passes(error) ? '; the next run repeats it' : ''}: ${(error as Error).message}`)
  process.exitCode = 1
} finally {
  db.close()
}
