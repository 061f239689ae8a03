import { once } from 'node:events'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Body, ServiceRequest } from '../api/request.ts'
import { type Delivery, whole } from '../api/response.ts'
import { answerWith, isHost, jsonHeaders } from './guard.ts'
import { atTurnsEnd, Held, Pieces, send } from './send.ts'
import type { Connection } from './server.ts'

/** A request of Node's server as the service takes it, its body read. */
export function serviceRequestOf(
  message: IncomingMessage,
  base: string,
  target: string,
  { body, isUtf8, isTooLong }: Body,
): ServiceRequest {
  const { method = 'GET', headers } = message
  return {
    method,
    base,
    target,
    header: (name) => textOf(headers[name]),
    headers: new SentHeaders(headers),
    body,
    isUtf8,
    isTooLong,
  }
}

/** Headers as Node read them. The request log keeps them, and few of its entries are ever read: nothing is copied before. */
class SentHeaders implements Iterable<readonly [string, string]> {
  readonly #headers: IncomingHttpHeaders

  constructor(headers: IncomingHttpHeaders) {
    this.#headers = headers
  }

  *[Symbol.iterator](): Generator<readonly [string, string]> {
    for (const [name, value] of Object.entries(this.#headers)) yield [name, textOf(value) ?? '']
  }
}

const textOf = (value: string | readonly string[] | undefined): string | undefined =>
  typeof value === 'object' ? value.join(', ') : value

/** Calls back with the bytes of a body, or with undefined where there are more than may be; never where the client goes away. */
export function readBytes(message: IncomingMessage, most: number, done: (bytes: Buffer | undefined) => void): void {
  // The rest is taken in and dropped: a connection that is cut while the client still writes would cost it the answer.
  const giveUp = () => {
    message.resume()
    done(undefined)
  }
  // A client that goes away half-way needs no answer.
  message.on('error', () => {})
  if (Number(message.headers['content-length'] ?? 0) > most) {
    giveUp()
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size <= most) return
    message.off('data', take)
    message.off('end', end)
    giveUp()
  }
  const end = () => {
    const [only] = chunks
    done(only && chunks.length === 1 ? only : Buffer.concat(chunks))
  }
  message.on('data', take)
  message.on('end', end)
}

/** Where a request goes. */
export interface Address {
  /** The host that the caller knows the server by, with its port; undefined where it named none, or none that can be. */
  readonly host: string | undefined
  /** Path and query, beginning with a slash, without dot segments; `*` stays as it is. */
  readonly target: string
}

// Dot segments, written plainly or not, and what no address has in it.
const unusual = /[/\\]\.|%2e|[\\#]/i

/** The address of a request, whose line may hold a whole address (RFC 9112 §3.2.2). */
export function addressOf({ url = '/', headers }: IncomingMessage): Address {
  if (url.startsWith('/')) return { host: checked(headers.host), target: tidied(url) }
  const whole = /^https?:\/\/([^/?#]*)(.*)$/is.exec(url)
  if (!whole) return { host: checked(headers.host), target: url }
  const [, authority, rest = ''] = whole
  return { host: checked(authority), target: tidied(rest.startsWith('/') ? rest : `/${rest}`) }
}

/** A host as the platform writes it in addresses. One that is none must not come to stand in links. */
const checked = (host: string | undefined): string | undefined =>
  host !== undefined && isHost(host) ? host.toLowerCase().replace(/:80$/, '') : undefined

function tidied(target: string): string {
  if (!unusual.test(target)) return target
  const { pathname, search } = new URL(`http://localhost${target}`)
  return pathname + search
}

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
