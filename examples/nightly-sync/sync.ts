import { checkpointOf, type EventsV2, type EventV2, eventsOf, idOf, wallClockOf } from 'osdi-events'
import type { Kept, Mirror, Run } from './mirror.ts'

/** What a run came to. */
export interface SyncReport {
  /** Events that it met, those before an interruption aside. */
  readonly listed: number
  readonly added: number
  readonly changed: number
  readonly gone: number
  /** Whether it went on with a run that was interrupted. */
  readonly resumed: boolean
  /** Whether it met every event that there is. Where it cannot tell, no event is taken for gone. */
  readonly certain: boolean
}

export interface SyncOptions {
  readonly signal?: AbortSignal
  /** The time, for tests. */
  readonly now?: () => Date
  /** Milliseconds for which a run that was interrupted can be gone on with. What it met before is as old as that. */
  readonly resumeWithin?: number
}

const keptOf = <NS extends string>(event: EventV2<NS>): Kept => {
  const { start = null, end = null } = wallClockOf(event)
  const { title, modified_date: modified, total_accepted: rsvps = null } = event
  return { id: idOf(event), title, start, end, modified, rsvps, json: JSON.stringify(event) }
}

/** Brings a copy up to date. What fails is thrown; the next call goes on behind the last page that was written. */
export async function sync<NS extends string>(
  events: EventsV2<NS>,
  mirror: Mirror,
  { signal, now = () => new Date(), resumeWithin = 12 * 3_600_000 }: SyncOptions = {},
): Promise<SyncReport> {
  const source = `${events.baseUrl} ${events.namespace}`
  const before = mirror.state()
  if (before.source !== undefined && before.source !== source) {
    throw new Error(`this is a copy of ${before.source}, and not of ${source}: take another file`)
  }
  const { run: left } = before
  const resumed = left !== undefined && now().getTime() - Date.parse(left.started) < resumeWithin
  let run: Run = resumed ? left : { source, started: now().toISOString(), checkpoint: null, certain: true }
  if (!resumed) mirror.begin(run)

  const counts = { listed: 0, added: 0, changed: 0 }
  // One odd event does not keep the others out of the copy.
  const walk = events.list({ resume: run.checkpoint ?? undefined, onInvalid: 'report', signal }).pages()
  for await (const page of walk) {
    run = { ...run, checkpoint: checkpointOf(page), certain: run.certain && walk.report.rejected === 0 }
    const listed = eventsOf(page).map(keptOf)
    const { added, changed } = mirror.savePage(listed, run)
    counts.listed += listed.length
    counts.added += added
    counts.changed += changed
  }
  run = { ...run, certain: run.certain && walk.report.certain }
  return { ...counts, gone: mirror.end(run, now().toISOString()), resumed, certain: run.certain }
}
