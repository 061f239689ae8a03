import type { StreamMessage } from 'osdi-events/mock'
import { admin, serviceUrl } from './admin.ts'
import { update } from './store.ts'

/** Requests in the list. A service keeps a thousand by default. */
const maxRequests = 1000
/** Milliseconds until the page connects again after an error that the browser does not handle. */
const reconnectDelay = 1000

const kinds: readonly StreamMessage['kind'][] = ['start', 'requests', 'request', 'faults', 'state', 'clock']

let source: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the page up to date while it is visible. A hidden page leaves the browser's few connections to others. */
export function follow(): void {
  document.addEventListener('visibilitychange', open)
  open()
}

function open(): void {
  close()
  if (document.hidden) {
    update(() => ({ connection: 'paused' }))
    return
  }
  const feed = new EventSource(`${serviceUrl}/_mock/stream`)
  source = feed
  feed.addEventListener('open', () => update(() => ({ connection: 'live' })))
  feed.addEventListener('error', () => {
    // The browser reconnects by itself, unless the response was no event stream.
    if (feed.readyState === EventSource.CLOSED) reopen()
    else update(() => ({ connection: 'broken' }))
  })
  // One after the other: a request that arrives while the log is loading is newer than the log.
  let queue = Promise.resolve()
  for (const kind of kinds)
    feed.addEventListener(kind, ({ data }) => {
      queue = queue.then(() => handle(JSON.parse(data), feed)).catch(() => void (feed === source && reopen()))
    })
}

function close(): void {
  clearTimeout(timer)
  source?.close()
}

function reopen(): void {
  close()
  update(() => ({ connection: 'broken' }))
  timer = setTimeout(open, reconnectDelay)
}

async function handle(message: StreamMessage, feed: EventSource): Promise<void> {
  // A later feed has newer data.
  if (feed !== source) return
  switch (message.kind) {
    case 'request': {
      const { request } = message
      return update(({ requests = [] }) => ({
        requests: [...requests.filter(({ number }) => number < request.number), request].slice(-maxRequests),
      }))
    }
    case 'faults':
      return update(() => ({ faults: message.rules }))
    case 'state':
      return update(({ revision }) => ({ revision: revision + 1 }))
    case 'clock': {
      const clock = { now: Date.parse(message.now), isRunning: message.running, receivedAt: Date.now() }
      return update(() => ({ clock }))
    }
    default: {
      const requests = await admin.requests()
      if (feed === source)
        update(({ revision }) => ({ requests: requests.slice(-maxRequests), revision: revision + 1 }))
    }
  }
}
