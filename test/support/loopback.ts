import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** The response of a server to one request. */
export interface Step {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /**
   * `silent`: no response. `reset`: the connection is reset without a response. `stall`: half of the body, then nothing. `cut`: half of the
   * body, then the connection ends.
   */
  readonly ending?: 'whole' | 'silent' | 'reset' | 'stall' | 'cut'
}

/** Sends the response of a step. */
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

/** A server on this machine. Disposal closes it. */
export interface Loopback extends AsyncDisposable {
  /** Address of the server, without a trailing slash. */
  readonly url: string
}

/** Starts a server on a free port of the loopback address. `connected` is called for each connection. */
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
