import * as z from 'zod/mini'
import { linksOf } from '../resources/hal.ts'
import { type Collection, eventsOf } from '../resources/page.ts'
import { answerFields, maybe } from './answer-fields.ts'
import { always } from './facts.ts'
import { lazily } from './lazily.ts'
import { relation } from './list.ts'

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
  const { integer, link, curies } = answerFields()
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
            'osdi:events': always(link),
            curies: always(curies),
          }),
        ),
      ),
      _embedded: always(maybe(z.looseObject({ 'osdi:events': always(maybe(relation(undefined, 'optional'))) }))),
    })
    .check(
      z.refine(isCollection, 'is no collection of events: it has none of its members'),
      z.refine(
        (page) => linksOf(page, 'osdi:events').length === 0 || eventsOf(page as Collection<unknown>).length > 0,
        {
          error: 'is missing or empty, but the links of the collection promise events',
          path: ['_embedded', 'osdi:events'],
        },
      ),
    )
})
