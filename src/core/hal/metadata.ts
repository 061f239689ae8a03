import { kindOf, refusePromise } from '../base/messages.ts'
import { originOf, type Rejected, type ResponseInfo } from '../base/origin.ts'
import { InputError, type Issue } from '../errors/error-classes.ts'
import type { Collection, HalLike } from './hal.ts'
import { checkPage, linksOf } from './relations.ts'

/**
 * The response that contained a result: status, headers, address and attempts. For an event of a page, the response of the page.
 *
 * @throws InputError for a copy of a result, and for any other value that no client returned
 *
 * @example
 * ```ts
 * import { EventsV2, responseOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * const { status, headers, attempts } = responseOf(await events.page(1))
 * console.log(status, headers.get('date'), attempts.length)
 * ```
 */
export function responseOf(result: object): ResponseInfo {
  const origin = originOf(result)
  if (!origin) throw InputError.of('result', 'no client returned this object; a copy does not remember its response')
  return origin.response
}

/**
 * What is wrong with an invalid result that `onInvalid: 'keep'` returned: its fields and their problems. Empty for a valid result, and for a copy.
 *
 * @throws InputError for a promise of a result
 *
 * @example
 * ```ts
 * import { EventsV2, issuesOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', onInvalid: 'keep' })
 * for await (const event of events.list())
 *   for (const { field, message } of issuesOf(event)) console.warn(`${field}: ${message}`)
 * ```
 */
export function issuesOf(result: object): readonly Issue[] {
  refusePromise(result, 'result')
  return originOf(result)?.issues ?? []
}

/**
 * The invalid events of a page of `list({ onInvalid })`, and what is wrong with each. An event is invalid if it is not what the API describes. With
 * `'report'` the page does not contain these events; with `'keep'` it does. Empty if all events are valid. Also empty if `onInvalid` is not set: then
 * an invalid event makes the whole page fail with a {@link SchemaError}.
 *
 * @throws InputError if the argument is a promise, an array, or an object that no client returned, such as a copy of a page
 *
 * @example
 * ```ts
 * import { EventsV2, eventsOf, rejectedOf } from 'osdi-events'
 *
 * const events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key' })
 * for await (const page of events.list({ onInvalid: 'report' }).pages()) {
 *   console.log(eventsOf(page).length)
 *   for (const { address, issues } of rejectedOf(page)) console.error(address, issues)
 * }
 * ```
 */
export function rejectedOf(page: Collection<unknown>): readonly Rejected[] {
  checkPage(page)
  const origin = originOf(page)
  if (!origin) {
    throw InputError.of('page', 'no client returned this object; a copy does not remember what was rejected')
  }
  return origin.rejected ?? []
}

/**
 * Address of the documentation of a relation: its expanded curie (v2 §2.6), or the relation itself if it is an address. For an event of a page, this
 * uses the curies of the page. Undefined if there is no curie for the prefix.
 *
 * @example
 * ```ts
 * import { docsOf } from 'osdi-events'
 *
 * const curies = [{ name: 'osdi', href: 'https://docs.example.org/{rel}', templated: true }]
 * docsOf({ _links: { curies } }, 'osdi:events') // 'https://docs.example.org/events'
 * ```
 */
export function docsOf(resource: HalLike, rel: string): string | undefined {
  if (typeof rel !== 'string') throw InputError.of('rel', `must be text, not ${kindOf(rel)}`)
  if (/^https?:\/\//i.test(rel)) return rel
  const colon = rel.indexOf(':')
  if (colon < 1) return undefined
  const prefix = rel.slice(0, colon)
  const reference = encodeURIComponent(rel.slice(colon + 1).toWellFormed())
  for (let owner: HalLike | undefined = resource; owner; owner = originOf(owner)?.parent) {
    const curie = linksOf(owner, 'curies').find((link) => link.name === prefix)
    if (curie) return curie.href.replaceAll('{rel}', reference)
  }
  return undefined
}
