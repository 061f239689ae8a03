import { isNotServed, isPaged, type Route, routes } from '../../api/router.ts'
import type { Dialect, Field } from '../../dialects/dialect.ts'
import type { Context } from '../../rules/context.ts'
import { geocode as builtIn } from '../../rules/geocode.ts'
import { operators } from '../../rules/odata.ts'
import { isComparable } from '../../rules/odata-filter.ts'
import type { JsonObject } from '../../text/json.ts'
import type { Version } from '../../types/index.ts'
import type { AdminCall } from '../admin-call.ts'
import { canBeEmpty, integer, orNothing, ref, schemasOf, text } from './schemas.ts'

const errorDescriptions: Readonly<Record<number, string>> = {
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

/** The error statuses of a route. Many assumptions have a status as their setting, or a word if there is no error. */
function errorStatusesOf({ assumptions, geocode }: Context, dialect: Dialect, route: Route): readonly number[] {
  const { method, path, filtered, errors, geocodes } = route
  const settings: unknown[] = [assumptions.otherQuery]
  if (!route.withoutKey?.accepts(assumptions, 'unknown')) settings.push(assumptions.invalidKey === 401 ? 401 : 403)
  if (assumptions.rateLimit !== 'off') settings.push(429)
  if (filtered && assumptions.filter !== 'ignored') settings.push(400)
  if (isPaged(route)) settings.push(assumptions.invalidPage, assumptions.pageBeyond)
  if (path.includes(':')) settings.push(assumptions.notFound)
  if (method !== 'GET') settings.push(413, assumptions.contentType, assumptions.invalidBody)
  if (method === 'POST') settings.push(assumptions.invalidOptional)
  if (errors) settings.push(...errors(assumptions, dialect))
  if (geocodes && geocode !== builtIn) settings.push(500)
  return settings.filter((setting) => typeof setting === 'number')
}

function parametersOf({ assumptions }: Context, dialect: Dialect, route: Route, perPage: number): readonly object[] {
  const parameters: object[] = [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => {
    return { name, in: 'path', required: true, schema: text }
  })
  const addQuery = (name: string, schema: object, description: string) =>
    parameters.push({ name, in: 'query', schema, description })
  if (route.deferrable)
    addQuery('background_request', { type: 'boolean' }, 'If true, the response is {}, even if the write is refused.')
  if (!isPaged(route)) return parameters
  const positive = { ...integer, minimum: 1 }
  addQuery('page', positive, 'Counted from 1.')
  if (assumptions.perPageParameter === 'honoured') addQuery('per_page', positive, `${perPage} at most.`)
  if (route.filtered) {
    const ignored = assumptions.filter === 'ignored' ? 'This service ignores it. ' : ''
    const fields = route.filtered
      .flatMap((table): readonly Field[] => [...dialect.fields[table]])
      .filter(({ row }) => isComparable(row, assumptions))
      .map(({ wire }) => wire)
    addQuery('filter', text, `${ignored}OData. Compares (${operators.join(', ')}) identifier, ${fields.join(', ')}.`)
  }
  return parameters
}

const contentOf = (type: string, schema: string) => ({ content: { [type]: { schema: ref(schema) } } })

function responsesOf(context: Context, dialect: Dialect, route: Route, schema: string): JsonObject {
  const name = canBeEmpty(route, context.assumptions) ? orNothing(schema) : schema
  const success = { description: 'Done.', ...contentOf('application/hal+json', name) }
  const errors = errorStatusesOf(context, dialect, route).map((status) => {
    const description = errorDescriptions[status] ?? errorDescriptions[400]
    return [status, { description, ...contentOf('application/json', 'Error') }] as const
  })
  return { 200: success, ...Object.fromEntries(errors) }
}

const description = 'Written by the mock service for the assumptions that it runs with. Faults are not described.'

/** The `operationId` of a route. An operation with several paths has a different `operationId` for each path. */
const operationIdOf = ({ operation, path }: Route, part: string): string =>
  path.includes(':campaign/') && !operation.startsWith('campaigns.')
    ? `${operation}InCampaign`
    : operation.replace(/part$/, part)

/** The OpenAPI 3.1 document for a version of the API, with the assumptions of the service. */
export function openApi({ context, session: { perPage }, url }: AdminCall, version: Version): JsonObject {
  const dialect = context.dialects[version]
  const paths: Record<string, object> = {}
  for (const route of routes.filter((one) => !isNotServed(one, context.assumptions, dialect))) {
    const path = route.path.replace('{attendances}', dialect.attendances)
    const [part = ''] = path.split('/').slice(-1)
    const { summary, response = part, request } = route
    const operation = {
      operationId: operationIdOf(route, part),
      summary,
      ...(route.withoutKey?.accepts(context.assumptions, undefined) && { security: [{ key: [] }, {}] }),
      parameters: parametersOf(context, dialect, route, perPage),
      ...(request && { requestBody: { required: true, ...contentOf('application/json', request) } }),
      responses: responsesOf(context, dialect, route, response),
    }
    const address = ['', 'api', version, ...(path === '' ? [] : [path.replaceAll(/:(\w+)/g, '{$1}')])].join('/')
    paths[address] = { ...paths[address], [route.method.toLowerCase()]: operation }
  }
  const key = { type: 'apiKey', in: 'header', name: dialect.keyHeader }
  return {
    openapi: '3.1.1',
    info: { title: 'OSDI events', version, description },
    servers: [...new Set([url, context.baseUrl])].map((each) => ({ url: each })),
    security: [{ key: [] }],
    paths,
    components: { schemas: schemasOf(dialect, context.assumptions), securitySchemes: { key } },
  }
}
