import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { ServiceResponse } from '../api/message.ts'
import { AdminError, adminResponse } from './admin-response.ts'

/** The response at the root of a service: the addresses of both versions, of the admin API and of the explorer. */
export const rootResponse = (url: string, ui: boolean): ServiceResponse =>
  adminResponse(
    {
      v1: `${url}/api/v1/events`,
      v2: `${url}/api/v2/events`,
      admin: `${url}/_mock`,
      ...(ui && { explorer: `${url}/_mock/ui` }),
    },
    200,
    { Vary: 'Accept' },
  )

/** Whether the client is a browser. Browsers prefer HTML to JSON in `Accept`, other programs do not. */
export const prefersPage = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  weightOf('text/html', accept) > weightOf('application/json', accept)

/** The weight of a media type in an `Accept` header (RFC 9110 §12.5.1); 0 if the header does not name the type. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    if (name === type) return weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  return 0
}

/** The explorer's address below `/_mock`. It ends with a slash, for which the server redirects to the address without the slash. */
export const explorerAddress = '/ui/'

/** The files of the explorer, below `/_mock/ui`. */
const files: ReadonlyMap<string, readonly [name: string, type: string]> = new Map([
  ['', ['index.html', 'text/html']],
  ['/explorer.js', ['explorer.js', 'text/javascript']],
  ['/explorer.css', ['explorer.css', 'text/css']],
])

/** The response to a request for the explorer of the service at `servicePath`; undefined if the target is not the explorer. */
export function explorerResponse(servicePath: string, method: string | undefined, target: string) {
  const [isExplorer, path = ''] = /^\/ui(\/[^?]*)?(?:\?.*)?$/s.exec(target) ?? []
  if (isExplorer === undefined) return undefined
  // The page's links to its files are relative to the address without a trailing slash.
  return path === '/' ? redirectToExplorer(servicePath) : explorerFile(method, path)
}

const redirectToExplorer = (servicePath: string): ServiceResponse => ({
  status: 303,
  headers: { Location: `${servicePath}/_mock/ui`, 'Cache-Control': 'no-store', Vary: 'Accept' },
  body: '',
})

/** Reads the file for every request. Requests are rare, and a cache would take memory. */
function explorerFile(method: string | undefined, path: string): ServiceResponse {
  const [name, type] = files.get(path) ?? []
  if (!name) throw new AdminError(404, 'unknown', 'The explorer has no such file')
  if (method !== 'GET' && method !== 'HEAD') {
    throw new AdminError(405, 'method', 'The explorer takes GET', { Allow: 'GET' })
  }
  return { status: 200, headers: { 'Content-Type': `${type}; charset=utf-8`, ...pageHeaders }, body: contentOf(name) }
}

/** Reads a file of the explorer. Finds it by `imports` in the package's `package.json`, which works for the source and for the build. */
function contentOf(name: string): string {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#explorer/${name}`), 'utf8')
  } catch (cause) {
    throw Object.assign(new AdminError(404, 'unknown', 'The explorer is not built: run npm run build'), { cause })
  }
}

/** Content security policy: the explorer may load only its own script and styles. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pageHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const
