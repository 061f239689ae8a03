import type { RequestLogEntry } from 'osdi-events/mock'
import { formatCount } from '../components/text.ts'

interface Difference {
  /** Path of the field in the body. */
  readonly path: string
  readonly sent: unknown
  /** Undefined if the resource does not have the field. */
  readonly stored: unknown
}

type Members = Readonly<Record<string, unknown>>

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The difference between the fields that a PUT sent and the fields that the service stored. */
export function SentAndStored({ request: { method, body, response, ignored } }: { readonly request: RequestLogEntry }) {
  if (method !== 'PUT' || response?.status !== 200 || !isMembers(body) || !isMembers(response.body)) return null
  const all = compare(body, response.body, '')
  const differing = all.filter(({ sent, stored }) => !isSame(sent, stored))
  const same = all.length - differing.length
  return (
    <section class="half" aria-label="Sent and stored">
      <h3>Sent and stored</h3>
      <p class="small muted">
        {`${formatCount(same, 'value is', 'values are')} stored as sent`}
        {differing.length > 0 &&
          `, ${formatCount(differing.length, 'value differs', 'values differ')} (sent → stored):`}
      </p>
      <ul class="differences small">
        {differing.map(({ path, sent, stored }) => (
          <li key={path}>
            <strong class="mono">{path}</strong>
            <span>
              <del>{textOf(sent)}</del> <span aria-hidden="true">→</span>{' '}
              <ins>
                {stored !== undefined && ignored.some(({ field }) => field === path) && 'kept: '}
                {textOf(stored)}
              </ins>
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Compares the members of objects one by one, and all other values as a whole. */
function compare(sent: Members, stored: Members, path: string): readonly Difference[] {
  return Object.entries(sent).flatMap(([name, value]) => {
    const other = Object.hasOwn(stored, name) ? stored[name] : undefined
    if (isMembers(value) && isMembers(other)) return compare(value, other, `${path}${name}.`)
    return [{ path: path + name, sent: value, stored: other }]
  })
}

/** Whether the service stored a value as sent. A sent `null` clears a field. */
function isSame(sent: unknown, stored: unknown): boolean {
  if (sent === null) return stored === undefined || stored === null
  if (Array.isArray(sent) && Array.isArray(stored))
    return sent.length === stored.length && sent.every((each, index) => isSame(each, stored[index]))
  if (isMembers(sent) && isMembers(stored))
    return Object.keys({ ...sent, ...stored }).every((name) => isSame(sent[name] ?? null, stored[name]))
  return sent === stored
}

const textOf = (value: unknown): string => (value === undefined ? 'not stored' : JSON.stringify(value))
