import type { MockService } from 'osdi-events/mock'
import { fetchWithAdmin } from '../mock-server/server/admin-fetch.ts'
import { type MountedExplorer, mountOver } from './mount-over.tsx'

export type { MountedExplorer }

/**
 * Shows the explorer of a service in an element of a page: for Storybook, for the development build of an application, for documentation.
 * The page and the service are in one program; there is no server. The explorer has its own styles, and leaves the address and the title of
 * the page alone. It fills its element, and is at least 32 rem high. A page has one explorer at a time: another one takes its place.
 *
 * @throws MockServiceError if `createMockService` did not make the service.
 *
 * @example
 * ```ts
 * import { createMockService } from 'osdi-events/mock'
 * import { mountExplorer } from 'osdi-events/mock/explorer'
 *
 * const explorer = mountExplorer(document.body, createMockService({ events: 60 }))
 * explorer.unmount()
 * ```
 */
export const mountExplorer = (element: Element, service: MockService): MountedExplorer =>
  mountOver(element, { url: service.baseUrl, fetch: fetchWithAdmin(service), isServed: false })
