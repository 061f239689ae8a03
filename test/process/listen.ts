import type { IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'
import { type Loopback, loopback } from '../support/loopback.ts'

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
export async function listen(open: (baseUrl: string) => Handler): Promise<Loopback> {
  const server = await loopback(async (incoming, outgoing) => {
    const response = await handler(await requestOf(incoming, server.url))
    outgoing.writeHead(response.status, Object.fromEntries(response.headers)).end(await response.text())
  })
  const handler = open(server.url)
  return server
}
