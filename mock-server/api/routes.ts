import type { OperationName } from '../types/index.ts'

/** What else the service could know of a person. It keeps none of these, so their collections are empty (v1 §2.3). */
export const personParts = ['question_answers', 'signatures', 'submissions', 'donations'] as const

/**
 * The routing table. A path is relative to `/api/<version>/`; `:id` and `:member` stand for one segment each, and
 * `{attendances}` for the version's own name of that collection. A collection takes a trailing slash. What is `linked` is
 * described by no document beyond the links that lead to it (assumption `linked`).
 */
export const routes = [
  { operation: 'events.list', method: 'GET', path: 'events', collection: true },
  { operation: 'events.create', method: 'POST', path: 'events', collection: true },
  { operation: 'events.get', method: 'GET', path: 'events/:id' },
  { operation: 'events.update', method: 'PUT', path: 'events/:id' },
  { operation: 'campaigns.events', method: 'GET', path: 'event_campaigns/:id/events', collection: true },
  { operation: 'campaigns.get', method: 'GET', path: 'event_campaigns/:id', linked: true },
  { operation: 'attendances.list', method: 'GET', path: 'events/:id/{attendances}', collection: true, linked: true },
  { operation: 'attendances.record', method: 'POST', path: 'events/:id/{attendances}', collection: true },
  { operation: 'attendances.get', method: 'GET', path: 'events/:id/{attendances}/:member', linked: true },
  { operation: 'embed.get', method: 'GET', path: 'events/:id/embed', linked: true },
  { operation: 'people.get', method: 'GET', path: 'people/:id', linked: true },
  { operation: 'people.attendances', method: 'GET', path: 'people/:id/{attendances}', collection: true, linked: true },
  ...personParts.map(
    (part) =>
      ({
        operation: 'people.part',
        method: 'GET',
        path: `people/:id/${part}`,
        collection: true,
        linked: true,
      }) as const,
  ),
] as const satisfies readonly Route[]

/** One row of the table. */
export interface Route {
  readonly operation: OperationName
  readonly method: string
  readonly path: string
  readonly collection?: true
  readonly linked?: true
}

/** Every name of the table, to look up what a test wrote. */
export const operationNames: ReadonlySet<unknown> = new Set(routes.map(({ operation }) => operation))
