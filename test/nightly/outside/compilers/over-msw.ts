/** A user's program with the mock and MSW; compiled and never run. */
import { http } from 'msw'
import { createMockService } from 'osdi-events/mock'
import { type MockWorker, setupMockWorker } from 'osdi-events/mock/browser'
import { handlersFor } from 'osdi-events/mock/msw'
import { type MockServer, setupMockServer } from 'osdi-events/mock/node'
import { serve } from 'osdi-events/mock/standalone'

const service = createMockService()

export const server: MockServer = setupMockServer(service, { handlers: handlersFor(service), onUnhandled: 'warn' })
export const worker: MockWorker = setupMockWorker(service, { quiet: false, serviceWorker: { url: '/worker.js' } })
export const started: Promise<void> = worker.start()
export const address: string = (await serve(service, { port: 0 })).url

worker.use(http.get('https://elsewhere.example.org/', () => new Response()))
// @ts-expect-error It is a boolean.
setupMockWorker(service, { quiet: 1 })
