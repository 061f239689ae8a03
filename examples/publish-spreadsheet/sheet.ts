import { parse } from 'csv-parse/sync'
import type { NewEventV2 } from 'osdi-events'

/** A row of the sheet: an event to publish, or what is wrong with it. */
export interface Row {
  /** Number that the sheet shows beside it. */
  readonly number: number
  /** What the sheet calls the event, the same in every run: by it the event is found again. */
  readonly id: string
  readonly event: NewEventV2
  readonly problem?: string
}

/** All of them have to be there: a column that got lost would clear its field everywhere. */
const place = ['venue', 'address', 'city', 'region', 'postal code', 'country'] as const
const columns = ['id', 'title', 'start', 'end', ...place, 'description'] as const

/** An empty cell is no text at all. */
const filled = (cell: string | undefined) => cell || undefined

/**
 * Sheets write `2026-06-20 10:00`, the service `2026-06-20T10:00:00`. The digits are the clock at the event's place in both, so they stay as
 * they are: a `Date` in between would move them by this machine's time zone. Other forms are left alone, for the client to refuse:
 * nobody can tell whether 4/7/2026 is in April or in July.
 */
const localTime = (cell: string | undefined) => filled(cell?.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)$/, '$1T$2:00'))

/**
 * Reads a sheet.
 *
 * @param system where the ids come from: `<system>:<id>` has to be unique on the whole service
 * @throws Error where a column is missing or the file is no CSV
 */
export function readSheet(text: string, system: string): Row[] {
  const rows = parse<Record<string, string>>(text, {
    bom: true,
    columns: (names: string[]) => {
      const missing = columns.filter((name) => !names.includes(name))
      if (missing.length) throw new Error(`the sheet has no column ${missing.join(', ')}`)
      return names
    },
    // Empty rows count, for the numbers to be those of the sheet; they have no cells in some files.
    relax_column_count_less: true,
    trim: true,
  })

  const numbers = new Map<string, number>()
  return rows.flatMap((row, index): Row[] => {
    if (!Object.values(row).some(Boolean)) return []
    const number = index + 2 // the names of the columns are row 1
    const { id = '', title = '', start, end, venue, address, city, region, country, description } = row
    const first = numbers.get(id)
    if (first === undefined) numbers.set(id, number)
    const problem = !/^[\w.-]+$/.test(id)
      ? 'the id must be of letters, digits, dots and hyphens'
      : first !== undefined && `the id is that of row ${first}`
    const location = {
      venue: filled(venue),
      address_lines: address ? [address] : undefined,
      locality: filled(city),
      region: filled(region),
      postal_code: filled(row['postal code']),
      country: filled(country),
    }
    const event: NewEventV2 = {
      title,
      origin_system: 'Events sheet',
      identifiers: [`${system}:${id}`],
      description: filled(description),
      start_date: localTime(start),
      end_date: localTime(end),
      location: Object.values(location).some(Boolean) ? location : undefined,
    }
    return [{ number, id, event, ...(problem && { problem }) }]
  })
}
