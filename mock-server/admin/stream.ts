import { isObject } from '../text/json.ts'
import { later } from '../time.ts'
import type { StreamMessage } from '../types/index.ts'
import { answerIn, MockAdminError, type Sending } from './send.ts'
import type { MockStreamOptions } from './types.ts'

const kinds: Readonly<Record<StreamMessage['kind'], true>> = {
  start: true,
  request: true,
  requests: true,
  state: true,
  faults: true,
  clock: true,
}

/** The messages in a piece of a stream of server-sent events, and the beginning of the next. Kinds of newer services are passed over. */
export function messagesIn(text: string): { readonly messages: readonly StreamMessage[]; readonly rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { messages: blocks.flatMap((block) => messageOf(block) ?? []), rest }
}

function messageOf(block: string): StreamMessage | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  const value: unknown = data === undefined ? undefined : JSON.parse(data.slice('data: '.length))
  return isMessage(value) ? value : undefined
}

const isMessage = (value: unknown): value is StreamMessage =>
  isObject(value) && typeof value.kind === 'string' && Object.hasOwn(kinds, value.kind)

/** Milliseconds without a sign of life after which a stream counts as broken: the service gives three in that time. */
const longestSilence = 45_000

/** Reads the event feed of a service as they come. */
export async function* stream(
  sending: Sending,
  { signal, after }: MockStreamOptions = {},
): AsyncGenerator<StreamMessage, void, undefined> {
  signal?.throwIfAborted()
  const called = `GET ${sending.url}/_mock/stream`
  const silence = new AbortController()
  let stop = later(sending.timeout, () => silence.abort())
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new MockAdminError('timeout', `${called} has not been heard of for too long`)
    throw new MockAdminError('network', `${called} broke off`, { cause })
  }
  try {
    const response = await sending
      .fetch(`${sending.url}/_mock/stream`, {
        headers: { Accept: 'text/event-stream', ...(after !== undefined && { 'Last-Event-ID': after }) },
        signal: signal ? AbortSignal.any([signal, silence.signal]) : silence.signal,
      })
      .catch(fail)
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
      const { messages, rest } = messagesIn(text + value)
      text = rest
      yield* messages
    }
  } finally {
    stop()
    // Whoever stops listening early must not leave the connection behind.
    silence.abort()
  }
}
