import { cellText, idOrUndefined, valueAt } from '../run/field-values.ts'
import { dateText, titleOf } from './event-table.ts'

/** A value that a person looks for first. */
interface MainValue {
  readonly name: 'title' | 'when' | 'where' | 'status' | 'RSVPs' | 'page' | 'description' | 'id'
  /** Without a value: empty. */
  readonly value: string
  /** The fields, of both versions, that it shows. */
  readonly fields: readonly string[]
}

const placeFields = ['venue', 'address_lines', 'locality', 'region'].map((part) => `location.${part}`)

/** What a person looks for first in an event, in this order. */
export async function mainValuesOf(event: object, thisYear: number): Promise<readonly MainValue[]> {
  const { idOf, wallClockOf } = await import('osdi-events')
  const { start = '', end = '' } = wallClockOf(event)
  const textsOf = (fields: readonly string[]) => fields.map((field) => cellText(valueAt(event, field))).filter(Boolean)
  const first = (name: MainValue['name'], fields: readonly string[]) => ({
    name,
    value: textsOf(fields)[0] ?? '',
    fields,
  })
  const [description = ''] = textsOf(['description'])
  return [
    { name: 'title', value: titleOf(event), fields: ['title', 'summary'] },
    { name: 'when', value: periodText(start, end, thisYear), fields: ['start_date', 'end_date', 'start'] },
    { name: 'where', value: textsOf(placeFields).join(', '), fields: placeFields },
    first('status', ['status']),
    first('RSVPs', ['total_accepted']),
    first('page', ['browser_url', 'url']),
    { name: 'description', value: await withoutMarkup(description), fields: ['description'] },
    { name: 'id', value: idOrUndefined(event, idOf) ?? '', fields: ['id'] },
  ]
}

/** Longer HTML would take long, and a terminal shows the beginning only. */
const longest = 10_000

/** The text of HTML, for people to read. */
async function withoutMarkup(html: string): Promise<string> {
  const { convert } = await import('html-to-text')
  // The conversion is recursive.
  return convert(html.slice(0, longest), { wordwrap: false, limits: { maxDepth: 200 } })
}

/** A start, and an end: without its day, if that is the day of the start. */
function periodText(start: string, end: string, thisYear: number): string {
  const isSameDay = start.slice(0, 10) === end.slice(0, 10)
  const texts = [dateText(start, thisYear), isSameDay ? end.slice(11, 16) : dateText(end, thisYear)]
  return texts.filter(Boolean).join(' – ')
}
