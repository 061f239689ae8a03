import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { type Delivery, whole } from '../delivery.ts'
import type { Engine } from '../engine.ts'
import { refused } from '../http/answer.ts'
import { Refusal } from '../service/refusal.ts'
import { addressOf } from './address.ts'
import { readBytes } from './body.ts'
import type { Connection, Connections } from './connection.ts'
import { incomingOf } from './incoming.ts'
import { send } from './send.ts'

/** What a request is answered with. */
export interface Serving {
  readonly engine: Engine
  readonly connections: Connections
  /** The server's own address. */
  readonly url: () => string
  readonly closing: () => boolean
}

/** The longest body that a request may have. */
const longestBody = 10 * 1024 * 1024

/** Answers requests to the interface by a service's engine. */
export function handlerOf({ engine, connections, url, closing }: Serving): RequestListener {
  return (message, response) => {
    const connection = connections.of(message.socket)
    if (!connection) return
    connection.open += 1
    const finish = (delivery: Delivery) => {
      connection.open -= 1
      if (closing()) response.shouldKeepAlive = false
      send(response, delivery)
    }
    answer(engine, message, response, connection, url(), finish)
  }
}

function answer(
  engine: Engine,
  message: IncomingMessage,
  response: ServerResponse,
  { gone }: Connection,
  own: string,
  finish: (delivery: Delivery) => void,
): void {
  const { origin, target } = addressOf(message, own)
  // Of one run from beginning to end: a reset while the body is coming must not let it into the new one.
  const { run } = engine
  const handle = (bytes?: Uint8Array) => {
    const delivery = engine.handle(incomingOf(message, origin, target, bytes), gone.signal, run)
    if (delivery instanceof Promise) delivery.then(finish, () => message.socket.resetAndDestroy())
    else finish(delivery)
  }
  if (message.method === 'GET' || message.method === 'HEAD') handle()
  else
    readBytes(message, longestBody, (bytes) => {
      if (bytes) handle(bytes)
      else {
        response.shouldKeepAlive = false
        finish(whole(refused(new Refusal(413, 'body: is longer than 10 MiB'), run.world.assumptions.errorBody)))
      }
    })
}
