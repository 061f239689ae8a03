import { type AnyEventsError, type EventsV2, type EventV2, idOf, isEventsError } from 'osdi-events'
import { changesOf } from './changes.ts'
import type { Row } from './sheet.ts'

/** What became of a row. */
export interface RowReport {
  readonly number: number
  readonly id: string
  readonly title: string
  /**
   * `unsure`: it was sent, and no answer says whether it took effect; the next run finds out. `not tried`: the run had ended before,
   * as there was no use in going on.
   */
  readonly state: 'created' | 'updated' | 'unchanged' | 'wrong' | 'failed' | 'unsure' | 'not tried'
  /** The event's id on the service, where there is one. */
  readonly event?: string
  readonly message?: string
}

type Known = ReadonlyMap<string, EventV2>

/** Every event of the key by its identifiers: the service remembers what was published, so that no file has to. */
async function knownOf(events: EventsV2, signal?: AbortSignal): Promise<Known> {
  const known = new Map<string, EventV2>()
  for await (const event of events.list({ signal })) for (const each of event.identifiers) known.set(each, event)
  return known
}

const found = ({ event: { identifiers = [] } }: Row, known: Known) => known.get(identifiers[0] ?? '')

/** Whether the row is to blame and not the key, the network or the service: then the others can still be published. */
const isRowsOwn = (error: AnyEventsError) =>
  error.code === 'input' || (error.code === 'http' && [400, 409, 413, 422].includes(error.status))

/**
 * Makes the events of a key be as the sheet has them: creates what is missing, changes what differs, leaves the rest alone. It can be run
 * as often as you like, also after it failed: it looks first, and creates an event only where it saw none. Events that are not in
 * the sheet are left alone.
 *
 * @returns a report for each row, in the order of the sheet
 * @throws where the events cannot even be listed; nothing has been published then. An abort throws the signal's reason
 */
export async function publish(events: EventsV2, rows: readonly Row[], signal?: AbortSignal): Promise<RowReport[]> {
  const known = await knownOf(events, signal)
  const reports: RowReport[] = []
  let [lost, ended] = [0, false]
  for (const row of rows) {
    const { number, id, problem } = row
    const report = { number, id, title: row.event.title }
    if (problem) reports.push({ ...report, state: 'wrong', message: problem })
    else if (ended) reports.push({ ...report, state: 'not tried' })
    else {
      try {
        reports.push({ ...report, ...(await publishOne(events, row, found(row, known), signal)) })
        lost = 0
      } catch (error) {
        if (!isEventsError(error)) throw error
        const unsure = error.outcome === 'unknown' || error.outcome === 'applied'
        const state = unsure ? 'unsure' : error.code === 'input' ? 'wrong' : 'failed'
        reports.push({ ...report, state, message: error.message })
        // One lost answer may be chance; but no row gets through where answers are lost again and again, or the key is refused.
        if (unsure) lost += 1
        ended = unsure ? lost === 3 : !isRowsOwn(error)
      }
    }
  }
  return await settled(events, rows, reports, known, signal)
}

async function publishOne(events: EventsV2, { event }: Row, existing: EventV2 | undefined, signal?: AbortSignal) {
  if (!existing) {
    const made = await events.create(event, { signal })
    return { state: 'created', event: idOf(made) } as const
  }
  const changes = changesOf(event, existing)
  if (!changes) return { state: 'unchanged', event: idOf(existing) } as const
  await events.update(existing, changes, { signal })
  return { state: 'updated', event: idOf(existing) } as const
}

/**
 * Looks once more at what is unsure. What is there and as it should be has taken effect. What is not there may still come, so it is not sent
 * again: that is for the next run, which looks first.
 */
async function settled(
  events: EventsV2,
  rows: readonly Row[],
  reports: RowReport[],
  before: Known,
  signal?: AbortSignal,
): Promise<RowReport[]> {
  if (!reports.some(({ state }) => state === 'unsure')) return reports
  let known: Known
  try {
    known = await knownOf(events, signal)
  } catch (error) {
    if (!isEventsError(error)) throw error
    return reports
  }
  return reports.map((report, index): RowReport => {
    const row = rows[index]
    const existing = row && found(row, known)
    if (report.state !== 'unsure' || !existing || changesOf(row.event, existing)) return report
    const { number, id, title } = report
    return { number, id, title, state: found(row, before) ? 'updated' : 'created', event: idOf(existing) }
  })
}
