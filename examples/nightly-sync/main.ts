/**
 * Nightly sync: keeps a copy of every event of a key in an SQLite file, for reports, search, or a website.
 *
 * - An event is known by its id, and written again only where it has changed.
 * - A run that was interrupted, however it was, goes on where it stopped the next time.
 * - Events that are no longer listed stay in the copy, with the time at which they were missed.
 *
 * Try it with the mock service, twice, at the same address and time, so that the second run finds nothing new:
 * `npx osdi-events mock --port 4010 --now 2026-05-01T12:00:00Z -- node main.ts events.db`
 * For good, with EVENTS_BASE_URL and EVENTS_API_KEY set, from cron or a timer: `node main.ts events.db`
 * Needs Node 22.18 or newer: older ones run no TypeScript, or have no SQLite, without a flag.
 */
import { EventsV2, isEventsError } from 'osdi-events'
import { openMirror } from './mirror.ts'
import { sync } from './sync.ts'

const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE = 'platform' } = process.env
const [file = 'events.db'] = process.argv.slice(2)
if (!EVENTS_BASE_URL || !EVENTS_API_KEY) throw new Error('EVENTS_BASE_URL and EVENTS_API_KEY must be set')

const events = new EventsV2({
  baseUrl: EVENTS_BASE_URL,
  apiKey: EVENTS_API_KEY,
  namespace: EVENTS_NAMESPACE,
  rateLimit: { perSecond: 4 },
  appInfo: { name: 'nightly-sync' },
})

// Whoever stops the job gets it stopped at once; what it has written stays.
const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort(new Error(signal)))

const mirror = openMirror(file)
try {
  const { added, changed, gone, listed, resumed, certain } = await sync(events, mirror, { signal: stop.signal })
  console.log(`${resumed ? 'went on; ' : ''}${listed} events: ${added} new, ${changed} changed, ${gone} gone`)
  if (!certain) console.warn('not certain to be complete, so that no event was taken for gone')
} catch (error) {
  if (!isEventsError(error) && !stop.signal.aborted) throw error
  console.error(`not finished; the next run goes on: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 1
} finally {
  mirror.close()
}
