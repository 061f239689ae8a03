import type { ServiceRequest, ServiceResponse } from './api/message.ts'

/** Headers that let pages of every origin read a response. They are safe, because the API uses no cookies, and a page needs an API key. */
export const corsHeaders = new Map([
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'Retry-After, Allow, Location, Date'],
])

/** The response to a CORS preflight; undefined for any other request. */
export function preflightResponse({
  method,
  header,
}: Pick<ServiceRequest, 'method' | 'header'>): ServiceResponse | undefined {
  const isPreflight =
    method === 'OPTIONS' && header('origin') !== undefined && header('access-control-request-method') !== undefined
  if (!isPreflight) return undefined
  return {
    status: 204,
    headers: {
      'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'Access-Control-Allow-Headers': allowedHeaders(header('access-control-request-headers') ?? ''),
      'Access-Control-Max-Age': '600',
      Vary: 'Access-Control-Request-Headers',
    },
    body: '',
  }
}

/** The headers of the spec, and all requested headers, because clients may send headers of their own. */
function allowedHeaders(requested: string): string {
  const others = requested.split(',').map((name) => name.trim().toLowerCase())
  const names = ['api-key', 'osdi-api-token', 'content-type', ...others.filter((name) => headerName.test(name))]
  return [...new Set(names)].join(', ')
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
