import { InputError } from '../errors/error-classes.ts'
import type { AppInfo } from './client-options.ts'

/** The `User-Agent` header: the application, then this package. Empty if the runtime does not allow this header. */
export function userAgentHeaders(app: AppInfo | undefined): Readonly<Record<string, string>> {
  if (!maySetUserAgent()) return {}
  const product = app && (app.version === undefined ? app.name : `${app.name}/${app.version}`)
  const parts = [product, app?.url && `(+${app.url})`, `osdi-events/${version}`]
  return { 'user-agent': parts.filter(Boolean).join(' ') }
}

/** Version of this package. A test checks that it is the version in `package.json`. */
export const version = '0.1.0'

/** The globals that show which runtime this is. Each one may be missing. */
interface RuntimeGlobals {
  readonly window?: { readonly document?: unknown }
  readonly location?: unknown
  readonly navigator?: { readonly userAgent?: string }
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const globals = globalThis as unknown as RuntimeGlobals

const isNodeLike = () => !!globals.process?.versions?.node

const hasDocument = () => !!globals.window?.document

/** Whether this is a worker of a browser. The user agent of Cloudflare Workers, and of workers in Deno and Bun, does not begin with `Mozilla/`. */
const isBrowserWorker = () =>
  'WorkerGlobalScope' in globalThis && !!globals.navigator?.userAgent?.startsWith('Mozilla/')

/**
 * Whether this is a page of a browser, or a web, shared or service worker. A simulated page in Node (jsdom) does not count: no visitor can read its
 * memory.
 */
export const isBrowser = (): boolean => !isNodeLike() && (hasDocument() || isBrowserWorker())

/**
 * Whether the client may set `User-Agent`. It may not in a browser, a worker or a simulated page (jsdom): because of this header, they would first
 * send a CORS preflight request.
 */
export const maySetUserAgent = (): boolean => !hasDocument() && (isNodeLike() || !globals.location)

/** @throws InputError in a page or worker of a browser, unless `dangerouslyAllowBrowser` is set */
export function refuseBrowser(dangerouslyAllowBrowser = false): void {
  if (dangerouslyAllowBrowser || !isBrowser()) return
  throw InputError.of(
    'apiKey',
    'is not allowed in a browser page or its workers: every visitor of the page can read the key and use it until it is revoked. ' +
      'Keep it on a server, or set dangerouslyAllowBrowser if every visitor may have the key',
  )
}
