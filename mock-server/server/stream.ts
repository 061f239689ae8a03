import { requestRow } from '../requests/entry.ts'
import { formatTime } from '../rules/context.ts'
import type { ServiceCore } from '../service.ts'
import type { Session } from '../snapshot.ts'
import { randomHex } from '../text/strings.ts'
import { heartbeatInterval, type Stop, setRepeatingTimer, setTimer } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import { StreamedResponse } from './admin-response.ts'

const streamHeaders = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** Milliseconds that the feed waits after a change, so that it can send many changes in one batch. */
const batchDelay = 40
/**
 * Maximum length of a batch in characters, after which the feed adds no further request. The next batch follows when the socket has taken
 * this one.
 */
const batchLength = 64 * 1024

/** The event feed of a service, as server-sent events. */
export class EventFeed {
  readonly #core: ServiceCore
  readonly #ending = new AbortController()

  constructor(core: ServiceCore) {
    this.#core = core
  }

  /** The feed as a response. If possible, it continues after the message with the id `after`. */
  response(after = ''): StreamedResponse {
    return new StreamedResponse(streamHeaders, (disconnected) => this.#texts(after, disconnected), this.#ending.signal)
  }

  /** Ends the feed for all current and future readers. */
  end(): void {
    this.#ending.abort()
  }

  /** Batches of messages, and heartbeats while there are none. */
  async *#texts(after: string, disconnected: AbortSignal): AsyncGenerator<string, void, undefined> {
    const { signal: ending } = this.#ending
    // Milliseconds until a browser reconnects.
    yield 'retry: 1000\n\n'
    if (ending.aborted) return
    const reader = new FeedReader(this.#core, after)
    const alarm = new Alarm(this.#core, AbortSignal.any([disconnected, ending]))
    try {
      while (!disconnected.aborted) {
        const { text, isFull } = reader.batch()
        if (text) yield text
        if (ending.aborted) return
        if (isFull) continue
        while ((await alarm.next()) === 'heartbeat') yield ':\n\n'
      }
    } finally {
      alarm.stop()
    }
  }
}

/** Wakes a reader of the feed after changes, and for heartbeats. */
class Alarm {
  readonly #stops: readonly Stop[]
  readonly #over: AbortSignal
  #planned: Stop | undefined
  /** Whether there is a change since the reader woke up last. */
  #isDue = false
  /** Wakes the reader. Undefined while the reader is busy. */
  #wake: ((reason: 'change' | 'heartbeat') => void) | undefined

  /** `over` ends every wait. */
  constructor(core: ServiceCore, over: AbortSignal) {
    const wake = () => this.#wake?.('change')
    over.addEventListener('abort', wake)
    this.#over = over
    this.#stops = [
      core.subscribe(() => this.#plan()),
      // No heartbeat while the reader has text to send: the caller gets that text.
      setRepeatingTimer(heartbeatInterval, () => this.#wake?.('heartbeat')),
      () => over.removeEventListener('abort', wake),
    ]
  }

  /** Waits for the next change or heartbeat. */
  async next(): Promise<'change' | 'heartbeat'> {
    const reason =
      this.#isDue || this.#over.aborted
        ? 'change'
        : await new Promise<'change' | 'heartbeat'>((resolve) => {
            this.#wake = resolve
          })
    this.#wake = undefined
    if (reason === 'change') this.#isDue = false
    return reason
  }

  stop(): void {
    for (const stop of this.#stops) stop()
    this.#planned?.()
  }

  #plan(): void {
    this.#planned ??= setTimer(batchDelay, () => {
      this.#planned = undefined
      this.#isDue = true
      this.#wake?.('change')
    })
  }
}

type WithoutId<Each> = Each extends StreamMessage ? Omit<Each, 'id'> : never

/**
 * A reader of the feed. Remembers the state of the service that it has sent to the reader, and makes the next messages from the difference
 * to the current state. So only one batch is in memory for a slow reader.
 */
class FeedReader {
  readonly #core: ServiceCore
  /** Whether the batch has no room for further requests. */
  #isFull = false
  #session: Session | undefined
  /** Number of the last request that the reader got. */
  #count = 0
  #cleared = 0
  #revision: number | undefined
  #faults: string | undefined
  #clock: string | undefined

  constructor(core: ServiceCore, after: string) {
    this.#core = core
    this.#resume(after)
  }

  /** Continues after the message with this id, if possible. */
  #resume(id: string): void {
    const { session } = this.#core
    const [, name, number] = /^(\w+)-(\d{1,15})$/.exec(id) ?? []
    const { count, cleared } = session.requestLog.position
    if (name !== nameOf(session) || Number(number) > count) return
    this.#session = session
    this.#count = Number(number)
    // If the log was emptied right after this request, the reader may have missed `cleared`, so the feed sends it again.
    this.#cleared = cleared < this.#count ? cleared : 0
  }

  /** The changes since the last batch, or as many as fit into one batch. */
  batch(): { readonly text: string; readonly isFull: boolean } {
    const { session } = this.#core
    let text = ''
    this.#isFull = false
    for (const change of this.#changes(session)) {
      const message: StreamMessage = { id: `${nameOf(session)}-${this.#count}`, ...change }
      text += `id: ${message.id}\nevent: ${message.kind}\ndata: ${JSON.stringify(message)}\n\n`
      this.#isFull = text.length >= batchLength
    }
    return { text, isFull: this.#isFull }
  }

  /**
   * The changes since the last batch. If the batch is full, further requests wait for the next batch, but all other changes are included.
   */
  *#changes(session: Session): Generator<WithoutId<StreamMessage>, void, undefined> {
    const { requestLog, context } = session
    const { store, clock } = context
    const { count, cleared, first } = requestLog.position
    if (session !== this.#session) {
      this.#session = session
      this.#count = count
      this.#cleared = cleared
      this.#revision = store.revision
      this.#faults = undefined
      this.#clock = undefined
      yield { kind: 'start', last: count }
    }
    if (cleared !== this.#cleared) {
      this.#cleared = cleared
      this.#count = Math.max(this.#count, cleared)
      yield { kind: 'cleared', last: cleared }
    }
    const next = this.#count + 1
    if (next < first) {
      this.#count = first - 1
      yield { kind: 'skipped', first: next, count: first - next }
    }
    while (this.#count < count && !this.#isFull) {
      const entry = requestLog.entry(this.#count + 1)
      if (!entry) break
      this.#count += 1
      yield { kind: 'request', request: requestRow(entry) }
    }
    const {
      waiting,
      faults: { rules },
    } = this.#core
    // The hits of a fault are its only part that changes.
    const faults = `${waiting} ${rules.map(({ id, hits }) => `${id} ${hits}`)}`
    if (faults !== this.#faults) {
      this.#faults = faults
      yield { kind: 'faults', rules, waiting }
    }
    if (store.revision !== this.#revision) {
      this.#revision = store.revision
      yield { kind: 'state' }
    }
    const now = clock.now()
    const setting = clock.running ? `+${clock.advanced}` : String(now)
    if (setting !== this.#clock) {
      this.#clock = setting
      yield { kind: 'clock', now: formatTime(context, now), running: clock.running }
    }
  }
}

const names = new WeakMap<Session, string>()

/** A unique name for a session. Message ids contain it, because each session numbers its requests from 1. */
function nameOf(session: Session): string {
  const name = names.get(session) ?? randomHex(6)
  names.set(session, name)
  return name
}
