import type { ServiceRequest, ServiceResponse } from './api/message.ts'

/** Lets every page read a response. The API has no cookies: a page that has the key may have the response. */
export const corsHeaders = new Map([
  ['Access-Control-Allow-Origin', '*'],
  ['Access-Control-Expose-Headers', 'Retry-After, Allow, Location, Date'],
])

/** The response to a browser that asks whether a page may send a request; undefined for any other request. */
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

/** The headers of the spec, and the requested ones: clients may have headers of their own. */
function allowedHeaders(requested: string): string {
  const others = requested.split(',').map((name) => name.trim().toLowerCase())
  const names = ['api-key', 'osdi-api-token', 'content-type', ...others.filter((name) => headerName.test(name))]
  return [...new Set(names)].join(', ')
}

const headerName = /^[\w!#$%&'*+.^`|~-]+$/
