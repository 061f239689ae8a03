import { readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { ServiceResponse } from '../api/response.ts'
import { AdminError, adminResponse } from './admin-call.ts'
import type { RequestTarget } from './mounts.ts'

/** Whether a request asks for the address of a service itself. */
export const isForRoot = ({ method }: IncomingMessage, { isAdmin, target }: RequestTarget): boolean =>
  (method === 'GET' || method === 'HEAD') && !isAdmin && /^\/(?:\?|$)/.test(target)

/** Says where everything is, below the address of the service. */
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

/** Whether somebody would rather see a page than JSON: browsers name the type of pages, and programs do not. */
export const prefersPage = ({ headers: { accept = '' } }: IncomingMessage): boolean =>
  weightOf('text/html', accept) > weightOf('application/json', accept)

/** The weight of a media type in an `Accept` header that names it (RFC 9110 §12.5.1); 0 where it does not. */
function weightOf(type: string, accept: string): number {
  for (const range of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = range.split(';').map((part) => part.trim())
    const weight = parameters.find((parameter) => parameter.startsWith('q='))
    if (name === type) return weight === undefined ? 1 : Number(weight.slice(2)) || 0
  }
  return 0
}

const below = /^\/ui(\/[^?]*)?(?:\?.*)?$/s

/** Whether a request is for the explorer: one of its files, or a browser at the address of a service. */
export const isForExplorer = (message: IncomingMessage, place: RequestTarget): boolean =>
  place.isAdmin ? below.test(place.target) : isForRoot(message, place) && prefersPage(message)

/** Answers it: with the file, or with the way to the page. */
export function explorerResponse(
  { method = 'GET' }: IncomingMessage,
  { isAdmin, target, mount }: RequestTarget,
): ServiceResponse {
  const [, path = ''] = below.exec(target) ?? []
  // Its files are named relative to the page's address, which has no slash at its end.
  return isAdmin && path !== '/' ? explorerFile(method, path) : see(`${mount?.path ?? ''}/_mock/ui`)
}

const see = (address: string): ServiceResponse => ({
  status: 303,
  headers: { Location: address, 'Cache-Control': 'no-store', Vary: 'Accept' },
  body: '',
})

interface ExplorerFile {
  readonly name: string
  readonly type: string
}

/** What there is below `/_mock/ui`. */
const files: Readonly<Record<string, ExplorerFile>> = {
  '': { name: 'index.html', type: 'text/html; charset=utf-8' },
  '/explorer.js': { name: 'explorer.js', type: 'text/javascript; charset=utf-8' },
  '/explorer.css': { name: 'explorer.css', type: 'text/css; charset=utf-8' },
}

/** Answers with a file of the explorer. Read each time: it is asked for seldom, and takes no memory while nobody does. */
export function explorerFile(method: string, path: string): ServiceResponse {
  const file = Object.hasOwn(files, path) ? files[path] : undefined
  if (!file) throw new AdminError(404, 'unknown', 'The explorer has no such file')
  if (method !== 'GET' && method !== 'HEAD') {
    throw new AdminError(405, 'method', 'The explorer takes GET', { Allow: 'GET' })
  }
  return { status: 200, headers: { 'Content-Type': file.type, ...pageHeaders }, body: textOf(file.name) }
}

/** The package's manifest says where they are, whether this file was built or not. */
function textOf(name: string): string {
  try {
    return readFileSync(createRequire(import.meta.url).resolve(`#explorer/${name}`), 'utf8')
  } catch (cause) {
    throw Object.assign(new AdminError(404, 'unknown', 'The explorer was not built: npm run build does'), { cause })
  }
}

/** What the page of the explorer may load: its own script and styles, and nothing from elsewhere. */
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

/** Headers of every file of the explorer. */
export const pageHeaders = {
  'Content-Security-Policy': policy,
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
} as const
