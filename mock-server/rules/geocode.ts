import type { Geocode, Place } from '../types/index.ts'

/** A place that the built-in geocoder knows. The subdivision is an ISO 3166-2 code without the country, of one to three characters. */
export type PlaceRow = readonly [
  locality: string,
  subdivision: string,
  country: string,
  latitude: number,
  longitude: number,
  timeZone: string,
  postalCode: string,
]

/** All subdivision codes of two countries, in lower case. For other countries, the geocoder knows only the codes in {@link places}. */
const subdivisions = {
  us: ' al ak az ar ca co ct de fl ga hi id il in ia ks ky la me md ma mi mn ms mo mt ne nv nh nj nm ny nc nd oh ok or pa ri sc sd tn tx ut vt va wa wv wi wy dc as gu mp pr um vi ',
  ca: ' ab bc mb nb nl ns nt nu on pe qc sk yt ',
} as const

/** Real places. If several places match, the geocoder takes the place with the sent postal code, or else the first place. */
export const places: readonly [PlaceRow, ...PlaceRow[]] = [
  ['New York', 'NY', 'US', 40.7128, -74.006, 'America/New_York', '10001'],
  ['Buffalo', 'NY', 'US', 42.8864, -78.8784, 'America/New_York', '14202'],
  ['Albany', 'NY', 'US', 42.6526, -73.7562, 'America/New_York', '12207'],
  ['Washington', 'DC', 'US', 38.9072, -77.0369, 'America/New_York', '20001'],
  ['Boston', 'MA', 'US', 42.3601, -71.0589, 'America/New_York', '02108'],
  ['Cambridge', 'MA', 'US', 42.3736, -71.1097, 'America/New_York', '02138'],
  ['Springfield', 'MA', 'US', 42.1015, -72.5898, 'America/New_York', '01103'],
  ['Providence', 'RI', 'US', 41.824, -71.4128, 'America/New_York', '02903'],
  ['Portland', 'ME', 'US', 43.6591, -70.2568, 'America/New_York', '04101'],
  ['Burlington', 'VT', 'US', 44.4759, -73.2121, 'America/New_York', '05401'],
  ['Philadelphia', 'PA', 'US', 39.9526, -75.1652, 'America/New_York', '19103'],
  ['Pittsburgh', 'PA', 'US', 40.4406, -79.9959, 'America/New_York', '15222'],
  ['Newark', 'NJ', 'US', 40.7357, -74.1724, 'America/New_York', '07102'],
  ['Baltimore', 'MD', 'US', 39.2904, -76.6122, 'America/New_York', '21202'],
  ['Richmond', 'VA', 'US', 37.5407, -77.436, 'America/New_York', '23219'],
  ['Raleigh', 'NC', 'US', 35.7796, -78.6382, 'America/New_York', '27601'],
  ['Charlotte', 'NC', 'US', 35.2271, -80.8431, 'America/New_York', '28202'],
  ['Charleston', 'SC', 'US', 32.7765, -79.9311, 'America/New_York', '29401'],
  ['Atlanta', 'GA', 'US', 33.749, -84.388, 'America/New_York', '30303'],
  ['Miami', 'FL', 'US', 25.7617, -80.1918, 'America/New_York', '33130'],
  ['Tampa', 'FL', 'US', 27.9506, -82.4572, 'America/New_York', '33602'],
  ['Cleveland', 'OH', 'US', 41.4993, -81.6944, 'America/New_York', '44113'],
  ['Columbus', 'OH', 'US', 39.9612, -82.9988, 'America/New_York', '43215'],
  ['Detroit', 'MI', 'US', 42.3314, -83.0458, 'America/Detroit', '48226'],
  ['Indianapolis', 'IN', 'US', 39.7684, -86.1581, 'America/Indiana/Indianapolis', '46204'],
  ['Chicago', 'IL', 'US', 41.8781, -87.6298, 'America/Chicago', '60601'],
  ['Springfield', 'IL', 'US', 39.7817, -89.6501, 'America/Chicago', '62701'],
  ['Milwaukee', 'WI', 'US', 43.0389, -87.9065, 'America/Chicago', '53202'],
  ['Madison', 'WI', 'US', 43.0731, -89.4012, 'America/Chicago', '53703'],
  ['Minneapolis', 'MN', 'US', 44.9778, -93.265, 'America/Chicago', '55401'],
  ['Des Moines', 'IA', 'US', 41.5868, -93.625, 'America/Chicago', '50309'],
  ['St. Louis', 'MO', 'US', 38.627, -90.1994, 'America/Chicago', '63101'],
  ['Kansas City', 'MO', 'US', 39.0997, -94.5786, 'America/Chicago', '64106'],
  ['Omaha', 'NE', 'US', 41.2565, -95.9345, 'America/Chicago', '68102'],
  ['Nashville', 'TN', 'US', 36.1627, -86.7816, 'America/Chicago', '37203'],
  ['Memphis', 'TN', 'US', 35.1495, -90.049, 'America/Chicago', '38103'],
  ['New Orleans', 'LA', 'US', 29.9511, -90.0715, 'America/Chicago', '70112'],
  ['Houston', 'TX', 'US', 29.7604, -95.3698, 'America/Chicago', '77002'],
  ['Austin', 'TX', 'US', 30.2672, -97.7431, 'America/Chicago', '78701'],
  ['Dallas', 'TX', 'US', 32.7767, -96.797, 'America/Chicago', '75201'],
  ['El Paso', 'TX', 'US', 31.7619, -106.485, 'America/Denver', '79901'],
  ['Denver', 'CO', 'US', 39.7392, -104.9903, 'America/Denver', '80202'],
  ['Boulder', 'CO', 'US', 40.015, -105.2705, 'America/Denver', '80302'],
  ['Salt Lake City', 'UT', 'US', 40.7608, -111.891, 'America/Denver', '84101'],
  ['Albuquerque', 'NM', 'US', 35.0844, -106.6504, 'America/Denver', '87102'],
  ['Boise', 'ID', 'US', 43.615, -116.2023, 'America/Boise', '83702'],
  ['Phoenix', 'AZ', 'US', 33.4484, -112.074, 'America/Phoenix', '85004'],
  ['Las Vegas', 'NV', 'US', 36.1699, -115.1398, 'America/Los_Angeles', '89101'],
  ['Los Angeles', 'CA', 'US', 34.0522, -118.2437, 'America/Los_Angeles', '90012'],
  ['San Diego', 'CA', 'US', 32.7157, -117.1611, 'America/Los_Angeles', '92101'],
  ['San Francisco', 'CA', 'US', 37.7749, -122.4194, 'America/Los_Angeles', '94103'],
  ['Oakland', 'CA', 'US', 37.8044, -122.2712, 'America/Los_Angeles', '94612'],
  ['Sacramento', 'CA', 'US', 38.5816, -121.4944, 'America/Los_Angeles', '95814'],
  ['Portland', 'OR', 'US', 45.5152, -122.6784, 'America/Los_Angeles', '97204'],
  ['Seattle', 'WA', 'US', 47.6062, -122.3321, 'America/Los_Angeles', '98101'],
  ['Anchorage', 'AK', 'US', 61.2181, -149.9003, 'America/Anchorage', '99501'],
  ['Honolulu', 'HI', 'US', 21.3069, -157.8583, 'Pacific/Honolulu', '96813'],
  ['San Juan', 'PR', 'US', 18.4655, -66.1057, 'America/Puerto_Rico', '00901'],
  ['Toronto', 'ON', 'CA', 43.6532, -79.3832, 'America/Toronto', 'M5H 2N2'],
  ['Montreal', 'QC', 'CA', 45.5017, -73.5673, 'America/Toronto', 'H2Y 1C6'],
  ['Vancouver', 'BC', 'CA', 49.2827, -123.1207, 'America/Vancouver', 'V5Z 2X8'],
  ["St. John's", 'NL', 'CA', 47.5615, -52.7126, 'America/St_Johns', 'A1C 5M2'],
  ['London', 'ENG', 'GB', 51.5072, -0.1276, 'Europe/London', 'SW1A 2AA'],
  ['Manchester', 'ENG', 'GB', 53.4808, -2.2426, 'Europe/London', 'M2 5DB'],
  ['Glasgow', 'SCT', 'GB', 55.8642, -4.2518, 'Europe/London', 'G2 1DU'],
  ['Dublin', 'D', 'IE', 53.3498, -6.2603, 'Europe/Dublin', 'D02 AF30'],
  ['Berlin', 'BE', 'DE', 52.52, 13.405, 'Europe/Berlin', '10178'],
  ['Hamburg', 'HH', 'DE', 53.5511, 9.9937, 'Europe/Berlin', '20095'],
  ['Paris', '75', 'FR', 48.8566, 2.3522, 'Europe/Paris', '75001'],
  ['Madrid', 'MD', 'ES', 40.4168, -3.7038, 'Europe/Madrid', '28013'],
  ['Rome', 'RM', 'IT', 41.9028, 12.4964, 'Europe/Rome', '00186'],
  ['Mexico City', 'CMX', 'MX', 19.4326, -99.1332, 'America/Mexico_City', '06000'],
  ['São Paulo', 'SP', 'BR', -23.5505, -46.6333, 'America/Sao_Paulo', '01001-000'],
  ['Nairobi', '30', 'KE', -1.2921, 36.8219, 'Africa/Nairobi', '00100'],
  ['Johannesburg', 'GP', 'ZA', -26.2041, 28.0473, 'Africa/Johannesburg', '2001'],
  ['Mumbai', 'MH', 'IN', 19.076, 72.8777, 'Asia/Kolkata', '400001'],
  ['Tokyo', '13', 'JP', 35.6762, 139.6503, 'Asia/Tokyo', '100-0001'],
  ['Sydney', 'NSW', 'AU', -33.8688, 151.2093, 'Australia/Sydney', '2000'],
  ['Auckland', 'AUK', 'NZ', -36.8509, 174.7645, 'Pacific/Auckland', '1010'],
]

