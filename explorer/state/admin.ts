import { type MockAdmin, mockAdmin } from 'osdi-events/mock'

/** How the explorer reaches the service that it shows. */
export interface Client {
  /** Address of the service. Its admin API is below. */
  readonly url: string
  /** Sends requests to the service and to its admin API. */
  readonly fetch: typeof globalThis.fetch
  /** Whether the browser itself reaches the address, so that links can lead there. */
  readonly isServed: boolean
  /** Address of the server that the service or sandbox is on. Undefined without a server. */
  readonly server?: string
}

/** The service that the explorer shows. */
export let client: Client
export let admin: MockAdmin
/** The admin API of the server whose sandbox this service may be. Undefined without a server. */
export let serverAdmin: MockAdmin | undefined

/** Makes the explorer show a service. Call this before the first render. */
export function connect(to: Client): void {
  client = to
  admin = mockAdmin(to.url, { fetch: to.fetch })
  serverAdmin = to.server === undefined ? undefined : mockAdmin(to.server, { fetch: to.fetch })
}

/** The field that an error of the service names, such as `rule.effect.ms`. */
export const fieldOf = (error: Error): string | undefined =>
  'field' in error && typeof error.field === 'string' ? error.field : undefined

/** The message of an error as a sentence, without the field's name in front. */
export function reasonOf(error: Error): string {
  const field = fieldOf(error)
  const text =
    field !== undefined && error.message.startsWith(`${field}: `)
      ? error.message.slice(field.length + 2)
      : error.message
  return text.charAt(0).toUpperCase() + text.slice(1)
}
