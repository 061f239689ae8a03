import { isObject } from '../text/json.ts'
import { later } from '../time.ts'
import type { MockNews } from '../types/index.ts'
import { answerIn, MockControlError, type Sending } from './send.ts'
import type { MockStreamOptions } from './types.ts'

const kinds: Readonly<Record<MockNews['kind'], true>> = {
  start: true,
  request: true,
  journal: true,
  state: true,
  faults: true,
  clock: true,
}

/** The news in a piece of a stream of server-sent events, and the beginning of the next. Kinds of newer services are passed over. */
export function newsIn(text: string): { readonly news: readonly MockNews[]; readonly rest: string } {
  const blocks = text.split('\n\n')
  const rest = blocks.pop() ?? ''
  return { news: blocks.flatMap((block) => newsOf(block) ?? []), rest }
}

function newsOf(block: string): MockNews | undefined {
  const data = block.split('\n').find((line) => line.startsWith('data: '))
  const value: unknown = data === undefined ? undefined : JSON.parse(data.slice('data: '.length))
  return isNews(value) ? value : undefined
}

const isNews = (value: unknown): value is MockNews =>
  isObject(value) && typeof value.kind === 'string' && Object.hasOwn(kinds, value.kind)

/** Milliseconds without a sign of life after which a stream counts as broken: the service gives three in that time. */
const longestSilence = 45_000

/** Reads the news of a service as they come. */
export async function* stream(
  sending: Sending,
  { signal, after }: MockStreamOptions = {},
): AsyncGenerator<MockNews, void, undefined> {
  signal?.throwIfAborted()
  const called = `GET ${sending.url}/_mock/stream`
  const silence = new AbortController()
  let stop = later(sending.timeout, () => silence.abort())
  const fail = (cause: unknown): never => {
    signal?.throwIfAborted()
    if (silence.signal.aborted) throw new MockControlError('timeout', `${called} has not been heard of for too long`)
    throw new MockControlError('network', `${called} broke off`, { cause })
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
      throw new MockControlError('content', `${called} is answered with no stream`, { status: response.status })
    }
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (reader) {
      stop()
      stop = later(longestSilence, () => silence.abort())
      const { done, value } = await reader.read().catch(fail)
      if (done) return
      const { news, rest } = newsIn(text + value)
      text = rest
      yield* news
    }
  } finally {
    stop()
    // Whoever stops listening early must not leave the connection behind.
    silence.abort()
  }
}
