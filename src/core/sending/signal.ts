/** Runs `work` under two signals at once, and leaves no listener on either. */
export async function combine<T>(
  one: AbortSignal | undefined,
  other: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  if (!one) return work(other)
  const both = new AbortController()
  const listeners = [one, other].map((signal) => {
    const onAbort = () => both.abort(signal.reason)
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
    return () => signal.removeEventListener('abort', onAbort)
  })
  try {
    return await work(both.signal)
  } finally {
    for (const remove of listeners) remove()
  }
}

/** Whether a call was ended by its caller, and with this: any value will do for a reason, an error of this package too. */
export const isReasonOf = (signal: AbortSignal | undefined, thrown: unknown): boolean =>
  signal?.aborted === true && signal.reason === thrown
