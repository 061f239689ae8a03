import { later } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import { answerIn, MockAdminError, type Sending } from './send.ts'
import type { MockAdmin } from './types.ts'

/** The message of a block of server-sent events; undefined for a comment. */
function messageIn(block: string): StreamMessage | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  return data === undefined ? undefined : (JSON.parse(data.slice('data: '.length)) as StreamMessage)
}

/** Milliseconds without a byte after which a feed counts as broken: the service gives three signs of life in that time. */
const longestSilence = 45_000

/** Reads the event feed of a service. */
export async function* stream(
  { url, fetch, timeout }: Sending,
  { signal, after }: NonNullable<Parameters<MockAdmin['stream']>[0]> = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  signal?.throwIfAborted()
  const called = `GET ${url}/_mock/stream`
  const silence = new AbortController()
  let stop = later(timeout, () => silence.abort())
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new MockAdminError('timeout', `${called} has not been heard of for too long`)
    throw new MockAdminError('network', `${called} broke off`, { cause })
  }
  try {
    const response = await fetch(`${url}/_mock/stream`, {
      headers: { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) },
      signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
    }).catch(fail)
    if (!response.ok || !response.headers.get('Content-Type')?.startsWith('text/event-stream')) {
      answerIn(called, response, await response.text().catch(fail))
      throw new MockAdminError('content', `${called} is answered with no stream`, { status: response.status })
    }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader) {
      stop()
      stop = later(longestSilence, () => silence.abort())
      const { done, value } = await reader.read().catch(fail)
      if (done) return
      const blocks = (text + value).split('\n\n')
      text = blocks.pop() ?? ''
      for (const block of blocks) {
        const message = messageIn(block)
        if (message) yield message
      }
    }
  } finally {
    stop()
    // Whoever stops listening early must not leave the connection behind.
    silence.abort()
  }
}
