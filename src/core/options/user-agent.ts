import { InputError } from '../errors/error-classes.ts'
import type { AppInfo } from './options.ts'

/** What requests call themselves, the application first; empty where the runtime does not let them. */
export function userAgentHeaders(app: AppInfo | undefined): Readonly<Record<string, string>> {
  if (!maySetUserAgent()) return {}
  const product = app && (app.version === undefined ? app.name : `${app.name}/${app.version}`)
  const parts = [product, app?.url && `(+${app.url})`, `osdi-events/${version}`]
  return { 'user-agent': parts.filter(Boolean).join(' ') }
}

/** Version of this package, as in its `package.json`; a test holds the two together. */
export const version = '0.1.0'

/** What this package looks at of the runtime it is in; each part may be missing. */
interface Surroundings {
  readonly window?: { readonly document?: unknown }
  readonly location?: unknown
  readonly navigator?: { readonly userAgent?: string }
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const around = globalThis as unknown as Surroundings

const isNodeLike = () => !!around.process?.versions?.node

const hasDocument = () => !!around.window?.document

/** Other runtimes have workers too (workerd is one, Deno and Bun start them), but they do not call themselves Mozilla as every browser does. */
const inWorkerOfBrowser = () =>
  'WorkerGlobalScope' in globalThis && !!around.navigator?.userAgent?.startsWith('Mozilla/')

/**
 * Whether this is a page of a browser, or a worker of one: web, shared or service worker. Simulated pages in Node (jsdom) are none: nobody else
 * can read what is in them.
 */
export const inBrowser = (): boolean => !isNodeLike() && (hasDocument() || inWorkerOfBrowser())

/**
 * Whether requests may name their `User-Agent`. Browsers, in workers too, would first ask the service whether they may (a CORS preflight),
 * and so do pages that are simulated.
 */
export const maySetUserAgent = (): boolean => !hasDocument() && (isNodeLike() || !around.location)

/** @throws InputError in a page or worker of a browser, unless that is wanted */
export function checkPlace(dangerouslyAllowBrowser = false): void {
  if (dangerouslyAllowBrowser || !inBrowser()) return
  throw InputError.of(
    'apiKey',
    'is not allowed in a browser page or its workers: every visitor of the page can read the key and use it until it is revoked. ' +
      'Keep it on a server, or set dangerouslyAllowBrowser if every visitor may have the key',
  )
}
