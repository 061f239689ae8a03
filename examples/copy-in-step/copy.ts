import { DatabaseSync } from 'node:sqlite'
import { type EventsV2, idOf } from 'osdi-events'

const week = 7 * 24 * 3_600_000

/** Opens the copy, and makes it where there is none. Titles of what is still there: `select json ->> 'title' from events where gone is null`. */
export function openCopy(file: string): DatabaseSync {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists events (id text primary key, json text not null, run integer not null, gone text) strict;
    create table if not exists state (run integer not null, cursor text, whole text) strict;
    insert into state select 0, null, null where not exists (select 1 from state);`)
  return db
}

/**
 * Brings the copy in step: with what changed since the last run, or in the first run and once a week with everything there is, which alone shows
 * what has vanished. A run is one transaction, its cursor included: one that fails or is killed leaves nothing behind, and the next one repeats it.
 *
 * @param now the time, for tests
 */
export async function update(events: EventsV2, db: DatabaseSync, now = new Date()) {
  // Refused while another run is under way.
  db.exec('begin immediate')
  try {
    const last = db.prepare('select * from state').get() as { run: number; cursor: string | null; whole: string | null }
    const run = last.run + 1
    // Refused where the copy is one of another service.
    const sinceLast = events.changes({ since: last.cursor ?? undefined, onInvalid: 'report' })
    const isWhole = !last.cursor || !last.whole || now.getTime() - Date.parse(last.whole) >= week
    const changes = isWhole ? events.changes({ onInvalid: 'report' }) : sinceLast

    const put = db.prepare('insert or replace into events values (?, ?, ?, null)')
    let written = 0
    for await (const event of changes) written += Number(put.run(idOf(event), JSON.stringify(event), run).changes)

    // An event is gone where everything came and it did not. An odd event that was left out is still there.
    const isCertain = changes.report?.certain === true && changes.report.rejected === 0
    const miss = db.prepare('update events set gone = ? where gone is null and run < ?')
    const gone = isWhole && isCertain ? Number(miss.run(now.toISOString(), run).changes) : 0
    const state = [run, changes.cursor ?? last.cursor, isWhole ? now.toISOString() : last.whole]
    db.prepare('update state set run = ?, cursor = ?, whole = ?').run(...state)
    db.exec('commit')
    return { isWhole, written, gone, isCertain }
  } catch (error) {
    db.exec('rollback')
    throw error
  }
}
