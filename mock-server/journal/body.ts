import { parse } from '../http/body.ts'
import type { KeptText } from './kept.ts'
import type { Redactor } from './redact.ts'

/** A body as it is shown: as JSON where it is whole and JSON, as text otherwise. */
export function shownBody({ text, end }: KeptText, redactor: Redactor): unknown {
  const parsed = end === undefined ? parse(text) : undefined
  return parsed === undefined ? redactor.text(text, end) : redactor.value(parsed)
}
