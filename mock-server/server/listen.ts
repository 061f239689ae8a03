import type { Server } from 'node:http'
import { shownHost } from './hosts.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use',
  EACCES: 'this user may not listen on it',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'no such name is known',
}

/** Makes a server listen; where it cannot, the error says why, with the `code` of Node's. */
export async function listenOn(
  server: Server,
  { host, port }: { readonly host: string; readonly port: number },
): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const fail = (error: NodeJS.ErrnoException) => {
      const reason = reasons[error.code ?? ''] ?? error.message
      const failure = new Error(`Cannot listen on ${shownHost(host)}:${port}: ${reason}`, { cause: error })
      reject(Object.assign(failure, { code: error.code, syscall: error.syscall }))
    }
    server.once('error', fail)
    server.listen(port, host, () => {
      server.off('error', fail)
      resolve()
    })
  })
}
