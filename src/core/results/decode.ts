import type * as z from 'zod/mini'
import type { Schemas } from '../dialect.ts'
import type { Issue } from '../errors/error-classes.ts'
import { isJsonType } from '../http/call-context.ts'
import type { SuccessfulResponse } from '../http/read-body.ts'
import type { Redactor } from '../http/redact.ts'
import { contentError, schemaError } from '../http/response-errors.ts'
import type { DriftDetector } from '../observe/drift.ts'
import type { OnInvalid, Query } from '../options.ts'
import { matchesSchema } from '../schema/fast-check.ts'
import { collection, lazily, maybe, object } from '../schema/response-schema.ts'
import { issuesOf } from '../schema/validate.ts'
import { empty, insteadOfJson, tooLong, unparsed } from './content-hints.ts'
import { type Collection, eventsOf, type HalResource, linksOf } from './hal.ts'
import { type Rejected, type ResponseInfo, rememberAll, rememberRejected } from './metadata.ts'

const anyResource = lazily(() => object({ _links: maybe(object({})), _embedded: maybe(object({})) }))

/** A page, and what is known of it beside its data. */
export interface DecodedPage<Page> {
  readonly page: Page
  /** Events that it was sent with, and does not hold. */
  readonly rejected: readonly Rejected[]
  /** Address that answered; after a redirect, where it led. */
  readonly answeredBy: string
  /** The service's own prefix. */
  readonly namespace: string
}

/**
 * Turns answers into results: checked, but otherwise what the service sent, and remembered with the response that they came from. What cannot be
 * one is a ContentError or a SchemaError.
 */
export class Reader<Event extends object, Page extends Collection<Event>> {
  readonly #schemas: Schemas
  readonly #namespace: string
  readonly #drift: DriftDetector | undefined

  /** @param drift looks at every event and page, where anyone wants to know */
  constructor(schemas: Schemas, namespace: string, drift: DriftDetector | undefined) {
    this.#schemas = schemas
    this.#namespace = namespace
    this.#drift = drift
  }

  event(response: SuccessfulResponse): Event {
    const event = checked<Event>(response, readJson(response), this.#schemas.event)
    this.#drift?.event(event, response.url)
    return this.#remembered(event, response)
  }

  page(response: SuccessfulResponse, query: Query, onInvalid: OnInvalid = 'throw'): DecodedPage<Page> {
    const { page, rejected } = readPage<Page>(response, this.#schemas.event, onInvalid)
    this.#drift?.page(page, response.url, query)
    const namespace = this.#namespace
    return { page: this.#remembered(page, response), rejected, answeredBy: response.url, namespace }
  }

  /** A resource of whatever kind. */
  resource(response: SuccessfulResponse): HalResource {
    return this.#remembered(checked<HalResource>(response, readJson(response), anyResource()), response)
  }

  /** A success without a result: it need not say anything, but a login page with status 200 is none. */
  nothing(response: SuccessfulResponse): void {
    if (response.end !== 'whole' || response.text.trim() !== '') readJson(response)
  }

  #remembered<Result extends object>(result: Result, response: SuccessfulResponse): Result {
    rememberAll(result, { namespace: this.#namespace, answer: infoOf(response) })
    return result
  }
}

/** An response with more events than this that do not fit is no page with a bad event among good ones. */
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
 * The page of an response.
 *
 * @param schema of one event
 * @param onInvalid what to do about events that do not fit: refuse the page, or leave them out and remember them beside it
 * @throws ContentError, or SchemaError naming the fields that are wrong, and the addresses of the events that have them
 */
export function readPage<Page extends Collection<unknown>>(
  response: SuccessfulResponse,
  schema: z.ZodMiniType,
  onInvalid: OnInvalid,
): Pick<DecodedPage<Page>, 'page' | 'rejected'> {
  const value = readJson(response)
  const page = checked<Page>(response, value, collection())
  const { redactor } = response.context
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
  if (rejected.length === 0) return { page, rejected }
  if (onInvalid === 'throw' || isEnough()) {
    throw schemaError(response.context, response, value, issuesOfAll(rejected))
  }
  leaveOut(page, rejected)
  return { page, rejected }
}

function leaveOut(page: Collection<unknown>, rejected: readonly Rejected[]): void {
  const gone = new Set(rejected.map(({ index }) => index))
  const embedded = page._embedded
  if (embedded) embedded['osdi:events'] = eventsOf(page).filter((_, index) => !gone.has(index))
  rememberRejected(page, rejected)
}

/** Where the response came from, for `responseOf`. */
export function infoOf({ status, headers, url, context }: SuccessfulResponse): ResponseInfo {
  return Object.freeze({ status, headers, url, attempts: context.attempts })
}

/**
 * The JSON value of an response, untouched: what comes in is what goes out.
 *
 * @throws ContentError where the body is another type, empty, over the limit or no whole JSON document (v1 §1.6, v2 §1.7)
 */
export function readJson(response: SuccessfulResponse): unknown {
  const { context, status, text, end, limit } = response
  const fail = (why: string) => contentError(context, response, why)
  if (end === 'whole' && text.trim() === '') throw fail(empty(status))
  if (isJsonType(response) === false) {
    throw fail(insteadOfJson(text, context.redactor.text(response.headers.get('content-type') ?? '')))
  }
  if (end === 'over') throw fail(tooLong(limit))
  try {
    return JSON.parse(text)
  } catch {
    throw fail(unparsed(text))
  }
}

/** What is wrong with a value of an response, or undefined where nothing is. */
export const wrongWith = (schema: z.ZodMiniType, value: unknown) =>
  matchesSchema(schema, value) ? undefined : issuesOf(schema, value)

/** Issues without the keys that an response may repeat. */
export function redactedIssues(redactor: Redactor, issues: readonly Issue[]): Issue[] {
  return issues.map(({ field, message }) => ({ field: redactor.text(field), message: redactor.text(message) }))
}

/**
 * The JSON object of an response, held to a schema. The value itself is returned, not the schema's copy of it, so that nothing is lost,
 * reordered or added.
 *
 * @throws SchemaError naming the fields that are wrong
 */
export function checked<Resource extends object>(
  response: SuccessfulResponse,
  value: unknown,
  schema: z.ZodMiniType,
): Resource {
  const issues = wrongWith(schema, value)
  if (!issues) return value as Resource
  throw schemaError(response.context, response, value, redactedIssues(response.context.redactor, issues))
}
