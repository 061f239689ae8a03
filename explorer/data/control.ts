import { mockAdmin } from 'osdi-events/mock'

/** Address of the service that this page belongs to: a server's, or that of one of its sandboxes. */
export const serviceUrl = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')

/** The service's admin API. */
export const control = mockAdmin(serviceUrl)
