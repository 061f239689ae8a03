import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { bodyBytes, type Delivery, firstHalf, type ServiceResponse } from '../api/response.ts'
import { Snapshot } from '../snapshot.ts'
import type { Steps } from '../steps.ts'
import { elapsed, laterIfRunning } from '../time.ts'
import type { MockService } from '../types/index.ts'

/** Sends what the service answers, as far as it is to arrive; `stalled` is called once half of a body that stalls has gone out. */
export function send(
  response: ServerResponse,
  delivery: Delivery,
  extra: readonly string[],
  stalled: () => void,
): void {
  const { response: answer, ending, wait } = delivery
  if (!answer) response.req.socket.resetAndDestroy()
  else if (ending === 'whole') sendWhole(response, answer, extra)
  else if (response.req.method !== 'HEAD') sendHalf(response, answer, delivery, extra, stalled)
  else {
    wait?.release()
    sendWhole(response, answer, extra)
  }
}

function sendWhole(response: ServerResponse, answer: ServiceResponse, extra: readonly string[]): void {
  const { body } = answer
  begin(response, answer, Buffer.byteLength(body), extra)
  response.end(body)
}

function sendHalf(
  response: ServerResponse,
  answer: ServiceResponse,
  { ending, wait }: Delivery,
  extra: readonly string[],
  stalled: () => void,
): void {
  const { socket } = response.req
  const bytes = bodyBytes(answer)
  begin(response, answer, bytes.length, extra)
  response.write(firstHalf(bytes), () => {
    if (ending === 'truncated') socket.destroySoon()
    if (ending === 'reset') socket.resetAndDestroy()
    if (ending === 'stalled') stalled()
  })
  // Where the client went away by itself, there is nothing left to reset.
  void wait?.ended.then(() => socket.resetAndDestroy())
}

/** One flat list of names and values is what Node sends with the least work. */
function begin(
  response: ServerResponse,
  { status, headers }: ServiceResponse,
  length: number,
  extra: readonly string[],
): void {
  // Those have no body, and no length either (RFC 9110 §8.6).
  const list = status === 204 || status === 304 ? [] : ['Content-Length', String(length)]
  if (extra.length > 0) list.push(...besideOwn(extra, headers))
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  response.writeHead(status, list)
}

/** The extra headers, names and values in turns, but for those that an answer has of its own. */
function besideOwn(extra: readonly string[], headers: ServiceResponse['headers']): readonly string[] {
  const own = Object.keys(headers).map((name) => name.toLowerCase())
  return extra.filter((_, index) => !own.includes((extra[index - (index % 2)] ?? '').toLowerCase()))
}

/** An answer that goes on until whoever writes it ends it, or the client goes away. */
export class Held {
  /** `fail` breaks it off where it cannot go on. */
  readonly begin: (response: ServerResponse, fail: (error: unknown) => void) => void

  /** What can be written at any time and means nothing. */
  readonly sign: string

  constructor(sign: string, begin: Held['begin']) {
    this.sign = sign
    this.begin = begin
  }
}

/** A JSON text in pieces: all of it may be longer than a text can be, and takes its time. */
export class Pieces {
  readonly texts: Iterable<string>

  constructor(texts: Iterable<string>) {
    this.texts = texts
  }
}

/** The state document of a service, as it is at this moment. */
export function stateOf(service: MockService): Pieces {
  const snapshot = service.snapshot()
  return new Pieces(snapshot instanceof Snapshot ? snapshot.pieces() : [JSON.stringify(snapshot)])
}

/** Milliseconds of work in a turn. Requests may be kept waiting for 20, but a collection of garbage may come on top. */
const budget = 5

let last: Promise<unknown> = Promise.resolve()

/** A turn for each that asks: several at work take no more of a turn than one. */
function nextTurn(): Promise<unknown> {
  last = last.then(() => eventLoopTurn())
  return last
}

/** Does work in pieces, between which requests are answered. Rejects with the signal's reason once that is aborted. */
export async function inTurns<Result>(steps: Steps<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    await nextTurn()
    signal.throwIfAborted()
    const end = elapsed() + budget
    do {
      const { done, value } = steps.next()
      if (done) return value
    } while (elapsed() < end)
  }
}

let waiting: (() => void)[] = []

/**
 * Does something once all that has come in by now was looked at. Answers that go out one right behind the other wake whoever
 * waits for them once; each on its own, they cost more to send than most of them take to make.
 */
export function atTurnsEnd(act: () => void): void {
  if (waiting.push(act) === 1) setImmediate(end)
}

function end(): void {
  const acts = waiting
  waiting = []
  for (const [done, act] of acts.entries()) {
    try {
      act()
    } catch (error) {
      // One that fails must not take the others with it.
      for (const other of acts.slice(done + 1)) atTurnsEnd(other)
      throw error
    }
  }
}

/** Milliseconds until it listens for the first time; then it takes twice as long each time, up to a minute. */
const pause = 1
const longestPause = 60_000

/**
 * Finds out whether a client that has ended its side is still there, until the function that it returns is called. What is
 * written first means nothing: if the client is gone, its system resets the connection for it, which the next writing fails for,
 * be it of nothing.
 */
export function knock(socket: Socket, write: () => void): () => void {
  let stop = () => {}
  const listen = (after: number) => {
    stop = laterIfRunning(after, () => {
      socket.write('')
      if (!socket.destroyed) listen(Math.min(after * 2, longestPause))
    })
  }
  write()
  listen(pause)
  return () => stop()
}
