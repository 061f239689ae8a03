import type { ServerResponse } from 'node:http'
import type { Engine } from '../../engine.ts'
import { every, later, type Stop } from '../../time.ts'
import { StreamListener } from './listener.ts'
import { Told } from './told.ts'

/** Milliseconds that news are gathered for: a burst of requests is told of in few pieces. */
const gathering = 40
/** Milliseconds between signs of life. */
const heartbeat = 15_000

/** Tells of what happens in a service to whoever listens. It looks at nothing while nobody does. */
export class Stream {
  readonly #engine: Engine
  readonly #listeners = new Set<StreamListener>()
  #unwatch: (() => void) | undefined
  #stopBeat: Stop | undefined
  #stopGathering: Stop | undefined
  #ended = false

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Begins to tell, from the news with this id on if that can be; `fail` is called where it cannot go on. */
  open(response: ServerResponse, last: string | undefined, fail: (error: unknown) => void): void {
    const listener = new StreamListener(response, new Told(this.#engine, last), fail)
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
    this.#unwatch = this.#engine.watchAll(() => {
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
