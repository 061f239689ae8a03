import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What a server answers a request with. */
export interface Step {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** `silent`: no answer; `reset`: the connection breaks without one; `stall`: half of the body, then nothing; `cut`: half of it, then the end. */
  readonly ending?: 'whole' | 'silent' | 'reset' | 'stall' | 'cut'
}

/** Answers with a step. */
export function play(
  { status = 200, headers = {}, body = '', ending = 'whole' }: Step,
  response: ServerResponse,
): void {
  if (ending === 'silent') return
  if (ending === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = Buffer.from(body)
  response.writeHead(status, { 'content-length': bytes.length, ...headers })
  if (ending === 'whole') response.end(bytes)
  else response.write(bytes.subarray(0, bytes.length / 2), () => ending === 'cut' && response.socket?.destroy())
}

/** A server on this machine, until it is disposed of. */
export interface Loopback extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly url: string
}

/** Starts a server on a free port of the loopback address, which may be told of each connection. */
export async function loopback(answer: RequestListener, connected?: (socket: Socket) => void): Promise<Loopback> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  if (connected) server.on('connection', connected)
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
