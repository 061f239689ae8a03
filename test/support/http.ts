import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Handler = (request: Request) => Promise<Response>

async function requestOf(incoming: IncomingMessage, base: string): Promise<Request> {
  const body = await text(incoming)
  const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Request(new URL(incoming.url ?? '/', base), {
    method: incoming.method ?? 'GET',
    headers,
    ...(body && { body }),
  })
}

/** Puts a function of requests behind a real socket on loopback, for programs that run in a process of their own. */
export async function listen(open: (baseUrl: string) => Handler): Promise<{ readonly url: string } & AsyncDisposable> {
  let handler: Handler | undefined
  const server = createServer(async (incoming, outgoing) => {
    const response = await handler?.(await requestOf(incoming, url))
    outgoing.writeHead(response?.status ?? 500, Object.fromEntries(response?.headers ?? []))
    outgoing.end(await response?.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  handler = open(url)
  return {
    url,
    [Symbol.asyncDispose]: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
