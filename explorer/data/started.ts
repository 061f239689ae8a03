import { control } from './control.ts'

/** Milliseconds that a request may take to arrive which was broken off after it had left. */
const onTheWay = 500

/** A place in the service's news. */
export async function whereNow(signal: AbortSignal): Promise<string | undefined> {
  for await (const { id } of control.stream({ signal })) return id
  return undefined
}

/** Whether the service has begun anew since, as it does from another state. What was sent to it a moment ago is waited for. */
export async function startedSince(place: string): Promise<boolean> {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  try {
    for await (const { kind } of control.stream({ after: place, signal: stop.signal })) {
      if (kind === 'start') return true
      // Not before: a service that is reading a long document answers nothing meanwhile.
      timer ??= setTimeout(() => stop.abort(), onTheWay)
    }
  } catch (error) {
    if (!stop.signal.aborted) throw error
  } finally {
    clearTimeout(timer)
  }
  return false
}
