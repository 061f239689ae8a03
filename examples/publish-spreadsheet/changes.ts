import { type EventChangesV2, type EventV2, type NewEventV2, wallClockOf } from 'osdi-events'

const same = (one: string | null | undefined, other: string | null | undefined) => (one || '') === (other || '')

/** Minutes and seconds, `Z` or none: all the same clock on the wall. */
const sameClock = (one: string | null | undefined, other: string | null | undefined) =>
  wallClockOf({ start_date: one ?? null }).start === wallClockOf({ start_date: other ?? null }).start

/**
 * What has to be sent so that an event is as the sheet has it; undefined where it is. A cell that was emptied clears its field.
 *
 * City, region and coordinates are not compared: the service writes its own, from its geocoding. They are sent along with an address
 * that has changed.
 */
export function changesOf(wanted: NewEventV2, event: EventV2): EventChangesV2 | undefined {
  const { title, description, start_date, end_date, location } = wanted
  const { venue, address_lines, postal_code, country } = event.location ?? {}
  const sameAddress =
    same(location?.venue, venue) &&
    same(location?.address_lines?.[0], address_lines?.[0]) &&
    same(location?.postal_code, postal_code) &&
    // The service writes the country where none was given.
    (!location?.country || same(location.country, country))
  const changes = {
    ...(!same(title, event.title) && { title }),
    ...(!same(description, event.description) && { description: description ?? null }),
    ...(!sameClock(start_date, event.start_date) && { start_date: start_date ?? null }),
    ...(!sameClock(end_date, event.end_date) && { end_date: end_date ?? null }),
    ...(!sameAddress && { location: cleared(location) }),
  }
  return Object.keys(changes).length ? changes : undefined
}

/** Parts of a location that are not sent stay as they are: an emptied cell has to be sent as `null`. */
const cleared = ({ venue, address_lines, postal_code, ...rest }: NonNullable<NewEventV2['location']> = {}) => ({
  ...rest,
  venue: venue ?? null,
  address_lines: address_lines ?? null,
  postal_code: postal_code ?? null,
})
