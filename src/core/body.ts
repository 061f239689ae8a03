/** The body as the platform's own stream. Responses of other makers may have none, or a stream of another kind. */
function streamOf({ body }: Response): ReadableStream<Uint8Array> | undefined {
  return body && typeof body.getReader === 'function' ? body : undefined
}

/** Ends a body that nobody will read, so that its connection is not held open. Nothing waits for it. */
export function discard(response: Response): void {
  // A body that was read or has failed cannot be cancelled, and need not be.
  streamOf(response)
    ?.cancel()
    .catch(() => {})
}

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
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      text += decoder.decode(chunk.value, { stream: true })
    }
    signal.throwIfAborted()
    return text + decoder.decode()
  } finally {
    signal.removeEventListener('abort', cancel)
  }
}
