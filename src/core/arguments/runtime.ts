/** What this package looks at of the runtime it is in; each part may be missing. */
interface Surroundings {
  readonly window?: { readonly document?: unknown }
  readonly location?: unknown
  readonly navigator?: { readonly userAgent?: string }
  readonly process?: { readonly versions?: { readonly node?: string } }
}

const has = (value: unknown) => value !== undefined && value !== null

const around = (): Surroundings => globalThis as unknown as Surroundings

const isNodeLike = () => has(around().process?.versions?.node)

const hasDocument = () => has(around().window?.document)

/** Other runtimes have workers too (workerd is one, Deno and Bun start them), but they do not call themselves Mozilla as every browser does. */
const inWorkerOfBrowser = () =>
  'WorkerGlobalScope' in globalThis && !!around().navigator?.userAgent?.startsWith('Mozilla/')

/**
 * Whether this is a page of a browser, or a worker of one: web, shared or service worker. Simulated pages in Node (jsdom) are none: nobody else
 * can read what is in them.
 */
export const inBrowser = (): boolean => !isNodeLike() && (hasDocument() || inWorkerOfBrowser())

/**
 * Whether requests may name their `User-Agent`. Browsers, in workers too, would first ask the service whether they may (a CORS preflight),
 * and so do pages that are simulated.
 */
export const maySetUserAgent = (): boolean => !hasDocument() && (isNodeLike() || !has(around().location))
