import type { ServerResponse } from 'node:http'

/** Milliseconds until the second time; then it takes twice as long each time. */
const pause = 100

/**
 * Finds out whether a client that has ended its side still waits for the answer: if it is gone, its system resets the
 * connection at the next byte, which is heard of at the one after. Until the function that it returns is called.
 */
export function knock(response: ServerResponse): () => void {
  const { httpVersionMajor, httpVersionMinor } = response.req
  // Who speaks HTTP/1.0 knows no interim answers (RFC 9110 §15.2): whether they are there shows when they are answered.
  if (httpVersionMajor < 1 || httpVersionMinor < 1) return () => {}
  let timer: NodeJS.Timeout | undefined
  const again = (after: number) => {
    response.writeContinue()
    timer = setTimeout(() => again(after * 2), after).unref()
  }
  again(pause)
  return () => clearTimeout(timer)
}
