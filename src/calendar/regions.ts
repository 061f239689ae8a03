import { offsetAt } from '../core/hal/time-zone.ts'

/** The states and territories of the US in which all places keep the same time, by zone. Arizona is not one: the Navajo Nation has summer time. */
const statesByZone = {
  'America/New_York': 'CT DC DE GA MA MD ME NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL LA MN MO MS OK WI',
  'America/Denver': 'CO MT NM UT WY',
  'America/Los_Angeles': 'CA WA',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
}

const zonesByState: ReadonlyMap<string, string> = new Map(
  Object.entries(statesByZone).flatMap(([zone, states]) => states.split(' ').map((state) => [state, zone] as const)),
)

const code = (text: unknown) => (typeof text === 'string' ? text.trim().toUpperCase() : '')

/** Regions overseas, by countries whose zones in the tables are those of the mainland. Programs write such a country for them too. */
const overseas: ReadonlyMap<string, RegExp> = new Map([
  ['FR', /^(?:9[78]\d*|BL|GF|GP|MF|MQ|NC|PF|PM|RE|TF|WF|YT)$/],
  ['NL', /^(?:AW|BQ\d?|CW|SX)$/],
])

interface Region {
  readonly region?: unknown
  readonly country?: unknown
  readonly postal_code?: unknown
}

/** The zone of a US state or of a country in which all places keep the same time. The service means the US if it sends no country. */
export function zoneOfRegion({ region, country, postal_code: postcode }: Region): string | undefined {
  const name = code(country)
  if (name === 'US' || name === '') return zonesByState.get(code(region))
  if ([region, postcode].some((part) => overseas.get(name)?.test(code(part)))) return undefined
  return zoneOfCountry(name)
}

const hour = 3_600_000

/** Whether a place lies far from a region, and outside the US: then the region may be that of another country, because `US` is the default. */
export const isElsewhere = (zone: string, ofRegion: string): boolean =>
  Math.abs(offsetAt(firstMoment, zone) - offsetAt(firstMoment, ofRegion)) > hour && !inUs().has(zone)

/** Zones by country. Null for a country with several. */
const known = new Map<string, string | null>()

function zoneOfCountry(country: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(country)) return undefined
  const found = known.get(country)
  if (found !== undefined) return found ?? undefined
  const [zone, ...others] = zonesOf(country)
  const single = zone !== undefined && others.every((other) => keepSameTime(zone, other)) ? zone : null
  known.set(country, single)
  return single ?? undefined
}

/** What TypeScript 6.0 does not know yet. Node 22 has the older `timeZones` only. */
interface LocaleWithZones {
  getTimeZones?(): readonly string[] | undefined
  readonly timeZones?: readonly string[] | undefined
}

/** The zones of a country, in the platform's edition of the tz database. */
function zonesOf(country: string): readonly string[] {
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & LocaleWithZones
  return locale.getTimeZones?.() ?? locale.timeZones ?? []
}

let zonesOfUs: ReadonlySet<string> | undefined
const inUs = () => {
  zonesOfUs ??= new Set(zonesOf('US'))
  return zonesOfUs
}

const week = 7 * 86_400_000
/** Zones whose clocks agree in all these years count as one: Germany's second zone, Busingen, last differed from Berlin in 1981. */
const firstMoment = Date.UTC(2020, 0)
const lastMoment = Date.UTC(2031, 0)

function keepSameTime(one: string, other: string): boolean {
  for (let moment = firstMoment; moment < lastMoment; moment += week)
    if (offsetAt(moment, one) !== offsetAt(moment, other)) return false
  return true
}
