/** The body as the platform's own stream. Responses of other makers may have none, or a stream of another kind. */
function streamOf({ body }: Response): ReadableStream<Uint8Array> | undefined {
  return body && typeof body.getReader === 'function' ? body : undefined
}

/** Ends a body that nobody will read, so that its connection is not held open. Nothing waits for it. */
export function discard(response: Response): void {
  const stream = streamOf(response)
  // A body that was read or has failed cannot be cancelled, and need not be.
  if (stream)
    Promise.resolve()
      .then(() => stream.cancel())
      .catch(() => {})
}

/** Milliseconds of reading after which timers get their turn: a body that is always ready would starve them, and with them every limit. */
const longestTurn = 10

const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0))

/** The whole body as text (UTF-8). An abort ends the reading and closes the body, also where the `fetch` that made it ignores the signal. */
export async function readText(response: Response, signal: AbortSignal): Promise<string> {
  const reader = streamOf(response)?.getReader()
  if (!reader) return response.text()
  const cancel = () => void reader.cancel(signal.reason).catch(() => {})
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel, { once: true })
  try {
    const decoder = new TextDecoder()
    let text = ''
    let turn = performance.now()
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true })
      if (performance.now() - turn > longestTurn) {
        await nextTurn()
        turn = performance.now()
      }
    }
    signal.throwIfAborted()
    return text + decoder.decode()
  } catch (error) {
    cancel()
    throw error
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