/** The place of an unknown address: the middle of the United States (v2 §2.2). */
const unknownPlace: Place = Object.freeze({
  region: '',
  country: 'US',
  latitude: 39.8283,
  longitude: -98.5795,
  accuracy: 'Approximate',
  timeZone: 'America/Chicago',
})

const normalize = (text: string | undefined): string =>
  (text ?? '').normalize('NFD').replace(/\p{M}/gu, '').replace(/\./g, '').trim().toLowerCase()
/** The subdivision code in a region such as `NY` or `US-NY`, in lower case. Undefined for a name such as `New York`. */
const regionCode = (region: string | undefined): string | undefined =>
  /^(?:[a-z]{2}-)?([a-z\d]{1,3})$/.exec(normalize(region))?.[1]
const postalArea = (postalCode: string | undefined): string => normalize(postalCode).replace(/[\s-]/g, '').slice(0, 3)

const rows = places.map((place) => ({
  place,
  locality: normalize(place[0]),
  code: normalize(place[1]),
  country: normalize(place[2]),
  area: postalArea(place[6]),
}))

type Row = (typeof rows)[number]

/** Whether a country has a subdivision with this code. An empty country means any country. */
const isSubdivision = (code: string, country: string): boolean =>
  Object.entries(subdivisions).some(([one, codes]) => (country || one) === one && codes.includes(` ${code} `)) ||
  rows.some((row) => row.code === code && (country || row.country) === row.country)

