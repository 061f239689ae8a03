import type { Socket } from 'node:net'
import { laterIfRunning } from '../time.ts'

/** Milliseconds until it listens for the first time; then it takes twice as long each time, up to a minute. */
const pause = 1
const longestPause = 60_000

/**
 * Finds out whether a client that has ended its side is still there, until the function that it returns is called. What is
 * written first means nothing: if the client is gone, its system resets the connection for it, which the next writing fails for,
 * be it of nothing.
 */
export function knock(socket: Socket, write: () => void): () => void {
  let stop = () => {}
  const listen = (after: number) => {
    stop = laterIfRunning(after, () => {
      socket.write('')
      if (!socket.destroyed) listen(Math.min(after * 2, longestPause))
    })
  }
  write()
  listen(pause)
  return () => stop()
}
