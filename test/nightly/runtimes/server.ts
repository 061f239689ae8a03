import { text } from 'node:stream/consumers'
import { type Loopback, loopback, play, type Step } from '../../support/loopback.ts'
import type { SeenRequest } from './checks/check.ts'

/** What a server was told to answer, and what came. */
interface Script {
  readonly steps: readonly Step[]
  readonly requests: SeenRequest[]
  /** Requests whose connection is still open and that have no whole answer yet. */
  open: number
}

/** Any page may ask it anything: a key that a page would give away has to arrive to be seen. */
const forAnyPage = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*, api-key, osdi-api-token, content-type',
  'access-control-allow-methods': '*, PUT, DELETE',
}

/**
 * Starts a server that programs of other runtimes tell what to answer, over HTTP.
 *
 * @param files what it serves beside the scripts, by path
 */
export async function scriptServer(files: Readonly<Record<string, string>> = {}): Promise<Loopback> {
  const scripts = new Map<string, Script>()
  const server = await loopback(async (request, response) => {
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
      const baseUrl = `${server.url}/s/${name}`
      const steps = (await text(request)).replaceAll('{base}', baseUrl)
      scripts.set(name, { steps: JSON.parse(steps), requests: [], open: 0 })
      say({ id: name, baseUrl })
    } else if (room === '_seen') {
      say({ requests: script?.requests, open: script?.open })
    } else if (script) {
      script.open += 1
      response.on('close', () => {
        script.open -= 1
      })
      const body = await text(request).catch(() => '')
      script.requests.push({ method, path, body, headers: request.headers as Record<string, string> })
      const step = script.steps[script.requests.length - 1] ?? script.steps.at(-1) ?? { status: 404 }
      play({ ...step, headers: { ...forAnyPage, 'content-type': 'application/hal+json', ...step.headers } }, response)
    } else {
      const file = files[path]
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      response.writeHead(file === undefined ? 404 : 200, { 'content-type': type }).end(file)
    }
  })
  return server
}
