import { DatabaseSync } from 'node:sqlite'

/** An event as the copy keeps it. */
export interface Kept {
  readonly id: string
  readonly title: string
  /** Start and end by the clock at the event's place, without a zone. */
  readonly start: string | null
  readonly end: string | null
  /** The service's `modified_date`. An RSVP does not move it everywhere, so the count is compared too. */
  readonly modified: string
  readonly rsvps: number | null
  /** The whole event, as the service sent it. */
  readonly json: string
}

/** How far a run has come. It outlives the process. */
export interface Run {
  /** Which service is copied: a copy of one is never filled from another. */
  readonly source: string
  readonly started: string
  readonly checkpoint: string | null
  readonly certain: boolean
}

/** What became of the events of a page. */
export interface Counts {
  added: number
  changed: number
}

export type Mirror = ReturnType<typeof openMirror>

/** Opens the copy, and makes it where there is none. `:memory:` keeps it in memory. */
export function openMirror(file: string) {
  const db = new DatabaseSync(file)
  db.exec(`
    pragma journal_mode = wal;
    create table if not exists events (
      id text primary key, title text not null, start text, "end" text, modified text not null, rsvps integer, json text not null,
      gone text -- when it was missed for the first time; null while it is listed
    ) strict;
    -- The run that is under way, and what it has met so far. Both are empty between runs, but for the source.
    create table if not exists run (
      only integer primary key check (only = 1), source text not null, started text, checkpoint text, certain integer not null
    ) strict;
    create table if not exists met (id text primary key) strict, without rowid;`)

  const find = db.prepare('select modified, rsvps, gone from events where id = ?')
  const put = db.prepare(`
    insert into events (id, title, start, "end", modified, rsvps, json)
    values (:id, :title, :start, :end, :modified, :rsvps, :json)
    on conflict (id) do update set title = excluded.title, start = excluded.start, "end" = excluded."end",
      modified = excluded.modified, rsvps = excluded.rsvps, json = excluded.json, gone = null`)
  const meet = db.prepare('insert or ignore into met values (?)')
  const saveRun = db.prepare('insert or replace into run values (1, :source, :started, :checkpoint, :certain)')

  /** All of it or nothing, whenever the process is killed. */
  const atOnce = <Result>(work: () => Result): Result => {
    db.exec('begin immediate')
    try {
      const result = work()
      db.exec('commit')
      return result
    } catch (error) {
      db.exec('rollback')
      throw error
    }
  }
  const writeRun = (run: Run) => saveRun.run({ ...run, certain: Number(run.certain) })

  return {
    db,
    close: () => db.close(),

    /** The source of the copy, and the run that was interrupted, if one was. */
    state(): { source: string | undefined; run: Run | undefined } {
      const row = db.prepare('select * from run').get()
      if (!row) return { source: undefined, run: undefined }
      const { source, started, checkpoint, certain } = row as unknown as Run
      return { source, run: started ? { source, started, checkpoint, certain: Boolean(certain) } : undefined }
    },

    begin: (run: Run) =>
      atOnce(() => {
        db.exec('delete from met')
        writeRun(run)
      }),

    /** Writes the events of a page and where the run goes on behind it, together. */
    savePage: (page: readonly Kept[], run: Run): Counts =>
      atOnce(() => {
        const counts = { added: 0, changed: 0 }
        for (const event of page) {
          meet.run(event.id)
          const known = find.get(event.id)
          if (known && known.modified === event.modified && known.rsvps === event.rsvps && known.gone === null) continue
          put.run({ ...event })
          counts[known ? 'changed' : 'added'] += 1
        }
        writeRun(run)
        return counts
      }),

    /** Ends the run. Where it has met everything that there is, whatever it has not met is gone. */
    end: (run: Run, now: string): number =>
      atOnce(() => {
        const miss = db.prepare('update events set gone = ? where gone is null and id not in (select id from met)')
        const { changes } = run.certain ? miss.run(now) : { changes: 0 }
        db.prepare('update run set started = null, checkpoint = null').run()
        db.exec('delete from met')
        return Number(changes)
      }),
  }
}
