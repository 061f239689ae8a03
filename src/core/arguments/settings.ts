import { defaultNamespace } from '../addresses/identifier.ts'
import type { RateLimit } from '../pacing/rate.ts'
import { type ApiKey, checkKey } from '../secrecy/key.ts'
import type { OnDrift } from '../watching/drift.ts'
import type { Hooks } from '../watching/hooks.ts'
import type { Logger } from '../watching/log.ts'
import { builtIn, type Call, checkOptions, merge } from './call.ts'
import type { ClientOptions } from './client-options.ts'
import { checkPlace } from './key-place.ts'
import { optionSchemas } from './option-schemas.ts'
import { userAgentHeaders } from './user-agent.ts'

/** The options of a client, read and filled in. */
export interface Settings {
  readonly namespace: string
  readonly apiKey: ApiKey
  /** What the caller gave; undefined for the platform's own. */
  readonly fetch: typeof globalThis.fetch | undefined
  readonly maxResponseBytes: number
  readonly hooks: Hooks | undefined
  readonly onDrift: OnDrift | undefined
  readonly logger: Logger | undefined
  readonly rateLimit: RateLimit | undefined
  readonly defaults: Call
}

/** 16 MiB: a full page of 25 events takes a few hundred kilobytes. */
const defaultMaxResponseBytes = 16 * 1024 * 1024

/** @throws InputError naming the option that cannot be used */
export function readClientOptions(options: ClientOptions): Settings {
  checkOptions(optionSchemas().client, options)
  const { apiKey, namespace = defaultNamespace, fetch, rateLimit } = options
  checkPlace(options.dangerouslyAllowBrowser)
  if (typeof apiKey !== 'function') checkKey(apiKey)
  return {
    namespace,
    apiKey,
    // Called without a this.
    fetch: fetch && ((input, init) => fetch(input, init)),
    maxResponseBytes: options.maxResponseBytes ?? defaultMaxResponseBytes,
    rateLimit: rateLimit && { ...rateLimit },
    hooks: options.hooks,
    onDrift: options.onDrift,
    logger: options.logger,
    defaults: merge({ ...builtIn, headers: userAgentHeaders(options.appInfo) }, options),
  }
}
