import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { rowOf } from '../requests/entry.ts'
import { formatTime } from '../rules/context.ts'
import type { ServiceCore } from '../service.ts'
import type { Session } from '../snapshot.ts'
import { heartbeatInterval, type Stop, setRepeatingTimer, setTimer } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import type { ResponseWriter } from './node-messages.ts'

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
  readonly #readers = new Set<FeedReader>()
  #ended = false

  constructor(core: ServiceCore) {
    this.#core = core
  }

  /** Writes the feed to a response. If the request has `Last-Event-ID`, continues after that message, if possible. */
  readonly writer: ResponseWriter = (response) => {
    response.writeHead(200, streamHeaders)
    // Tells browsers to reconnect after 1000 milliseconds.
    response.write('retry: 1000\n\n')
    if (this.#ended || response.req.method === 'HEAD') {
      response.end()
      return
    }
    const reader = new FeedReader(this.#core, response)
    this.#readers.add(reader)
    response.once('close', () => this.#readers.delete(reader))
  }

  /** Ends the feed for all current and future readers. */
  end(): void {
    this.#ended = true
    for (const reader of this.#readers) void reader.end()
  }
}

type WithoutId<Each> = Each extends StreamMessage ? Omit<Each, 'id'> : never

/**
 * A reader of the feed. Remembers the state of the service that it has sent to the reader, and makes the next messages from the difference
 * to the current state. So only one batch is in memory for a slow reader.
 */
class FeedReader {
  readonly #core: ServiceCore
  readonly #response: ServerResponse
  #planned: Stop | undefined
  /** Whether the socket is still sending the last text. */
  #isWriting = false
  /** Whether the next batch must follow as soon as the socket has sent the last text. */
  #isDue = false
  #session: Session | undefined
  /** Number of the last request that the reader got. */
  #count = 0
  #cleared = 0
  #revision: number | undefined
  #faults: string | undefined
  #clock: string | undefined

  constructor(core: ServiceCore, response: ServerResponse) {
    this.#core = core
    this.#response = response
    this.#resume(response.req.headers['last-event-id']?.toString() ?? '')
    const stops = [
      core.subscribe(() => this.#plan()),
      // While the socket is still sending a text, the reader needs no heartbeat.
      setRepeatingTimer(heartbeatInterval, () => this.#isReady && this.#send(':\n\n')),
    ]
    response.once('close', () => {
      for (const stop of stops) stop()
      this.#planned?.()
    })
    this.#write()
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

  /** Writes the last changes, and ends the response. Disconnects a reader that is too slow to receive them at once. */
  async end(): Promise<void> {
    this.#write()
    await nextTurn()
    if (this.#isWriting) this.#response.destroy()
    else this.#response.end()
  }

  get #isReady(): boolean {
    return !this.#isWriting && !this.#response.writableEnded && !this.#response.destroyed
  }

  #plan(): void {
    this.#planned ??= setTimer(batchDelay, () => {
      this.#planned = undefined
      this.#write()
    })
  }

  /** Writes the changes since the last batch, or as many as fit into one batch. */
  #write(): void {
    this.#isDue = this.#isWriting
    if (!this.#isReady) return
    const { session } = this.#core
    let text = ''
    for (const change of this.#changes(session)) {
      const message: StreamMessage = { id: `${nameOf(session)}-${this.#count}`, ...change }
      text += `id: ${message.id}\nevent: ${message.kind}\ndata: ${JSON.stringify(message)}\n\n`
      this.#isDue = text.length >= batchLength
    }
    if (text) this.#send(text)
  }

  /**
   * Writes a text. The callback of `write` starts the next batch, if one is due. The event `drain` would not work here, because Node does
   * not always emit it for several writes under `cork()` (nodejs/node#60432).
   */
  #send(text: string): void {
    this.#isWriting = true
    this.#response.write(text, () => {
      this.#isWriting = false
      if (this.#isDue) this.#write()
    })
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
    while (this.#count < count && !this.#isDue) {
      const entry = requestLog.entry(this.#count + 1)
      if (!entry) break
      this.#count += 1
      yield { kind: 'request', request: rowOf(entry) }
    }
    const { rules } = this.#core.faults
    // The hits of a fault are its only part that changes.
    const faults = rules.map(({ id, hits }) => `${id} ${hits}`).join()
    if (faults !== this.#faults) {
      this.#faults = faults
      yield { kind: 'faults', rules }
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
  const name = names.get(session) ?? randomBytes(6).toString('hex')
  names.set(session, name)
  return name
}
