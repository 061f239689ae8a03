/** Gives an event's id; throws where it has none. */
export type IdOf = (event: object) => string

/**
 * Gives each event the field `id` where that is asked for: what `get` and `update` take, and no field of an event itself. An event without an id that can
 * be found has none here either.
 */
export function withId(events: readonly object[], fields: readonly string[] | undefined, idOf: IdOf): object[] {
  if (!fields?.includes('id')) return [...events]
  return events.map((event) => ({ id: idIn(event, idOf), ...event }))
}

function idIn(event: object, idOf: IdOf): string | undefined {
  try {
    return idOf(event)
  } catch {
    return undefined
  }
}
