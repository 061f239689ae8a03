import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Delivery, whole } from '../delivery.ts'
import { type Address, addressOf } from './address.ts'
import { readBytes } from './body.ts'
import type { Connection } from './connection.ts'
import { answerWith } from './problem.ts'
import { send } from './send.ts'

/** What an exchange needs of its server. */
export interface Surroundings {
  readonly isClosing: () => boolean
  /** Told of what no caller can help. */
  readonly onError: (error: unknown) => void
}

/** One request and its answer. */
export class Exchange {
  readonly message: IncomingMessage
  readonly address: Address
  /** Headers that the answer gets beside its own, names and values in turns. */
  extra: readonly string[] = []
  readonly #response: ServerResponse
  readonly #connection: Connection
  readonly #surroundings: Surroundings

  constructor(message: IncomingMessage, response: ServerResponse, connection: Connection, surroundings: Surroundings) {
    this.message = message
    this.address = addressOf(message)
    this.#response = response
    this.#connection = connection
    this.#surroundings = surroundings
    connection.open += 1
  }

  /** Aborted when the client goes away. */
  get signal(): AbortSignal {
    return this.#connection.gone.signal
  }

  /** Answers with what is made of the body; undefined stands for one that is longer than may be. */
  withBody(most: number, make: (bytes: Uint8Array | undefined) => Delivery | Promise<Delivery>): void {
    readBytes(this.message, most, (bytes) => this.answer(() => make(bytes)))
  }

  answer(make: () => Delivery | Promise<Delivery>): void {
    try {
      const delivery = make()
      if (delivery instanceof Promise) delivery.then((late) => this.#finish(late)).catch((error) => this.#fail(error))
      else this.#finish(delivery)
    } catch (error) {
      this.#fail(error)
    }
  }

  #finish(delivery: Delivery): void {
    this.#connection.open -= 1
    if (this.#surroundings.isClosing()) this.#response.shouldKeepAlive = false
    send(this.#response, delivery, this.extra)
  }

  #fail(error: unknown): void {
    this.#surroundings.onError(error)
    if (this.#response.headersSent) this.message.socket.destroy()
    else this.#finish(whole(answerWith({ error: 'The mock service failed: its own output says how' }, 500)))
  }
}
