import { only } from '../../fields/only.ts'
import type { Format } from './format.ts'

/** One JSON object a line. */
export const ndjson = (fields: readonly string[] | undefined): Format => ({
  head: '',
  some: (events) => events.map((event) => `${JSON.stringify(only(event, fields))}\n`).join(''),
  tail: () => '',
})

/** One JSON array, an event a line. */
export const json = (fields: readonly string[] | undefined): Format => ({
  head: '[',
  some: (events, first) =>
    events.map((event, index) => `${first && index === 0 ? '' : ','}\n${JSON.stringify(only(event, fields))}`).join(''),
  tail: (events) => (events === 0 ? ']\n' : '\n]\n'),
})
