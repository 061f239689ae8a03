import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import type { AnyClient, VersionUnderTest } from './versions.ts'
import type { Reach } from './ways.ts'

/** Opens a separate service for a test. Requests stay in process unless another way is given. */
export async function clientWorld(
  subject: VersionUnderTest,
  options: MockServiceOptions = {},
  reach: Reach = async ({ baseUrl, fetch }) => ({ baseUrl, fetch, close: async () => {} }),
) {
  const service = createMockService({ perPage: 2, now: '2026-05-01T12:00:00Z', ...options })
  const group = service.addGroup({ title: 'Park friends' })
  const key = service.addKey({ group })
  const reached = await reach(service)
  const { baseUrl, fetch } = reached
  /** A client of any version with any key, with the same way to the service. */
  // Browser pages run this code too. That is safe: they only have keys of the mock.
  const open = (version: VersionUnderTest, { token }: { readonly token: string }, more: object = {}) =>
    version.construct({ baseUrl, apiKey: token, fetch, retry: false, dangerouslyAllowBrowser: true, ...more })
  let client: AnyClient | undefined
  return {
    service,
    baseUrl,
    group,
    key,
    open,
    get client() {
      client ??= open(subject, key)
      return client
    },
    [Symbol.asyncDispose]: () => reached.close(),
  }
}
