import { type PlaceRow, places, subdivisions } from './places.ts'
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
/** A subdivision's code, with its country before it or without; undefined for what is none, such as a name. */
const codeOf = (region: string | undefined): string | undefined =>
  /^(?:[a-z]{2}-)?([a-z\d]{1,3})$/.exec(fold(region))?.[1]
const area = (postalCode: string | undefined): string => fold(postalCode).replace(/[\s-]/g, '').slice(0, 3)

const byLocality = index((row) => fold(row[0]))
const byArea = index((row) => `${fold(row[2])} ${area(row[6])}`)
const bySubdivision = index((row) => `${fold(row[2])} ${fold(row[1])}`)
const byCountry = index((row) => fold(row[2]))

function index(keyOfRow: (row: PlaceRow) => string): (key: string) => readonly PlaceRow[] {
  const rows = new Map<string, PlaceRow[]>()
  for (const row of places) rows.set(keyOfRow(row), [...(rows.get(keyOfRow(row)) ?? []), row])
  return (key) => rows.get(key) ?? []
}

/** Whether a row can be meant: a country or a subdivision that was sent, exists and is another one rules it out. */
function agrees([, subdivision, country]: PlaceRow, query: PlaceQuery): boolean {
  const code = codeOf(query.region)
  return (
    (!query.country || fold(query.country) === fold(country)) &&
    (code === undefined || code === fold(subdivision) || !isCode(code, fold(query.country)))
  )
}

/** Whether a country has a subdivision of this code; where none was sent, whether any has. */
const isCode = (code: string, country: string): boolean =>
  Object.entries(subdivisions).some(([one, codes]) => (country || one) === one && codes.includes(` ${code} `)) ||
  places.some((row) => fold(row[1]) === code && (country || fold(row[2])) === fold(row[2]))

/** Of the rows that can be meant, first those of the United States, then those of the postal code's area; of equals the first. */
function best(rows: readonly PlaceRow[], query: PlaceQuery): PlaceRow | undefined {
  const score = (row: PlaceRow) => (row[2] === 'US' ? 2 : 0) + (area(row[6]) === area(query.postal_code) ? 1 : 0)
  return rows.filter((row) => agrees(row, query)).toSorted((a, b) => score(b) - score(a))[0]
}

/**
 * The built-in geocoder: a table of real places. An address is found by its locality, else by the first three characters of
 * its postal code, where a country or a region that was sent does not speak against it; a region or a country that is all
 * that is known gives the place that stands for it; everything else is {@link unknownPlace}. `Rooftop` means that a street
 * address came along with a known locality or postal code. The region is empty where its code is not of two letters.
 */
export const geocode: Geocode = (query) => {
  const asked = JSON.stringify([
    query.locality,
    query.region,
    query.postal_code,
    query.country,
    !!query.address_lines?.[0],
  ])
  const known = found.get(asked)
  if (known) return known
  const place = Object.freeze(search(query))
  // All services of the process share what is remembered: it must stay small whatever they are sent.
  if (asked.length > longestAsked) return place
  if (found.size >= mostFound) found.clear()
  found.set(asked, place)
  return place
}

/** Places that were asked for before: many events are in the same few. */
const found = new Map<string, Place>()
const mostFound = 1000
/** Characters of the longest question that is remembered. */
const longestAsked = 500

function search(query: PlaceQuery): Place {
  const country = fold(query.country) || 'us'
  const exact =
    best(byLocality(fold(query.locality)), query) ?? best(byArea(`${country} ${area(query.postal_code)}`), query)
  if (exact)
    return { locality: exact[0], ...coarse(exact), accuracy: query.address_lines?.[0] ? 'Rooftop' : 'Approximate' }
  const [within] = bySubdivision(`${country} ${codeOf(query.region)}`)
  if (within) return coarse(within)
  const [land] = country === 'us' ? [] : byCountry(country)
  return land ? { ...coarse(land), region: '' } : unknownPlace
}

function coarse([, subdivision, country, latitude, longitude, timeZone]: PlaceRow): Place {
  const region = /^[A-Z]{2}$/.test(subdivision) ? subdivision : ''
  return { region, country, latitude, longitude, accuracy: 'Approximate', timeZone }
}
