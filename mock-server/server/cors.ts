import type { IncomingMessage } from 'node:http'
import type { Answer } from '../http/answer.ts'

/** Lets every page read an answer. The interface knows no cookies: a page that has the key may have the answer. */
export const readable: readonly string[] = [
  ...['Access-Control-Allow-Origin', '*'],
  ...['Access-Control-Expose-Headers', 'Retry-After, Allow, Location'],
]

/** Whether a browser asks if a page may send a request. */
export const isPreflight = ({ method, headers }: IncomingMessage): boolean =>
  method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined

/** That it may, whatever headers it names: a client may have headers of its own. */
export const preflightAnswer = ({ headers }: IncomingMessage): Answer => ({
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': namesIn(headers['access-control-request-headers'] ?? ''),
    'Access-Control-Max-Age': '600',
    Vary: 'Access-Control-Request-Headers',
  },
  body: '',
})

/** The documents' own headers, and the names that were asked for. */
const namesIn = (asked: string): string => {
  const others = asked.split(',').map((name) => name.trim().toLowerCase())
  return [...new Set(['api-key', 'osdi-api-token', 'content-type', ...others.filter((name) => token.test(name))])].join(
    ', ',
  )
}

const token = /^[\w!#$%&'*+.^`|~-]+$/
