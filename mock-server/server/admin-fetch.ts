import { bodyBytes } from '../api/message.ts'
import { MockServiceError } from '../errors.ts'
import { coreOf } from '../service.ts'
import type { MockService } from '../types/index.ts'
import { answerAdmin } from './admin.ts'
import { type AdminResponse, adminErrorResponse, StreamedResponse } from './admin-response.ts'
import { EventFeed } from './stream.ts'

/**
 * A service with its admin API as one `fetch` function: a server without a network. Requests below `<baseUrl>/_mock` go to the admin API, all
 * others to the service. There are no sandboxes.
 */
export function fetchWithAdmin(service: MockService): typeof globalThis.fetch {
  const core = coreOf(service)
  if (!core) throw new MockServiceError('service', 'service', 'must be made by createMockService')
  const { baseUrl } = service
  const mount = { service, core, path: '', feed: new EventFeed(core) }
  const root = `${baseUrl}/_mock`
  return async (input, init) => {
    const request = new Request(input, init)
    const { method, headers, signal } = request
    const target = request.url.startsWith(root) ? request.url.slice(root.length).replace(/#.*$/s, '') : undefined
    if (target === undefined || !/^(?:$|[/?])/.test(target)) return service.fetch(request)
    signal.throwIfAborted()
    const response = await answerAdmin({
      ...{ mount, method, target, base: baseUrl, origin: baseUrl, disconnected: signal, sandboxes: undefined },
      header: (name) => headers.get(name) ?? undefined,
      readBody: async (maxBytes) => {
        const bytes = new Uint8Array(await request.arrayBuffer())
        return bytes.length > maxBytes ? undefined : bytes
      },
    }).catch(adminErrorResponse)
    signal.throwIfAborted()
    return responseOf(response, request)
  }
}

function responseOf(response: AdminResponse, { method, signal }: Request): Response {
  const { status, headers } = response
  if (method === 'HEAD') return new Response(null, { status, headers })
  const body = response instanceof StreamedResponse ? streamOf(response, signal) : bodyBytes(response)
  return new Response(body, { status, headers })
}

const encoder = new TextEncoder()

/** The parts of a body as a stream. A part is made when it is read. An abort breaks the stream off. */
function streamOf({ parts }: StreamedResponse, signal: AbortSignal): ReadableStream<Uint8Array<ArrayBuffer>> {
  const disconnected = new AbortController()
  const iterator = parts(disconnected.signal)[Symbol.asyncIterator]()
  let abort = () => {}
  const leave = () => {
    signal.removeEventListener('abort', abort)
    disconnected.abort()
    void iterator.return?.()
  }
  return new ReadableStream(
    {
      start: (controller) => {
        abort = () => {
          leave()
          controller.error(signal.reason)
        }
        signal.addEventListener('abort', abort)
      },
      pull: async (controller) => {
        const { done, value } = await iterator.next()
        if (disconnected.signal.aborted) return
        if (!done) return controller.enqueue(encoder.encode(value))
        leave()
        controller.close()
      },
      cancel: leave,
    },
    { highWaterMark: 0 },
  )
}
