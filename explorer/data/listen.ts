import type { StreamMessage } from 'osdi-events/mock'
import { control } from './control.ts'
import { live } from './live.ts'
import { merged } from './requests.ts'

/** Milliseconds until the next attempt: after a first failure, and at the most. */
const pauses = { first: 500, longest: 5000 }

let last: string | undefined

/** Keeps the page up to date for as long as it is looked at; a page that nobody sees takes no connection. */
export function listen(): void {
  let stop = new AbortController()
  const follow = () => {
    stop.abort()
    stop = new AbortController()
    if (document.hidden) live.set((known) => ({ ...known, connection: 'paused' }))
    else void listenUntil(stop.signal)
  }
  document.addEventListener('visibilitychange', follow)
  follow()
}

async function listenUntil(signal: AbortSignal): Promise<void> {
  let pause = pauses.first
  while (!signal.aborted) {
    try {
      for await (const news of control.stream({ signal, ...(last !== undefined && { after: last }) })) {
        pause = pauses.first
        await take(news, signal)
        if (signal.aborted) return
        // Not before: what could not be taken in is told again.
        last = news.id
        live.set((known) => (known.connection === 'live' ? known : { ...known, connection: 'live' }))
      }
    } catch {
      // Whatever it was, it is shown as a connection that is broken, and tried again.
    }
    if (signal.aborted) return
    live.set((known) => ({ ...known, connection: 'broken' }))
    await new Promise((resolve) => setTimeout(resolve, pause))
    pause = Math.min(pause * 2, pauses.longest)
  }
}

async function take(news: StreamMessage, signal: AbortSignal): Promise<void> {
  if (news.kind === 'start' || news.kind === 'requests') {
    const requests = await control.requests()
    // Another stream may know more by now.
    if (signal.aborted) return
    const isNew = news.kind === 'start'
    live.set((known) => ({ ...known, requests, revision: known.revision + (isNew ? 1 : 0) }))
  } else live.set((known) => ({ ...known, ...changed(news, known.requests, known.revision) }))
}

function changed(
  news: Exclude<StreamMessage, { readonly kind: 'start' | 'requests' }>,
  requests: Parameters<typeof merged>[0],
  revision: number,
) {
  switch (news.kind) {
    case 'request':
      return { requests: merged(requests, news.request) }
    case 'faults':
      return { rules: news.rules }
    case 'state':
      return { revision: revision + 1 }
    case 'clock':
      return { clock: { now: Date.parse(news.now), goes: news.goes, learnt: Date.now() } }
  }
}
