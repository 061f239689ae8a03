import { once } from 'node:events'
import { connect } from 'node:net'

/** Opens a connection to a server. The test writes and reads its bytes. */
export async function rawClient({ port }: { readonly port: number }) {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  let received = ''
  let code: string | undefined
  const checks = new Set<() => void>()
  const check = () => {
    for (const each of checks) each()
  }
  const closed = new Promise<{ received: string; code: string | undefined }>((resolve) => {
    socket.on('close', () => {
      resolve({ received, code })
      check()
    })
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    code = error.code
  })
  socket.on('end', () => socket.end())
  socket.setEncoding('utf8').on('data', (bytes) => {
    received += bytes
    check()
  })
  await once(socket, 'connect')
  return {
    write: (bytes: string) => socket.write(bytes),
    /** Ends the writing side. The other side can still respond. */
    end: () => socket.end(),
    /** Stops reading until `resume`. */
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    received: () => received,
    /** Resolves when the received text matches a pattern. Rejects if the connection ends before. */
    until: (pattern: RegExp) =>
      new Promise<string>((resolve, reject) => {
        const look = () => {
          const fits = pattern.test(received)
          if (!fits && !socket.closed) return
          checks.delete(look)
          if (fits) resolve(received)
          else reject(new Error(`The connection ended (${code}) before ${pattern} came: ${received}`))
        }
        checks.add(look)
        look()
      }),
    /** Resolves when the connection is closed: with the received text, and the code of the error that closed the connection. */
    closed,
    [Symbol.dispose]: () => socket.destroy(),
  }
}
