import { parse } from 'csv-parse/sync'
import type { NewEventV2 } from 'osdi-events'

const columns = [
  'id',
  'title',
  'start',
  'end',
  'venue',
  'address',
  'city',
  'region',
  'postal code',
  'country',
  'description',
]

/** An empty cell is no text at all. */
const filled = (cell: string | undefined) => cell || undefined

/**
 * Sheets write `2026-06-20 10:00`, the service `2026-06-20T10:00:00`. Both mean the clock at the event's place, so the digits stay. Nobody can
 * tell whether 4/7/2026 is in April or in July: the client refuses it.
 */
const localTime = (cell: string | undefined) => filled(cell?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/, '$1T$2:00'))

/**
 * The events of a sheet that is saved as CSV.
 *
 * @param system where the ids come from: `<system>:<id>` has to be unique on the whole service
 * @throws Error where a column is missing, an id is missing or not unique, or the file is no CSV
 */
export function readSheet(text: string, system: string): NewEventV2[] {
  const columnsOf = (names: string[]) => {
    const missing = columns.filter((name) => !names.includes(name))
    if (missing.length) throw new Error(`the sheet has no column ${missing.join(', ')}`)
    return names
  }
  const options = { bom: true, columns: columnsOf, relax_column_count_less: true, trim: true } as const
  const rows = parse<Record<string, string>>(text, options).filter((row) => Object.values(row).some(Boolean))
  const ids = rows.map(({ id }) => id)
  const wrong = rows.find(({ id }, index) => !id || ids.indexOf(id) !== index)
  if (wrong)
    throw new Error(`${JSON.stringify(wrong.title)} needs an id of its own, and not ${JSON.stringify(wrong.id)}`)
  return rows.map(({ id, title = '', start, end, venue, address, city, region, country, description, ...row }) => ({
    title,
    origin_system: 'Events sheet',
    identifiers: [`${system}:${id}`],
    description: filled(description),
    start_date: localTime(start),
    end_date: localTime(end),
    location: [venue, address, city, region, row['postal code'], country].some(Boolean)
      ? {
          venue: filled(venue),
          address_lines: address ? [address] : undefined,
          locality: filled(city),
          region: filled(region),
          postal_code: filled(row['postal code']),
          country: filled(country),
        }
      : undefined,
  }))
}
