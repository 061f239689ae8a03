import { DatabaseSync } from 'node:sqlite'
import { type EventsV2, idOf } from 'osdi-events'

const hour = 3_600_000
const week = 7 * 24 * hour

/** What the copy remembers of its runs. */
type State = { run: number; cursor: string | null; whole: string | null; counts: string | null }

/** Thrown where a run would mark most of the copy as gone: probably with the key of another group. Nothing is written. */
export class WrongCopyError extends Error {}

/** Opens the copy, and makes it where there is none. Other programs should only read the file: a run locks it for writing while it waits for the service. Titles of what is still there: `select json ->> 'title' from events where gone is null`. */
export function openCopy(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists events (id text primary key, json text not null, run integer not null, gone text) strict;
    create table if not exists state (run integer not null, cursor text, whole text, counts text) strict;`)
  // Only the first run writes here: a later one can open a file that another program has locked.
  if (!db.prepare('select 1 from state').get()) db.exec('insert into state values (0, null, null, null)')
  return db
}

/** Does work in one transaction: what fails or is killed leaves nothing behind. Refused while another one is under way. */
async function transaction<Result>(db: DatabaseSync, work: (last: State) => Promise<Result>): Promise<Result> {
  db.exec('begin immediate')
  try {
    const result = await work(db.prepare('select * from state').get() as State)
    db.exec('commit')
    return result
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}

/** Whether so many milliseconds have passed since a time that the copy remembers. */
const isDue = (last: string | null, every: number, now: Date) => !last || now.getTime() - Date.parse(last) >= every

/**
 * Brings the copy in step: with what changed since the last run, or in the first run and once a week with everything there is, which alone shows
 * what has vanished. A run is one transaction, its cursor included: one that fails or is killed leaves nothing behind, and the next one repeats it.
 *
 * @param now the time, for tests
 */
export const update = (events: EventsV2, db: DatabaseSync, now = new Date()) =>
  transaction(db, async (last) => {
    const run = last.run + 1
    // Refused where the copy is one of another service.
    const sinceLast = events.changes({ since: last.cursor ?? undefined, onInvalid: 'report' })
    const isWhole = !last.cursor || isDue(last.whole, week, now)
    const changes = isWhole ? events.changes({ onInvalid: 'report' }) : sinceLast

    const put = db.prepare('insert or replace into events values (?, ?, ?, null)')
    let written = 0
    for await (const event of changes) written += Number(put.run(idOf(event), JSON.stringify(event), run).changes)

    // An event is gone where everything came and it did not. An odd event that was left out is still there.
    const isCertain = changes.report?.certain === true && changes.report.rejected === 0
    const miss = db.prepare('update events set gone = ? where gone is null and run < ?')
    const gone = isWhole && isCertain ? Number(miss.run(now.toISOString(), run).changes) : 0
    if (gone > Math.max(10, written))
      throw new WrongCopyError(
        `${gone} events would be gone, and ${written} are there; is it the key of another group?`,
      )
    const [whole, counts] = isWhole ? [now.toISOString(), now.toISOString()] : [last.whole, last.counts]
    const state = [run, changes.cursor ?? last.cursor, whole, counts]
    db.prepare('update state set run = ?, cursor = ?, whole = ?, counts = ?').run(...state)
    return { isWhole, written, gone, isCertain }
  })

/**
 * Renews what an RSVP changes, such as `total_accepted`: it does not move an event's modification date, so `changes` do not show it. Once an hour, this
 * reads the events that lie ahead or began less than a day and a half ago: a page or two, instead of the whole list. For all other events, and those
 * without a start, the counts are as old as the last whole run. A service that ignores filters sends its whole list.
 *
 * @param now the time, for tests
 * @returns how many events of the copy differed; undefined where the last time is less than an hour ago
 */
export const renewCounts = (events: EventsV2, db: DatabaseSync, now = new Date()) =>
  transaction(db, async (last) => {
    if (!isDue(last.counts, hour, now)) return undefined
    // Local times, in whatever zone: no clock is more than twelve hours behind UTC.
    const start = new Date(now.getTime() - 48 * hour).toISOString().slice(0, 19)
    const renew = db.prepare('update events set json = ? where id = ? and json <> ?')
    let renewed = 0
    for await (const event of events.list({ filter: { start_date: { gt: start } }, onInvalid: 'report' })) {
      const json = JSON.stringify(event)
      renewed += Number(renew.run(json, idOf(event), json).changes)
    }
    db.prepare('update state set counts = ?').run(now.toISOString())
    return renewed
  })
