import * as z from 'zod/mini'
import { answerFields, maybe } from './answer-fields.ts'
import { always } from './facts.ts'
import { lazily } from './lazily.ts'
import { anyList, list } from './list.ts'

const ofCollections = ['total_pages', 'per_page', 'page', 'total_records', '_embedded']
const ofOthers = ['title', 'summary', 'error', 'osdi:error']

/** Links alone are those of an empty page, unless they stand beside what an event or an error has. */
function isCollection(value: object): boolean {
  const has = (name: string) => Object.hasOwn(value, name)
  return !has('identifiers') && (ofCollections.some(has) || (has('_links') && !ofOthers.some(has)))
}

/**
 * A collection (v1 §2.5, v2 §2.6), whatever its events are. What carries no member of the table (`{}`, an error object) is none.
 */
export const collection = lazily(() => {
  const { integer, link, requiredLink, curies } = answerFields()
  return z
    .looseObject({
      total_pages: always(integer),
      per_page: always(integer),
      page: always(integer),
      total_records: always(integer),
      _links: always(
        maybe(
          z.looseObject({
            self: always(link),
            next: link,
            'osdi:events': always(maybe(list(requiredLink))),
            curies: always(curies),
          }),
        ),
      ),
      _embedded: always(maybe(z.looseObject({ 'osdi:events': always(maybe(anyList())) }))),
    })
    .check(
      z.refine(isCollection, 'is no collection of events: it has none of its members'),
      z.refine((page) => !page._links?.['osdi:events']?.length || Boolean(page._embedded?.['osdi:events']?.length), {
        error: 'is missing or empty, but the links of the collection promise events',
        path: ['_embedded', 'osdi:events'],
      }),
    )
})
