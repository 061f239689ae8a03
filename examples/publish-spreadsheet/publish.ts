import { type EventChangesV2, type EventsV2, idOf, isEventsError, unappliedOf } from 'osdi-events'
import type { SheetEvent } from './sheet.ts'

/** What became of an event of the sheet. */
export interface Published {
  readonly line: number
  readonly title: string
  readonly state: 'created' | 'updated' | 'unchanged' | 'resent' | 'failed'
  /** Its id on the service; or why it failed. */
  readonly text: string
}

/**
 * Makes the service have each event as the sheet has it. Run it as often as you like, also after a failure: `upsert` finds an event by its
 * identifier, and creates it only where there is none. What is emptied in the sheet is cleared, but single parts of a place stay. Events that are
 * not in the sheet are left alone.
 *
 * @throws EventsError where the others would fail too: the key is refused, the service or the network is down
 */
export async function* publish(events: EventsV2, sheet: readonly SheetEvent[]): AsyncGenerator<Published> {
  // One run: what it has written is known to it. Where the service does not filter, the list is read once for all of them.
  const { upsert, update } = events.upserts()
  for (const { line, event: wanted } of sheet) {
    const { title } = wanted
    try {
      const { event, created, unchanged } = await upsert(wanted)
      // A field that cannot be changed; or the identifier, by which the next run would not find the event.
      const unapplied = unappliedOf(event)
      const emptied = (['description', 'start_date', 'end_date', 'location'] as const).filter(
        (name) => !wanted[name] && event[name],
      )
      const cleared: EventChangesV2 = Object.fromEntries(emptied.map((name) => [name, null]))
      if (emptied.length) unapplied.push(...unappliedOf(await update(event, cleared)))
      // The service takes towns, states and countries from the map, and may not know one. Each run sends it again.
      const lost = unapplied.filter((name) => !/^location\.(?:locality|region|country)$/.test(name))
      const failed = lost.length > 0 && `the service did not take ${lost.join(', ')}`
      if (failed) yield { line, title, state: 'failed', text: failed }
      else {
        const isSame = unchanged && emptied.length === 0
        const changed = unapplied.length > 0 ? 'resent' : 'updated'
        yield { line, title, state: created ? 'created' : isSame ? 'unchanged' : changed, text: idOf(event) }
      }
    } catch (error) {
      if (!isEventsError(error)) throw error
      // The event is to blame: the others can still be published.
      const isItsOwn = error.code === 'http' && [400, 409, 413, 422].includes(error.status)
      if (!isItsOwn && error.code !== 'input' && error.code !== 'ambiguous') throw error
      yield { line, title, state: 'failed', text: error.message }
    }
  }
}
