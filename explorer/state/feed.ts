import type { StreamMessage } from 'osdi-events/mock'
import { admin, serviceUrl } from './admin.ts'
import { update } from './store.ts'

/** How many requests the page keeps; the service keeps a thousand unless it is told otherwise. */
const maxKept = 1000
/** Milliseconds before the feed is opened anew where the browser gave it up, or a message could not be taken in. */
const pause = 1000

const kinds: readonly StreamMessage['kind'][] = ['start', 'requests', 'request', 'faults', 'state', 'clock']

let source: EventSource | undefined
let timer: ReturnType<typeof setTimeout> | undefined

/** Keeps the page up to date while somebody looks at it: a hidden page takes none of a browser's few connections. */
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
  const mine = new EventSource(`${serviceUrl}/_mock/stream`)
  source = mine
  mine.addEventListener('open', () => update(() => ({ connection: 'live' })))
  mine.addEventListener('error', () => {
    // The browser connects again by itself, unless the response was no feed at all.
    if (mine.readyState === EventSource.CLOSED) reopen()
    else update(() => ({ connection: 'broken' }))
  })
  // One after the other: a request that comes while the log is loaded stands behind what is loaded.
  let taken = Promise.resolve()
  for (const kind of kinds)
    mine.addEventListener(kind, ({ data }) => {
      taken = taken.then(() => take(JSON.parse(data), mine)).catch(() => void (mine === source && reopen()))
    })
}

function close(): void {
  clearTimeout(timer)
  source?.close()
}

function reopen(): void {
  close()
  update(() => ({ connection: 'broken' }))
  timer = setTimeout(open, pause)
}

async function take(message: StreamMessage, from: EventSource): Promise<void> {
  // A feed that was opened since knows more.
  if (from !== source) return
  switch (message.kind) {
    case 'request': {
      const { request } = message
      return update(({ requests = [] }) => ({
        requests: [...requests.filter(({ number }) => number < request.number), request].slice(-maxKept),
      }))
    }
    case 'faults':
      return update(() => ({ faults: message.rules }))
    case 'state':
      return update(({ revision }) => ({ revision: revision + 1 }))
    case 'clock': {
      const clock = { now: Date.parse(message.now), isRunning: message.running, learnt: Date.now() }
      return update(() => ({ clock }))
    }
    default: {
      const requests = await admin.requests()
      if (from === source) update(({ revision }) => ({ requests: requests.slice(-maxKept), revision: revision + 1 }))
    }
  }
}
