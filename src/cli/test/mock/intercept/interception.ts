import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import type { Io } from '../../../run/io.ts'
import { note } from '../../../terminal/messages.ts'
import { environmentFor } from './environment.ts'
import { InterceptingProxy } from './proxy.ts'
import { hostKey, type Target } from './target.ts'

/** A running interception. Disposal ends it, and removes its files. */
export interface Interception extends AsyncDisposable {
  /** The variables for the command. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly proxy: Pick<InterceptingProxy, 'arrived' | 'connected'>
}

/** Leads an origin to the mock service, for a command with the variables of the result. */
export async function intercept(
  target: Target,
  server: MockHttpServer,
  passHosts: readonly string[],
  io: Io,
): Promise<Interception> {
  await using starting = new AsyncDisposableStack()
  const refused = new Set<string>()
  const hosts = passHosts.map(hostKey)
  const refusal = `osdi-events mock leads only ${target.origin} to the mock and refuses HOST; --pass-host lets another host through`
  // Loaded here, because an address without TLS needs none.
  const certificates = target.isSecure
    ? await import('./certificates.ts').then(({ certificatesFor }) => certificatesFor(target.host))
    : undefined
  const proxy = starting.use(
    await InterceptingProxy.start({
      ...{ target, certificates, passHosts: hosts, refusal },
      mock: server.url,
      key: () => server.keys.group,
      onRefused: (host) => {
        if (!refused.has(host)) note(io, refusal.replaceAll('HOST', host))
        refused.add(host)
      },
    }),
  )
  const folder = await mkdtemp(join(tmpdir(), 'osdi-events-mock-'))
  // Removes the folder even if a second signal ends this process at once.
  const removeNow = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeNow)
  starting.defer(async () => {
    process.removeListener('exit', removeNow)
    await rm(folder, { recursive: true, force: true })
  })
  const mockHost = hostKey(new URL(server.url).hostname)
  const led = {
    ...{ host: target.host, port: target.port, to: proxy.targetPort, refusal, proxyPort: proxy.port },
    passHosts: hosts,
    direct: mockHost,
    authority: certificates?.authority,
  }
  const env = await environmentFor(led, folder, io.env)
  const stack = starting.move()
  return { env, proxy, [Symbol.asyncDispose]: () => stack.disposeAsync() }
}
