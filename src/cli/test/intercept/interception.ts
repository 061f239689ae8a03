import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Io } from '../../run/io.ts'
import { note } from '../../terminal/messages.ts'
import { environmentFor } from './environment.ts'
import { type Answer, InterceptingProxy } from './proxy.ts'
import { hostKey, type Target } from './target.ts'

/** A running interception. Disposal ends it, and removes its files. */
export interface Interception extends AsyncDisposable {
  /** The variables for the command. */
  readonly env: Readonly<Record<string, string | undefined>>
  readonly proxy: Pick<InterceptingProxy, 'arrived' | 'connected'>
}

/** What happens to the requests of a command. */
export interface Intercepted {
  /** The intercepted origin. */
  readonly target: Target
  /** Answers in its place. */
  readonly answer: Answer
  /** Other hosts that the command may reach, as `--pass-host` names them. */
  readonly passHosts: readonly string[]
  /** A host that the command reaches without the proxy. */
  readonly direct?: string
  /** What a client of a refused host reads; `HOST` stands for the host. */
  readonly refusal: string
}

/** Answers in place of an origin, for a command with the variables of the result. */
export async function intercept(
  { target, answer, passHosts, direct, refusal }: Intercepted,
  io: Io,
): Promise<Interception> {
  const refused = new Set<string>()
  const hosts = passHosts.map(hostKey)
  // Loaded here, because an address without TLS needs none.
  const certificates = target.isSecure
    ? await import('./certificates.ts').then(({ certificatesFor }) => certificatesFor(target.host))
    : undefined
  const folder = await mkdtemp(join(tmpdir(), 'osdi-events-mock-'))
  // Removes the folder even if a second signal ends this process at once.
  const removeNow = () => rmSync(folder, { recursive: true, force: true })
  process.once('exit', removeNow)
  let started: InterceptingProxy | undefined
  const end = async () => {
    process.removeListener('exit', removeNow)
    await rm(folder, { recursive: true, force: true })
    await started?.[Symbol.asyncDispose]()
  }
  try {
    const proxy = await InterceptingProxy.start({
      ...{ target, certificates, answer, refusal },
      passHosts: direct === undefined ? hosts : [...hosts, direct],
      onRefused: (host) => {
        if (!refused.has(host)) note(io, refusal.replaceAll('HOST', host))
        refused.add(host)
      },
    })
    started = proxy
    const led = {
      ...{ host: target.host, port: target.port, to: proxy.targetPort, refusal, proxyPort: proxy.port },
      passHosts: hosts,
      direct,
      authority: certificates?.authority,
    }
    return { env: await environmentFor(led, folder, io.env), proxy, [Symbol.asyncDispose]: end }
  } catch (error) {
    await end()
    throw error
  }
}
