import { maySetUserAgent } from './runtime.ts'
import { version } from './version.ts'

/** Names an application to the service, in the `User-Agent` header of its requests (RFC 9110 §10.1.5). */
export interface AppInfo {
  /** Its name, without spaces: `EventMirror`. */
  readonly name: string
  /** Its version: `1.4.0`. */
  readonly version?: string | undefined
  /** Where the service's people find out more, or whom to write to: `https://mirror.example.org`. */
  readonly url?: string | undefined
}

const isToken = (text: unknown) => typeof text === 'string' && /^[\w!#$%&'*+.^`|~-]+$/.test(text)

const isCommentable = (url: unknown) =>
  typeof url === 'string' && URL.canParse(url) && /^(?:https?:\/\/|mailto:)[^()\\]+$/.test(url) && /^[!-~]+$/.test(url)

/** Whether it can be written into a header as it is. */
export function isAppInfo(value: unknown): value is AppInfo {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const { name, version, url, ...rest } = value as Record<string, unknown>
  if (Object.keys(rest).length > 0 || !isToken(name)) return false
  return (version === undefined || isToken(version)) && (url === undefined || isCommentable(url))
}

/** What requests call themselves, the application first; empty where the runtime does not let them. */
export function userAgentHeaders(app: AppInfo | undefined): Headers {
  const headers = new Headers()
  if (!maySetUserAgent()) return headers
  const product = app && (app.version === undefined ? app.name : `${app.name}/${app.version}`)
  const parts = [product, app?.url && `(+${app.url})`, `osdi-events/${version}`]
  headers.set('user-agent', parts.filter(Boolean).join(' '))
  return headers
}
