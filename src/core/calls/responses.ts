import { messageIn, one } from '../base/messages.ts'
import { type Rejected, remember, rememberAll } from '../base/origin.ts'
import { isObject, isObjectLike } from '../base/values.ts'
import type { SchemaError } from '../errors/error-classes.ts'
import type { HalLike, HalResource, Paged } from '../hal/hal.ts'
import { isErrorObject } from '../hal/recognise.ts'
import { filledIn, itemRelationIn, itemRelationOf, itemsOf, linksOf, setItems } from '../hal/relations.ts'
import type { ReceivedResponse } from '../http/call-context.ts'
import { notJsonError, schemaError } from '../http/response-errors.ts'
import type { OnInvalid, Query } from '../options/call-options.ts'
import { anyResourceSchema, collectionSchema, itemIssues, otherThanCollection } from '../schema/collection.ts'
import type { DriftDetector } from '../schema/drift.ts'
import { fits } from '../schema/fit.ts'
import type { Resource } from '../schema/resource-types.ts'
import { checked, issuesIn, redacted } from './check-response.ts'

/** What the client needs to read a response. */
export interface ReadContext {
  readonly namespace: string
  /** Compares events and pages with the spec; undefined without `onDrift` and logger. */
  readonly drift: DriftDetector | undefined
}

// Turns a response into a result: parses the JSON, checks it, and returns the parsed value. Throws a ContentError for a body that is not JSON, and a
// SchemaError for JSON that does not match the schema.

/**
 * Reads one resource: the response to a GET, a POST or a PUT.
 *
 * @param onInvalid `keep` keeps an invalid resource. `report` acts as `throw` here: one resource cannot be left out as in a page
 * @param isRead true for a GET. After a write, a wrong namespace is no error, because the write has already taken effect.
 */
export function readOne<Item extends object>(
  reading: ReadContext,
  response: ReceivedResponse,
  resource: Resource,
  onInvalid: OnInvalid,
  isRead: boolean,
): Item {
  const { noun, isSpecified, shows, problem } = resource
  const value = readJson(response)
  if (!isSpecified) {
    // Refuses `{}`. The spec does not describe this response, and some services answer a failure with status 200 and `{}`.
    const isEmpty = isObjectLike(value) && Object.keys(value).length === 0
    if (isEmpty) throw unknownOutcome(response, value, 'is empty')
  }
  if (!isSpecified || !fits(resource.schema(), value)) refuseError(response, value, one(noun))
  const showsNothing = isObject(value) && shows?.(value) === false
  if (!isSpecified && showsNothing && !problem?.(value)) {
    if (isRead) checkNamespace(reading, response, value)
    throw unknownOutcome(response, value, `shows nothing of ${one(noun)}`)
  }
  const issues = issuesIn(response, value, resource) ?? []
  if (issues.length > 0) {
    if (onInvalid !== 'keep' || !isObject(value)) throw schemaError(response, value, issues)
    const message = problemOfKept(resource, value) ?? (showsNothing && `shows nothing of ${one(noun)}`)
    if (message) throw schemaError(response, value, [{ field: '', message }])
  }
  const item = value as Item
  if (isRead) checkNamespace(reading, response, item)
  remembered(reading, item, response)
  if (issues.length > 0) remember(item, { issues })
  if (isSpecified) reading.drift?.event(item, response.url)
  return item
}

/**
 * Reads one page of a collection.
 *
 * @param call of the page: its `query`, and `onInvalid`. `throw` refuses a page with an invalid item, `report` leaves the item out, `keep` keeps it
 */
export function readPage<Page extends Paged>(
  reading: ReadContext,
  response: ReceivedResponse,
  resource: Resource,
  { query, onInvalid }: { readonly query: Query; readonly onInvalid: OnInvalid },
): Page {
  const { name, isSpecified } = resource
  const page = readCollection<Page>(response, resource)
  checkNamespace(reading, response, page)
  remembered(reading, page, response, itemRelationIn(page._embedded, name))
  const rejected = rejectedIn(response, page, resource)
  if (rejected.length > 0) {
    if (onInvalid === 'throw' || isTooMuch(rejected)) throw schemaError(response, page, issuesOfAll(page, rejected))
    const isKept = ({ value }: Rejected) => onInvalid === 'keep' && isObject(value) && !problemOfKept(resource, value)
    for (const each of rejected) if (isKept(each)) remember(each.value as object, { issues: each.issues })
    leaveOut(
      page,
      rejected.filter((each) => !isKept(each)),
    )
    remember(page, { rejected: Object.freeze(rejected) })
  }
  if (isSpecified) reading.drift?.page(page, response.url, query)
  return page
}

/** What is wrong with an invalid object that must not be kept. */
const problemOfKept = (resource: Resource, value: object) => (resource.problemOfKept ?? resource.problem)?.(value)

/** @throws SchemaError if the body is an error although the status is a success */
function refuseError(response: ReceivedResponse, value: unknown, instead: string): void {
  if (isErrorObject(value)) throw unknownOutcome(response, value, `is an error, not ${instead}`, messageIn(value))
}

function unknownOutcome(response: ReceivedResponse, value: unknown, message: string, said?: string): SchemaError {
  const error = schemaError(response, value, [{ field: '', message }], said && response.context.redactor.text(said))
  return response.context.method === 'GET' ? error : Object.defineProperty(error, 'outcome', { value: 'unknown' })
}

/**
 * Reads a resource that has no row in the table of resources.
 *
 * @param problemWith what is wrong with a resource of another kind. @default every resource that is no error passes
 */
