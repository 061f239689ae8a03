import type { ServerResponse } from 'node:http'
import type { Delivery } from '../delivery.ts'
import type { Answer } from '../http/answer.ts'

/** Sends what the service answers, as far as it is to arrive. */
export function send(response: ServerResponse, { answer, ending }: Delivery, extra: readonly string[] = []): void {
  const { socket } = response.req
  if (!answer) {
    if (ending !== 'stalled') socket.resetAndDestroy()
    return
  }
  if (ending === 'whole') {
    begin(response, answer, Buffer.byteLength(answer.body), extra)
    response.end(answer.body)
    return
  }
  const bytes = Buffer.from(answer.body)
  begin(response, answer, bytes.length, extra)
  response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => {
    if (ending === 'truncated') socket.destroySoon()
    if (ending === 'reset') socket.resetAndDestroy()
  })
}

/** One flat list of names and values is what Node sends with the least work. */
function begin(response: ServerResponse, { status, headers }: Answer, length: number, extra: readonly string[]): void {
  const list: string[] = ['Content-Length', String(length), ...extra]
  for (const name of Object.keys(headers)) list.push(name, headers[name] ?? '')
  response.writeHead(status, list)
}
