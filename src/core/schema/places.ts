// Compares the town, the state and the country of an address by meaning, because a service writes them in its own form (v1 §2.2, v2 §2.2).

/** Parts of a location that a service takes from the map, and may write in another form. */
export type PlacePart = 'locality' | 'region' | 'country'

/** The country of an address that names none (v1 §2.2, v2 §2.2). */
const defaultCountry = 'us'

/**
 * Whether two texts mean the same place. Upper case, spaces and the Unicode form do not count, nor the name of a country or of a US state instead of
 * its code. Any other difference counts.
 *
 * @param country the country of the address
 */
export function isSamePlace(part: PlacePart, one: string, other: string, country: string): boolean {
  if (part === 'country') return isSameCountry(one || defaultCountry, other || defaultCountry)
  if (part === 'locality' || !isSameCountry(country || defaultCountry, defaultCountry))
    return plain(one) === plain(other)
  return stateCode(one) === stateCode(other)
}

const plain = (text: string): string => text.normalize().trim().replace(/\s+/g, ' ').toLowerCase()

/** A name without the marks that people leave out, as in `U.S.A.` and `the Netherlands`. */
const bare = (text: string): string => plain(text).replace(/[.’']/g, '').replace(/^the /, '')

/** Names of the default country that the platform does not know. */
const otherNames = new Set(['usa', 'united states of america'])

const countryKey = (text: string): string => (otherNames.has(bare(text)) ? defaultCountry : bare(text))

function isSameCountry(one: string, other: string): boolean {
  const first = countryKey(one)
  const second = countryKey(other)
  return first === second || namesOf(first).includes(second) || namesOf(second).includes(first)
}

/** Names of a country in English and in its own main language. Empty for a text that is no country code. */
function namesOf(code: string): readonly string[] {
  if (!/^[a-z]{2}$/.test(code)) return []
  const region = code.toUpperCase()
  const { language } = new Intl.Locale(`und-${region}`).maximize()
  return (['long', 'short'] as const).flatMap((style) =>
    ['en', language].map((locale) =>
      bare(new Intl.DisplayNames(locale, { type: 'region', style, fallback: 'none' }).of(region) ?? ''),
    ),
  )
}

/** The US states and territories: each code, then its name. */
const states = `al alabama,ak alaska,az arizona,ar arkansas,ca california,co colorado,ct connecticut,de delaware,dc district of columbia,
fl florida,ga georgia,hi hawaii,id idaho,il illinois,in indiana,ia iowa,ks kansas,ky kentucky,la louisiana,me maine,md maryland,
ma massachusetts,mi michigan,mn minnesota,ms mississippi,mo missouri,mt montana,ne nebraska,nv nevada,nh new hampshire,nj new jersey,
nm new mexico,ny new york,nc north carolina,nd north dakota,oh ohio,ok oklahoma,or oregon,pa pennsylvania,ri rhode island,
sc south carolina,sd south dakota,tn tennessee,tx texas,ut utah,vt vermont,va virginia,wa washington,wv west virginia,wi wisconsin,
wy wyoming,as american samoa,gu guam,mp northern mariana islands,pr puerto rico,vi us virgin islands`

/** The code of a US state, also for its name and for `US-NY`. Any other text stays as it is. */
function stateCode(text: string): string {
  const name = bare(text).replace(/^us-/, '')
  const state = states.split(/,\s*/).find((each) => each.slice(3) === name)
  return state?.slice(0, 2) ?? name
}