export function readResource(
  reading: ReadContext,
  response: ReceivedResponse,
  problemWith: (value: object) => string | undefined = () => undefined,
): HalResource {
  const value = readJson(response)
  refuseError(response, value, 'a resource')
  const resource = checked<HalResource>(response, value, { schema: anyResourceSchema })
  const message = problemWith(resource)
  if (message !== undefined) throw schemaError(response, resource, [{ field: '', message }])
  return remembered(reading, resource, response)
}

/** Reads a collection. Does not check its items. */
function readCollection<Page extends Paged>(
  response: ReceivedResponse,
  resource: Pick<Resource, 'name' | 'noun'>,
): Page {
  const value = readJson(response)
  if (filledIn(Object(value)._embedded).length === 0) refuseError(response, value, 'a collection')
  const page = checked<Page>(response, value, {
    schema: collectionSchema,
    problem: (value) => otherThanCollection(value, resource),
  })
  const issues = itemIssues(page, resource)
  if (issues.length > 0) throw schemaError(response, page, redacted(response.context.redactor, issues))
  return page
}

/** Checks that a response is a collection. An object without links and items is refused, because some services answer a failure with status 200. */
export function readProof(response: ReceivedResponse): void {
  const value = readCollection(response, { name: 'event', noun: 'event' })
  if (value._links || value._embedded) return
  throw schemaError(response, value, [{ field: '', message: 'is not a collection: it has no links and no items' }])
}

/**
 * Checks a success whose body the client does not need. The body must be empty, or JSON that is no error: otherwise it may be a login page with status
 * 200.
 */
export function readNothing(response: ReceivedResponse): undefined {
  if (response.end !== 'whole' || response.text.trim() !== '') refuseError(response, readJson(response), 'a success')
}

/**
 * Refuses a wrong option `namespace`, with which the service's own fields would seem absent. The option is wrong if the curies name other prefixes
 * and no member has this prefix.
 */
function checkNamespace({ namespace }: ReadContext, response: ReceivedResponse, value: HalLike): void {
  if (response.text.includes(`"${namespace}:`)) return
  const prefixes = linksOf(value, 'curies').flatMap(({ name }) => (name && name !== 'osdi' ? [name] : []))
  if (prefixes.length === 0 || prefixes.includes(namespace)) return
  const own = `names no prefix ${namespace}, which is the client's namespace`
  const { isPersonal, redactor } = response.context
  // In a call about people, the names of curies are shown if they are plain prefixes and no other text.
  const isShown = !isPersonal || prefixes.every((prefix) => /^[a-z\d]+(?:_[a-z\d]+)*$/.test(prefix))
  const message = isShown ? `${own}; set namespace to ${prefixes.join(' or ')}` : own
  throw schemaError(response, value, redacted(redactor, [{ field: '_links.curies', message }]))
}

function remembered<Result extends object>(
  { namespace }: ReadContext,
  result: Result,
  { status, headers, url, context }: ReceivedResponse,
  relation?: string,
): Result {
  const response = Object.freeze({ status, headers, url, attempts: context.attempts })
  rememberAll(result, { namespace, response, relation })
  return result
}

// Invalid events of a page.

/** With more invalid events than this, the whole page is an error. */
const mostRejected = 1000

/** With more issues than this, the whole page is an error: redaction searches each message for API keys, which takes time. */
const mostIssues = 10_000

const isTooMuch = (rejected: readonly Rejected[]) =>
  rejected.length > mostRejected || rejected.reduce((sum, { issues }) => sum + issues.length, 0) > mostIssues

/** The invalid events. The search stops when there are too many. */
function rejectedIn(response: ReceivedResponse, page: Paged, resource: Resource): Rejected[] {
  const { redactor } = response.context
  const events = itemsOf(page)
  const rejected: Rejected[] = []
  for (const [index, value] of events.entries()) {
    const issues = issuesIn(response, value, resource)
    if (!issues) continue
    const href = addressAt(page, events, index)
    const address = href === undefined ? {} : { address: redactor.start(href) }
    rejected.push(Object.freeze({ index, value, ...address, issues }))
    if (isTooMuch(rejected)) break
  }
  return rejected
}

/** The address of an event, from its self link or from the page's link to it. */
function addressAt(page: Paged, events: readonly unknown[], index: number): string | undefined {
  const [self] = linksOf(Object(events[index]), 'self')
  if (self) return self.href
  const links = linksOf(page, itemRelationOf(page))
  // Links and events have the same order. If their numbers differ, the link at the event's index may be that of another event.
  return links.length === events.length ? links[index]?.href : undefined
}

/** The issues of rejected events, with field names relative to the page. */
const issuesOfAll = (page: Paged, rejected: readonly Rejected[]) =>
  rejected.flatMap(({ index, address, issues }) =>
    issues.map(({ field, message }) => ({
      field: `_embedded.${itemRelationOf(page)}[${index}]${field && '.'}${field}`,
      message,
      ...(address !== undefined && { address }),
    })),
  )

function leaveOut(page: Paged, rejected: readonly Rejected[]): void {
  if (rejected.length === 0) return
  const gone = new Set(rejected.map(({ index }) => index))
  setItems(
    page,
    itemsOf(page).filter((_, index) => !gone.has(index)),
  )
}

/** @throws ContentError if the body is not a complete JSON document */
function readJson(response: ReceivedResponse): unknown {
  const { json = { invalid: 'no JSON' } } = response
  if ('value' in json) return json.value
  throw notJsonError(response)
}
