import type { ServerResponse } from 'node:http'
import { type Delivery, firstHalf } from '../delivery.ts'
import type { Answer } from '../http/answer.ts'
import { bytesOf } from './bytes.ts'

/** A text up to this length is sent together with the headers. */
const short = 4096

/** Sends what the service answers, as far as it is to arrive; `stalled` is called once half of a body that stalls has gone out. */
export function send(
  response: ServerResponse,
  delivery: Delivery,
  extra: readonly string[],
  stalled: () => void,
): void {
  const { answer, ending, wait } = delivery
  if (!answer) response.req.socket.resetAndDestroy()
  else if (ending === 'whole') sendWhole(response, answer, extra)
  else if (response.req.method !== 'HEAD') sendHalf(response, answer, delivery, extra, stalled)
  else {
    wait?.release()
    sendWhole(response, answer, extra)
  }
}

function sendWhole(response: ServerResponse, answer: Answer, extra: readonly string[]): void {
  // Not the body where there are parts: they would be put together for it.
  const body = answer.parts ?? answer.body
  if (typeof body === 'string' && body.length <= short) {
    begin(response, answer, Buffer.byteLength(body), extra)
    response.end(body)
    return
  }
  const [only] = typeof body === 'string' ? [] : body
  if (only && body.length === 1) {
    begin(response, answer, only.length, extra)
    response.end(only)
    return
  }
  const { bytes, giveBack } = bytesOf(body)
  begin(response, answer, bytes.length, extra)
  response.end(bytes, giveBack)
}

function sendHalf(
  response: ServerResponse,
  answer: Answer,
  { ending, wait }: Delivery,
  extra: readonly string[],
  stalled: () => void,
): void {
  const { socket } = response.req
  const bytes = Buffer.from(answer.body)
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
function begin(response: ServerResponse, { status, headers }: Answer, length: number, extra: readonly string[]): void {
  // Those have no body, and no length either (RFC 9110 §8.6).
  const list = status === 204 || status === 304 ? [] : ['Content-Length', String(length)]
  if (extra.length > 0) list.push(...besideOwn(extra, headers))
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  response.writeHead(status, list)
}

/** The extra headers, names and values in turns, but for those that an answer has of its own. */
function besideOwn(extra: readonly string[], headers: Answer['headers']): readonly string[] {
  const own = Object.keys(headers).map((name) => name.toLowerCase())
  return extra.filter((_, index) => !own.includes((extra[index - (index % 2)] ?? '').toLowerCase()))
}
