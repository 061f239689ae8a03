import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { formatTime } from '../rules/context.ts'
import type { ServiceCore } from '../service.ts'
import type { StartedSession } from '../snapshot.ts'
import { every, later, type Stop } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'

/** Characters that are sent at once, at least where there are so many. */
const chunk = 32_768

const headers = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
}

/** A comment: a sign of life. */
export const sign = ':\n\n'

/** Somebody who is told what happens, as fast as they read. */
export class StreamListener {
  readonly #response: ServerResponse
  readonly #told: Told
  readonly #fail: (error: unknown) => void

  /** Tells of itself where it can be told no more, and breaks off. */
  constructor(response: ServerResponse, told: Told, fail: (error: unknown) => void) {
    this.#response = response
    this.#told = told
    this.#fail = fail
    response.writeHead(200, headers)
    response.on('drain', () => this.tell())
    // Milliseconds until a browser comes again.
    response.write('retry: 1000\n\n')
  }

  /** Tells what is new, unless what was told before has not gone out yet. */
  tell(): void {
    try {
      while (!this.#response.writableNeedDrain && !this.#response.writableEnded) {
        const text = this.#texts()
        if (text === '') return
        this.#response.write(text)
      }
    } catch (error) {
      // Timers call this, and sockets do: thrown on, it would end the program.
      this.#response.end()
      this.#fail(error)
    }
  }

  /** Keeps the connection from looking dead. */
  beat(): void {
    if (!this.#response.writableNeedDrain && !this.#response.writableEnded) this.#response.write(sign)
  }

  /** Ends it at once: whoever does not read is not waited for. */
  end(): void {
    this.tell()
    if (this.#response.writableNeedDrain) this.#response.destroy()
    else this.#response.end()
  }

  #texts(): string {
    let text = ''
    while (text.length < chunk) {
      const news = this.#told.next()
      if (!news) break
      text += `id: ${news.id}\nevent: ${news.kind}\ndata: ${JSON.stringify(news)}\n\n`
    }
    return text
  }
}

/** Milliseconds that news are gathered for: a burst of requests is told of in few pieces. */
const gathering = 40
/** Milliseconds between signs of life. */
const heartbeat = 15_000

/** Tells of what happens in a service to whoever listens. It looks at nothing while nobody does. */
export class Stream {
  readonly #core: ServiceCore
  readonly #listeners = new Set<StreamListener>()
  #unwatch: (() => void) | undefined
  #stopBeat: Stop | undefined
  #stopGathering: Stop | undefined
  #ended = false

  constructor(core: ServiceCore) {
    this.#core = core
  }

  /** Begins to tell, from the news with this id on if that can be; `fail` is called where it cannot go on. */
  open(response: ServerResponse, last: string | undefined, fail: (error: unknown) => void): void {
    const listener = new StreamListener(response, new Told(this.#core, last), fail)
    if (this.#ended || response.req.method === 'HEAD') {
      response.end()
      return
    }
    if (this.#listeners.size === 0) this.#start()
    this.#listeners.add(listener)
    response.once('close', () => {
      this.#listeners.delete(listener)
      if (this.#listeners.size === 0) this.#stop()
    })
    listener.tell()
  }

  /** Ends every one, and those to come. */
  end(): void {
    this.#ended = true
    for (const listener of this.#listeners) listener.end()
  }

  #start(): void {
    this.#unwatch = this.#core.watchAll(() => {
      this.#stopGathering ??= later(gathering, () => this.#tell())
    })
    this.#stopBeat = every(heartbeat, () => {
      for (const listener of this.#listeners) listener.beat()
    })
  }

  #stop(): void {
    this.#unwatch?.()
    this.#stopBeat?.()
    this.#stopGathering?.()
    this.#stopGathering = undefined
  }

  #tell(): void {
    this.#stopGathering = undefined
    for (const listener of this.#listeners) listener.tell()
  }
}

type WithoutId<Each> = Each extends StreamMessage ? Omit<Each, 'id'> : never
type Untold = WithoutId<StreamMessage>

/** What somebody was told of a service. The next news is what has changed since: nobody who reads slowly makes anything wait in memory. */
export class Told {
  readonly #core: ServiceCore
  #session: StartedSession | undefined
  /** Number of the last request. */
  #count = 0
  #cleared = 0
  #revision: number | undefined
  #rules: string | undefined
  #clock: string | undefined

  /** With the id of the last news that was read, it goes on from there if the service can. */
  constructor(core: ServiceCore, last = '') {
    this.#core = core
    const { session } = core
    const [, name, number] = /^(\w+)-(\d{1,15})$/.exec(last) ?? []
    const { count, cleared } = session.requestLog.position
    if (name !== nameOf(session) || Number(number) > count) return
    this.#session = session
    this.#count = Number(number)
    // A log that was emptied right behind the last request may have been so before or after the news was read.
    this.#cleared = cleared < this.#count ? cleared : 0
  }

  /** What has to be told next; undefined where nothing is new. */
  next(): StreamMessage | undefined {
    const { session } = this.#core
    const news = session === this.#session ? (this.#request(session) ?? this.#level(session)) : this.#start(session)
    return news && { id: `${nameOf(session)}-${this.#count}`, ...news }
  }

  #start(session: StartedSession): Untold {
    const { count, cleared } = session.requestLog.position
    this.#session = session
    this.#count = count
    this.#cleared = cleared
    this.#revision = session.context.store.revision
    this.#rules = undefined
    this.#clock = undefined
    return { kind: 'start' }
  }

  #request({ requestLog }: StartedSession): Untold | undefined {
    const { count, cleared } = requestLog.position
    if (count === this.#count && cleared === this.#cleared) return undefined
    const { entries } = requestLog
    const request = entries[this.#count + 1 - (entries[0]?.number ?? 0)]
    if (cleared !== this.#cleared || !request) {
      this.#cleared = cleared
      this.#count = count
      return { kind: 'requests' }
    }
    this.#count += 1
    return { kind: 'request', request }
  }

  #level({ context }: StartedSession): Untold | undefined {
    const { store, clock } = context
    const rules = this.#core.faults.rules
    // Nothing else of a rule changes.
    const standing = rules.map(({ id, hits }) => `${id} ${hits}`).join()
    if (standing !== this.#rules) {
      this.#rules = standing
      return { kind: 'faults', rules }
    }
    if (store.revision !== this.#revision) {
      this.#revision = store.revision
      return { kind: 'state' }
    }
    const now = clock.now()
    const setting = clock.goes ? `+${clock.advanced}` : String(now)
    if (setting === this.#clock) return undefined
    this.#clock = setting
    return { kind: 'clock', now: formatTime(context, now), goes: clock.goes }
  }
}

const names = new WeakMap<StartedSession, string>()

/** A session's name: numbers of requests begin anew with each. */
function nameOf(session: StartedSession): string {
  const name = names.get(session) ?? randomBytes(6).toString('hex')
  names.set(session, name)
  return name
}
