import type { IncomingMessage } from 'node:http'

/** Calls back with the bytes of a body, or with undefined where there are more than may be; never where the client goes away. */
export function readBytes(message: IncomingMessage, most: number, done: (bytes: Buffer | undefined) => void): void {
  // The rest is taken in and dropped: a connection that is cut while the client still writes would cost it the answer.
  const giveUp = () => {
    message.resume()
    done(undefined)
  }
  // A client that goes away half-way needs no answer.
  message.on('error', () => {})
  if (Number(message.headers['content-length'] ?? 0) > most) {
    giveUp()
    return
  }
  const chunks: Buffer[] = []
  let size = 0
  const take = (chunk: Buffer) => {
    chunks.push(chunk)
    size += chunk.length
    if (size <= most) return
    message.off('data', take)
    message.off('end', end)
    giveUp()
  }
  const end = () => {
    const [only] = chunks
    done(only && chunks.length === 1 ? only : Buffer.concat(chunks))
  }
  message.on('data', take)
  message.on('end', end)
}
