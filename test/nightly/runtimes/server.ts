import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { SeenRequest, Step } from './checks/check.ts'

/** What a server was told to answer, and what came. */
interface Script {
  readonly steps: readonly Step[]
  readonly requests: SeenRequest[]
  /** Requests whose connection is still open and that have no whole answer yet. */
  open: number
}

/** A server that programs of other runtimes tell what to answer, over HTTP, until it is closed. */
export interface ScriptServer extends AsyncDisposable {
  /** Its address, without a trailing slash. */
  readonly url: string
}

/** Any page may ask it anything: a key that a page would give away has to arrive to be seen. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, api-key, osdi-api-token, content-type',
  'access-control-allow-methods': '*, PUT, DELETE',
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Uint8Array[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function play({ status = 200, headers = {}, body = '', ending = 'whole' }: Step, response: ServerResponse): void {
  if (ending === 'silent') return
  if (ending === 'reset') {
    response.socket?.resetAndDestroy()
    return
  }
  const bytes = Buffer.from(body)
  const type = { 'content-type': 'application/hal+json', 'content-length': bytes.length }
  response.writeHead(status, { ...forAnyPage, ...type, ...headers })
  if (ending === 'whole') response.end(bytes)
  else response.write(bytes.subarray(0, bytes.length / 2), () => ending === 'cut' && response.socket?.destroy())
}

/**
 * Starts a server on a free port of the loopback address.
 *
 * @param files what it serves beside the scripts, by path
 */
export async function scriptServer(files: Readonly<Record<string, string>> = {}): Promise<ScriptServer> {
  const scripts = new Map<string, Script>()
  let url = ''

  const server = createServer(async (request, response) => {
    const say = (value: unknown) => {
      response.writeHead(200, { ...forAnyPage, 'content-type': 'application/json' }).end(JSON.stringify(value))
    }
    const { method = '', url: path = '/' } = request
    const [, room = '', id = ''] = path.split('/')
    const script = scripts.get(id)
    if (method === 'OPTIONS') {
      response.writeHead(204, forAnyPage).end()
    } else if (room === '_script') {
      const name = String(scripts.size + 1)
      const baseUrl = `${url}/s/${name}`
      const steps = (await textOf(request)).replaceAll('{base}', baseUrl)
      scripts.set(name, { steps: JSON.parse(steps), requests: [], open: 0 })
      say({ id: name, baseUrl })
    } else if (room === '_seen') {
      say({ requests: script?.requests, open: script?.open })
    } else if (script) {
      script.open += 1
      response.on('close', () => {
        script.open -= 1
      })
      const body = await textOf(request).catch(() => '')
      script.requests.push({ method, path, body, headers: request.headers as Record<string, string> })
      play(script.steps[script.requests.length - 1] ?? script.steps.at(-1) ?? { status: 404 }, response)
    } else {
      const file = files[path]
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
