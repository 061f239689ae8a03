import { controlOf } from 'osdi-events/mock'

/** Address of the service that this page belongs to: a server's, or that of one of its worlds. */
export const serviceUrl = location.origin + location.pathname.replace(/\/_mock\/ui$/, '')

/** The service's control addresses. */
export const control = controlOf(serviceUrl)