/**
 * The built-in geocoder. It searches a table of real places in the sent region and country, first for the locality, then for the first
 * three characters of the postal code. If no place matches, it takes a place in the region, or a place in the country, or else
 * {@link unknownPlace}. The accuracy is `Rooftop` if the request has a street address and a known locality or postal code. The region of the
 * result is empty if its code does not have two letters.
 */
export const geocode: Geocode = (query) => {
  const locality = normalize(query.locality)
  const area = postalArea(query.postal_code)
  const code = regionCode(query.region)
  const sentCountry = normalize(query.country)
  const country = sentCountry || 'us'
  // Ignores a code that the country does not have.
  const isKnownCode = code !== undefined && isSubdivision(code, sentCountry)
  const isInside = (row: Row) => (!sentCountry || row.country === sentCountry) && (!isKnownCode || row.code === code)
  const find = (matches: (row: Row) => boolean) => {
    const matching = rows.filter((row) => matches(row) && isInside(row))
    return (matching.find((row) => row.area === area) ?? matching[0])?.place
  }
  const exact = find((row) => row.locality === locality) ?? find((row) => row.country === country && row.area === area)
  if (exact) {
    const accuracy = query.address_lines?.[0] ? 'Rooftop' : 'Approximate'
    return Object.freeze({ locality: exact[0], ...approximate(exact), accuracy })
  }
  const inRegion = rows.find((row) => row.country === country && row.code === code)
  if (inRegion) return Object.freeze(approximate(inRegion.place))
  const inCountry = country === 'us' ? undefined : rows.find((row) => row.country === country)
  return inCountry ? Object.freeze({ ...approximate(inCountry.place), region: '' }) : unknownPlace
}

function approximate([, subdivision, country, latitude, longitude, timeZone]: PlaceRow): Place {
  const region = /^[A-Z]{2}$/.test(subdivision) ? subdivision : ''
  return { region, country, latitude, longitude, accuracy: 'Approximate', timeZone }
}
