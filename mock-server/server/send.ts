import type { ServerResponse } from 'node:http'
import type { Delivery } from '../delivery.ts'
import type { Answer } from '../http/answer.ts'
import { bytesOf } from './bytes.ts'

/** A text up to this length is sent together with the headers. */
const short = 4096

/** Sends what the service answers, as far as it is to arrive. */
export function send(response: ServerResponse, { answer, ending }: Delivery, extra: readonly string[]): void {
  if (answer && ending === 'whole') sendWhole(response, answer, extra)
  else if (answer) sendHalf(response, answer, ending, extra)
  else if (ending !== 'stalled') response.req.socket.resetAndDestroy()
}

function sendWhole(response: ServerResponse, answer: Answer, extra: readonly string[]): void {
  // Not the body where there are parts: they would be put together for it.
  const body = answer.parts ?? answer.body
  if (typeof body === 'string' && body.length <= short) {
    begin(response, answer, Buffer.byteLength(body), extra)
    response.end(body)
    return
  }
  const { bytes, giveBack } = bytesOf(body)
  begin(response, answer, bytes.length, extra)
  response.end(bytes, giveBack)
}

function sendHalf(
  response: ServerResponse,
  answer: Answer,
  ending: Delivery['ending'],
  extra: readonly string[],
): void {
  const { socket } = response.req
  const bytes = Buffer.from(answer.body)
  begin(response, answer, bytes.length, extra)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    if (ending === 'truncated') socket.destroySoon()
    if (ending === 'reset') socket.resetAndDestroy()
  })
}

/** One flat list of names and values is what Node sends with the least work. */
function begin(response: ServerResponse, { status, headers }: Answer, length: number, extra: readonly string[]): void {
  // Those have no body, and no length either (RFC 9110 §8.6).
  const list = status === 204 || status === 304 ? [...extra] : ['Content-Length', String(length), ...extra]
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  response.writeHead(status, list)
}
