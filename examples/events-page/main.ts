/// <reference types="vite/client" />
/**
 * A page for organizers that lists the events of a key, page after page as they come. While it is developed, the whole service runs in the
 * page itself, by MSW's service worker; a build has none of it.
 *
 * In a copy of this folder: `npm install`, once `npx msw init public`, then `npm run dev`. With `?fault=1` behind the address, the
 * service is down after the first page, until something is clicked. Set VITE_EVENTS_BASE_URL and VITE_EVENTS_NAMESPACE for a build.
 * As the Action Network: `VITE_EVENTS_NAMESPACE=action_network npm run dev`
 *
 * Whoever can read the key can do all that it opens, so this page has none: each organizer types in the own one, and it is kept nowhere.
 * The service has to answer pages of other origins (CORS). For everybody else, let a server have the key: see `cached-route`.
 */
import { EventsV2 } from 'osdi-events'
import { showEvents } from './page.ts'

let baseUrl: string = import.meta.env.VITE_EVENTS_BASE_URL ?? 'https://events.example.org'
const namespace: string = import.meta.env.VITE_EVENTS_NAMESPACE ?? 'platform'
const key = document.querySelector<HTMLInputElement>('input[name=key]')

if (import.meta.env.DEV) {
  const { startMock } = await import('./mock.ts')
  const mock = await startMock(namespace)
  baseUrl = mock.baseUrl
  if (key) key.value = mock.apiKey
}

const options = { namespace, rateLimit: { perSecond: 4 }, dangerouslyAllowBrowser: true }
showEvents(document.body, (apiKey) => new EventsV2({ baseUrl, apiKey, ...options }))
