import type { ServerResponse } from 'node:http'

/** Milliseconds until it listens for the first time; then it takes twice as long each time, up to a minute. */
const pause = 1
const longestPause = 60_000

/**
 * Finds out whether a client that has ended its side still waits for the answer, until the function that it returns is called.
 * If it is gone, its system resets the connection when something comes, which the next writing fails for, be it of nothing.
 */
export function knock(response: ServerResponse): () => void {
  const { httpVersionMajor, httpVersionMinor, socket } = response.req
  // Who speaks HTTP/1.0 knows no interim answers (RFC 9110 §15.2): whether they are there shows when they are answered.
  if (httpVersionMajor < 1 || httpVersionMinor < 1) return () => {}
  let timer: NodeJS.Timeout | undefined
  const listen = (after: number) => {
    timer = setTimeout(() => {
      socket.write('')
      if (!socket.destroyed) listen(Math.min(after * 2, longestPause))
    }, after).unref()
  }
  response.writeContinue()
  listen(pause)
  return () => clearTimeout(timer)
}
