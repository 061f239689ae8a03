import { type PlaceRow, places } from './places.ts'
import type { Geocode, Place, PlaceQuery } from './types.ts'

/** Where an address is that nothing is known of: nowhere in particular, in the middle of the United States (v2 §2.2). */
export const unknownPlace: Place = Object.freeze({
  region: '',
  country: 'US',
  latitude: 39.8283,
  longitude: -98.5795,
  accuracy: 'Approximate',
  timeZone: 'America/Chicago',
})

const fold = (text: string | undefined): string =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').replace(/\./g, '').trim().toLowerCase()
const foldRegion = (text: string | undefined): string => fold(text).replace(/^[a-z]{2}-/, '')
const area = (postalCode: string | undefined): string => fold(postalCode).replace(/[\s-]/g, '').slice(0, 3)

const byLocality = index((row) => fold(row[0]))
const byArea = index((row) => `${fold(row[2])} ${area(row[6])}`)
const byRegion = index((row) => `${fold(row[2])} ${fold(row[1])}`)
const byCountry = index((row) => fold(row[2]))

function index(keyOf: (row: PlaceRow) => string): (key: string) => readonly PlaceRow[] {
  const rows = new Map<string, PlaceRow[]>()
  for (const row of places) rows.set(keyOf(row), [...(rows.get(keyOf(row)) ?? []), row])
  return (key) => rows.get(key) ?? []
}

/** Of several rows the one that shares most with the query; of equals the first. */
function best(rows: readonly PlaceRow[], query: PlaceQuery): PlaceRow | undefined {
  const score = (row: PlaceRow) =>
    (fold(row[2]) === (fold(query.country) || 'us') ? 4 : 0) +
    (fold(row[1]) === foldRegion(query.region) ? 2 : 0) +
    (area(row[6]) === area(query.postal_code) ? 1 : 0)
  return rows.toSorted((a, b) => score(b) - score(a))[0]
}

/**
 * The built-in geocoder: a table of real places. An address is found by its locality (region, country and postal code
 * decide between places of one name), else by the first three characters of its postal code; a region or a country that is
 * all that is known gives the place that stands for it; everything else is {@link unknownPlace}.
 * `Rooftop` means that a street address came along with a known locality or postal code.
 */
export const geocode: Geocode = (query) => {
  const country = fold(query.country) || 'us'
  const exact = best(byLocality(fold(query.locality)), query) ?? byArea(`${country} ${area(query.postal_code)}`)[0]
  if (exact)
    return { locality: exact[0], ...coarse(exact), accuracy: query.address_lines?.[0] ? 'Rooftop' : 'Approximate' }
  const region = query.region ? byRegion(`${country} ${foldRegion(query.region)}`)[0] : undefined
  if (region) return coarse(region)
  const land = query.country && country !== 'us' ? byCountry(country)[0] : undefined
  return land ? { ...coarse(land), region: '' } : unknownPlace
}

function coarse([, region, country, latitude, longitude, timeZone]: PlaceRow): Place {
  return { region, country, latitude, longitude, accuracy: 'Approximate', timeZone }
}
