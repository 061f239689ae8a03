import type { StreamMessage } from 'osdi-events/mock'
import { admin } from './admin.ts'
import { maxRows, startList, withNew, withoutCleared } from './request-list.ts'
import { type State, update } from './store.ts'

/** Milliseconds until the page reconnects, by the number of failed attempts. The last value is for all further attempts. */
const delays: readonly number[] = [1000, 2000, 5000]

let reading: AbortController | undefined
/** Id of the last message that the page has processed. A new feed continues after this message. */
let after: string | undefined

/**
 * Keeps the page up to date while it is visible, until the returned function is called. A hidden page does not use one of the browser's few
 * connections.
 */
export function follow(): () => void {
  after = undefined
  document.addEventListener('visibilitychange', restart)
  restart()
  return () => {
    document.removeEventListener('visibilitychange', restart)
    reading?.abort()
    arrived = []
  }
}

function restart(): void {
  reading?.abort()
  reading = new AbortController()
  update(() => ({ connection: document.hidden ? 'paused' : 'connecting' }))
  if (!document.hidden) void keepReading(reading.signal)
}

/** Reads the feed until the signal is aborted. Reconnects each time the feed breaks off or has no heartbeat. */
async function keepReading(signal: AbortSignal): Promise<void> {
  let failures = 0
  while (!signal.aborted) {
    let isLive = false
    try {
      for await (const message of admin.stream({ signal, ...(after !== undefined && { after }) })) {
        await take(message, signal)
        after = message.id
        if (!isLive) update(() => ({ connection: 'live' }))
        isLive = true
      }
    } catch {
      // `connection` shows the failure.
    }
    if (signal.aborted) return
    failures = isLive ? 1 : failures + 1
    update(() => ({ connection: failures === 1 ? 'reconnecting' : 'offline' }))
    await pause(delays[failures - 1] ?? delays.at(-1), signal)
  }
}

/** Waits until the time is over or the signal is aborted. */
const pause = (ms: number | undefined, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })

/** Processes a message. Throws if the page now reads another feed, or if it cannot load the log. */
async function take(message: StreamMessage, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted()
  if (message.kind !== 'start') return showSoon(message)
  showArrived()
  const rows = await admin.requestRows({ per_page: maxRows })
  signal.throwIfAborted()
  update(({ revision, session }) => ({
    requests: startList(message.last, rows),
    session: session + 1,
    revision: revision + 1,
  }))
}

type Change = Exclude<StreamMessage, { readonly kind: 'start' }>

function changesBy(message: Change, { requests, revision }: State): Partial<State> {
  switch (message.kind) {
    case 'cleared':
      return requests ? { requests: withoutCleared(requests, message.last) } : {}
    case 'faults':
      return { faults: message.rules, waiting: message.waiting }
    case 'state':
      return { revision: revision + 1 }
    case 'clock':
      return { clock: { now: Date.parse(message.now), isRunning: message.running, receivedAt: Date.now() } }
    case 'request':
    case 'skipped':
      // `withNew` adds all requests at once. The number of the next request shows the gap.
      return {}
  }
}

/** Milliseconds between two renderings of messages: while an application sends many requests, to render takes most of the page's time. */
const interval = 100
/** Messages that arrived since the last rendering. */
let arrived: Change[] = []
let shownAt = 0

function showSoon(message: Change): void {
  if (arrived.length === 0) setTimeout(() => requestAnimationFrame(showArrived), shownAt + interval - performance.now())
  arrived.push(message)
}

function showArrived(): void {
  const messages = arrived
  arrived = []
  shownAt = performance.now()
  if (messages.length === 0) return
  const rows = messages.flatMap((message) => (message.kind === 'request' ? [message.request] : []))
  update((state) => {
    let changed = { ...state, requests: state.requests && withNew(state.requests, rows) }
    for (const message of messages) changed = { ...changed, ...changesBy(message, changed) }
    return changed
  })
}
