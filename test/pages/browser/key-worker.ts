import { EventsV2 } from 'osdi-events'

/** Posts to the page whether a client accepts a key in this worker. */
function told(): string {
  const options = { baseUrl: 'https://events.example.org', apiKey: 'a-key' }
  try {
    new EventsV2(options)
    return 'taken'
  } catch (error) {
    return `${new EventsV2({ ...options, dangerouslyAllowBrowser: true }).baseUrl} ${error}`
  }
}

addEventListener('connect', (event) => (event as MessageEvent).ports[0]?.postMessage(told()))
if (!('onconnect' in globalThis)) postMessage(told())
