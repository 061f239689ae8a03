import { isSecretName } from '../requests/secret-names.ts'
import type { ServiceRequest, ServiceResponse } from './message.ts'

/** Headers that let pages of every origin read a response. They are safe, because the API uses no cookies, and a page needs an API key. */
export const corsHeaders = new Map([
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'Retry-After, Allow, Location, Date'],
])

type Head = Pick<ServiceRequest, 'method' | 'header'>

const isPreflight = ({ method, header }: Head): boolean =>
  method === 'OPTIONS' && header('origin') !== undefined && header('access-control-request-method') !== undefined

/**
 * The response to a CORS preflight; undefined for any other request. Allows the headers of the spec, and all requested headers, because
 * clients may send headers of their own.
 */
export const preflightResponse = (request: Head): ServiceResponse | undefined =>
  isPreflight(request)
    ? preflight('GET, HEAD, POST, PUT, PATCH, DELETE', [
        'api-key',
        'osdi-api-token',
        'content-type',
        ...requestedHeaders(request),
      ])
    : undefined

/** The response to the preflight of a form on a website, which sends no key; undefined for any other request. */
export const formPreflightResponse = (request: Head): ServiceResponse | undefined =>
  isPreflight(request)
    ? preflight('POST', ['content-type', ...requestedHeaders(request).filter((name) => !isSecretName(name))])
    : undefined

const preflight = (methods: string, names: readonly string[]): ServiceResponse => ({
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': [...new Set(names)].join(', '),
    'Access-Control-Max-Age': '600',
    Vary: 'Access-Control-Request-Headers',
  },
  body: '',
})

const requestedHeaders = ({ header }: Head): readonly string[] =>
  (header('access-control-request-headers') ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => headerName.test(name))

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
