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

/** That it may. */
export const preflightAnswer: Answer = {
  status: 204,
  headers: {
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': 'api-key, OSDI-API-Token, Content-Type',
    'Access-Control-Max-Age': '600',
  },
  body: '',
}
