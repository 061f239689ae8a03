import { isMissing, type Route, routes } from '../../api/router.ts'
import type { Dialect } from '../../dialects/dialect.ts'
import type { Context } from '../../rules/context.ts'
import { isComparable } from '../../rules/filter.ts'
import { geocode as builtIn } from '../../rules/geocode.ts'
import { operators } from '../../rules/odata.ts'
import type { JsonObject } from '../../text/json.ts'
import type { OperationName, Version } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'
import { integer, ref, schemasOf, text } from './schemas.ts'

/** What each operation does, and the schemas of its response and its body. */
const operations: Readonly<Record<OperationName, readonly [does: string, shows: string, takes?: string]>> = {
  'events.list': ['Lists events', 'Events'],
  'events.create': ['Creates an event', 'Event', 'NewEvent'],
  'events.get': ['Shows an event', 'Event'],
  'events.update': ['Changes what is sent of an event', 'Event', 'EventChanges'],
  'campaigns.events': ['Lists the events of an event campaign', 'Events'],
  'campaigns.get': ['Shows an event campaign', 'Campaign'],
  'attendances.list': ['Lists the RSVPs of an event', 'Attendances'],
  'attendances.record': ['Records an RSVP', 'Attendance', 'NewAttendance'],
  'attendances.get': ['Shows an RSVP', 'Attendance'],
  'embed.get': ["Shows the address of an event's embed code", 'Embed'],
  'people.get': ['Shows a person', 'Person'],
  'people.attendances': ['Lists the RSVPs of a person', 'Attendances'],
  'people.part': ['Lists what the service keeps nothing of', ''],
}

/** Why a request is refused. */
const reasons: Readonly<Record<number, string>> = {
  400: 'The query or the body is not valid.',
  401: 'The key is missing or unknown.',
  403: 'The key is missing or unknown, or may not see this.',
  404: 'It is not there, or not for this key.',
  409: 'Another event has one of the identifiers.',
  413: 'The body is too long.',
  415: 'The content type is not JSON.',
  429: 'Too many requests.',
  500: "The test's own geocoder failed.",
}

const isPaged = ({ method, collection }: Route): boolean => method === 'GET' && collection === true

/** The statuses of refusals: many assumptions are set to a status, or to a word where nothing is refused. */
function refusals({ assumptions: set, geocode }: Context, { policy }: Dialect, route: Route): readonly number[] {
  const { method, operation, path } = route
  const [creates, updates] = [operation === 'events.create', operation === 'events.update']
  const settings: readonly unknown[] = [
    ...[set.invalidKey === 401 ? 401 : 403, set.otherQuery],
    ...(set.rateLimit === 'off' ? [] : [429]),
    ...(route.filtered && set.filter !== 'ignored' ? [400] : []),
    ...(isPaged(route) ? [set.invalidPage, set.pageBeyond] : []),
    ...(path.includes(':id') ? [set.notFound] : []),
    ...(method === 'GET' ? [] : [413, set.contentType, set.invalidBody]),
    ...(method === 'POST' ? [set.invalidOptional] : []),
    ...(creates ? [policy.postalCode, policy.known, set.malformedIdentifier, set.foreignOwner] : []),
    ...(creates && policy.known === 'update' ? [set.twoMatches] : []),
    ...(updates ? [set.ownTwin] : []),
    ...((creates || updates) && geocode !== builtIn ? [500] : []),
  ]
  return settings.filter((setting) => typeof setting === 'number')
}

const contentOf = (type: string, schema: string) => ({ content: { [type]: { schema: ref(schema) } } })
const error = contentOf('application/json', 'Error')
const refused = (status: number) => ({ description: reasons[status] ?? reasons[400], ...error })

function parametersOf({ assumptions }: Context, dialect: Dialect, route: Route, perPage: number): readonly object[] {
  const place = (name = '') => ({ name, in: 'path', required: true, schema: text })
  const ask = (name: string, schema: object, description: string) => ({ name, in: 'query', schema, description })
  const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => place(name))
  if (!isPaged(route)) return ids
  const positive = { ...integer, minimum: 1 }
  const events = dialect.fields.filter(({ fact }) => isComparable(fact)).map(({ wire }) => wire)
  const rsvps = [dialect.names.created, dialect.names.modified, 'status']
  const fields = route.operation === 'attendances.list' ? rsvps : events
  const isIgnored = assumptions.filter === 'ignored' ? 'This service ignores it. ' : ''
  const compared = `Compares (${operators.join(', ')}) identifier, ${fields.join(', ')}.`
  return [
    ...[...ids, ask('page', positive, 'Counted from 1.')],
    ...(assumptions.perPageParameter === 'honoured' ? [ask('per_page', positive, `${perPage} at most.`)] : []),
    ...(route.filtered ? [ask('filter', text, `${isIgnored}OData. ${compared}`)] : []),
  ]
}

const description = 'Written by the mock service for the assumptions that it runs with. Faults are not described.'

/** A version of the interface as OpenAPI 3.1, with the assumptions that a service runs with. */
export function openApi({ context, session: { perPage }, url }: AdminCall, version: Version): JsonObject {
  const dialect = context.dialects[version]
  const paths: Record<string, object> = {}
  for (const route of routes.filter((one) => !isMissing(one, context.assumptions))) {
    const [summary, shows, takes] = operations[route.operation]
    const below = route.path.replace('{attendances}', dialect.attendances)
    const part = below.replace(/.*\//, '')
    const path = `/api/${version}/${below.replaceAll(/:(\w+)/g, '{$1}')}`
    const done = { description: 'Done.', ...contentOf('application/hal+json', shows || part) }
    const refusal = refusals(context, dialect, route).map((status) => [status, refused(status)])
    const described = {
      ...{ operationId: route.operation.replace(/part$/, part), summary },
      parameters: parametersOf(context, dialect, route, perPage),
      ...(takes && { requestBody: { required: true, ...contentOf('application/json', takes) } }),
      responses: { 200: done, ...Object.fromEntries(refusal) },
    }
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: described }
  }
  const key = { type: 'apiKey', in: 'header', name: dialect.keyHeader }
  return {
    ...{ openapi: '3.1.1', info: { title: 'OSDI events', version, description } },
    ...{ servers: [{ url }], security: [{ key: [] }], paths },
    components: { schemas: schemasOf(dialect, context.assumptions), securitySchemes: { key } },
  }
}
