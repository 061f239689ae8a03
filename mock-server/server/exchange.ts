import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Delivery, whole } from '../delivery.ts'
import { type Address, addressOf } from './address.ts'
import { readBytes } from './body.ts'
import type { Connection } from './connection.ts'
import { Held } from './held.ts'
import { Pieces } from './pieces.ts'
import { answerWith, jsonHeaders } from './problem.ts'
import { send } from './send.ts'
import { atTurnsEnd } from './turn.ts'

/** What an exchange needs of its server. */
export interface Surroundings {
  readonly isClosing: () => boolean
  /** Told of what no caller can help. */
  readonly onError: (error: unknown) => void
}

/** What a request is answered with, at once or later. */
type Outcome = Ready | Promise<Ready>
type Ready = Delivery | Pieces | Held

/** One request and its answer. */
export class Exchange {
  readonly message: IncomingMessage
  readonly address: Address
  /** Headers that the answer gets beside its own, names and values in turns. */
  extra: readonly string[] = []
  readonly #response: ServerResponse
  readonly #connection: Connection
  readonly #surroundings: Surroundings
  #isSettled = false

  constructor(message: IncomingMessage, response: ServerResponse, connection: Connection, surroundings: Surroundings) {
    this.message = message
    this.address = addressOf(message)
    this.#response = response
    this.#connection = connection
    this.#surroundings = surroundings
    connection.owe(response)
  }

  /** Aborted when the client goes away. */
  get signal(): AbortSignal {
    return this.#connection.gone
  }

  /** Answers with what is made of the body; undefined stands for one that is longer than may be. */
  withBody(most: number, make: (bytes: Uint8Array | undefined) => Outcome): void {
    readBytes(this.message, most, (bytes) => this.answer(() => make(bytes)))
  }

  answer(make: () => Outcome): void {
    try {
      const outcome = make()
      if (outcome instanceof Promise) void this.#await(outcome)
      else this.#begin(outcome)
    } catch (error) {
      this.#fail(error)
    }
  }

  async #await(outcome: Promise<Ready>): Promise<void> {
    const { httpVersionMajor, httpVersionMinor } = this.message
    // Who speaks HTTP/1.0 knows no interim answers (RFC 9110 §15.2): whether they are there shows when they are answered.
    const isOld = httpVersionMajor < 1 || httpVersionMinor < 1
    const stop = isOld ? () => {} : this.#connection.knockWhenHalfClosed(() => this.#continue())
    try {
      this.#begin(await outcome)
    } catch (error) {
      this.#fail(error)
    } finally {
      stop()
    }
  }

  /** An interim answer, unless others go out before: it would come to stand among their bytes. */
  #continue(): void {
    if (this.#response.socket) this.#response.writeContinue()
  }

  #begin(outcome: Ready): void {
    if (outcome instanceof Held) this.#hold(outcome)
    else if (outcome instanceof Pieces) void this.#stream(outcome)
    else this.#finish(outcome)
  }

  /** Answers with a JSON text as fast as the client takes it, and lets others have their turn in between. */
  async #stream({ texts }: Pieces): Promise<void> {
    const response = this.#response
    try {
      this.#endWithLast()
      response.writeHead(200, jsonHeaders)
      for (const text of texts) {
        if (response.write(text)) await nextTurn()
        else await once(response, 'drain', { signal: this.signal })
      }
      response.end()
      this.#settle()
    } catch (error) {
      // Of a client that went away there is nobody to tell.
      if (!this.signal.aborted) this.#fail(error)
    }
  }

  #hold({ begin, sign }: Held): void {
    const response = this.#response
    const stop = this.#connection.knockWhenHalfClosed(() => {
      if (!response.writableEnded) response.write(sign)
    })
    response.once('close', () => {
      stop()
      this.#settle()
    })
    // The connection ends with the answer: nothing comes after it that would have to be waited for.
    response.shouldKeepAlive = false
    begin(response, (error) => this.#fail(error))
  }

  #finish(delivery: Delivery): void {
    atTurnsEnd(() => {
      try {
        this.#deliver(delivery)
      } catch (error) {
        this.#fail(error)
      }
    })
  }

  #deliver(delivery: Delivery): void {
    this.#endWithLast()
    // While a body stalls, nothing could be sent that tells whether the client is still there.
    const stalled = () => this.#connection.whenHalfClosed(() => this.message.socket.destroySoon())
    send(this.#response, delivery, this.extra, stalled)
    this.#settle()
  }

  /** Its answer is owed no more. */
  #settle(): void {
    if (!this.#isSettled) this.#connection.settle()
    this.#isSettled = true
  }

  /** While the server closes, the last answer says that nothing comes after it. */
  #endWithLast(): void {
    if (this.#surroundings.isClosing() && this.#connection.isLast(this.#response))
      this.#response.shouldKeepAlive = false
  }

  #fail(error: unknown): void {
    // Whoever went away while a fault kept it waiting is owed nothing.
    if (this.signal.aborted) return
    this.#surroundings.onError(error)
    if (this.#response.headersSent) this.message.socket.destroy()
    else this.#finish(whole(answerWith({ error: 'The mock service failed: its own output says how' }, 500)))
  }
}
