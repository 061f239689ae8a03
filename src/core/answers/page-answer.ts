import type * as z from 'zod/mini'
import type { OnInvalid } from '../arguments/call-options.ts'
import { linksOf } from '../resources/hal.ts'
import { type Collection, eventsOf } from '../resources/page.ts'
import { type Rejected, rememberRejected } from '../resources/rejected.ts'
import { collection } from '../schemas/collection.ts'
import type { Answer } from './answer.ts'
import { checked, readJson, redactedIssues, wrongWith } from './content.ts'
import { schemaError } from './unusable.ts'

/** An answer with more events than this that do not fit is no page with a bad event among good ones. */
const mostRejected = 1000

/** With more than this that is wrong, it is none either: all of it would be searched for keys. */
const mostIssues = 10_000

/** Address of an event, by its own self link or by the page's link to it. */
function addressAt(page: Collection<unknown>, events: readonly unknown[], index: number): string | undefined {
  const [self] = linksOf(Object(events[index]), 'self')
  if (self) return self.href
  const links = linksOf(page, 'osdi:events')
  // Links and events stand in one order; where their numbers differ, nobody can tell which is which.
  return links.length === events.length ? links[index]?.href : undefined
}

/** The issues of rejected events, as those of their page. */
const issuesOfAll = (rejected: readonly Rejected[]) =>
  rejected.flatMap(({ index, address, issues }) =>
    issues.map(({ field, message }) => ({
      field: `_embedded.osdi:events[${index}]${field && '.'}${field}`,
      message,
      ...(address !== undefined && { address }),
    })),
  )

/**
 * The page of an answer.
 *
 * @param schema of one event
 * @param onInvalid what to do about events that do not fit: refuse the page, or leave them out and remember them beside it
 * @throws ContentError, or SchemaError naming the fields that are wrong, and the addresses of the events that have them
 */
export function readPage<Page extends Collection<unknown>>(
  answer: Answer,
  schema: z.ZodMiniType,
  onInvalid: OnInvalid,
): Page {
  const value = readJson(answer)
  const page = checked<Page>(answer, value, collection())
  const { redactor } = answer.trace
  const events = eventsOf(page)
  const rejected: Rejected[] = []
  let found = 0
  const isEnough = () => rejected.length > mostRejected || found > mostIssues
  for (const [index, event] of events.entries()) {
    const issues = wrongWith(schema, event)
    if (!issues) continue
    const href = addressAt(page, events, index)
    const address = href === undefined ? {} : { address: redactor.start(href) }
    rejected.push({ index, value: event, ...address, issues: redactedIssues(redactor, issues) })
    found += issues.length
    if (isEnough()) break
  }
  if (rejected.length === 0) return page
  if (onInvalid === 'throw' || isEnough()) {
    throw schemaError(answer.trace, answer, value, issuesOfAll(rejected))
  }
  leaveOut(page, rejected)
  return page
}

function leaveOut(page: Collection<unknown>, rejected: readonly Rejected[]): void {
  const gone = new Set(rejected.map(({ index }) => index))
  const embedded = page._embedded
  if (embedded) embedded['osdi:events'] = eventsOf(page).filter((_, index) => !gone.has(index))
  rememberRejected(page, rejected)
}
