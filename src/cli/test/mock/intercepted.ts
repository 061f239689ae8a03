import type { IncomingMessage, ServerResponse } from 'node:http'
import type { MockHttpServer } from 'osdi-events/mock/standalone'
import { CliError } from '../../run/cli-error.ts'
import type { Intercepted } from '../intercept/interception.ts'
import { forward, headersOf } from '../intercept/proxy.ts'
import { checkPassHosts, hostKey, isLoopback, type Target, targetAt } from '../intercept/target.ts'
import type { MockFlags } from './flags.ts'

/**
 * The origin that leads to the mock service for the command behind `--`: that of `--base-url`, else that of the preset. Undefined if the flags do
 * not ask for it.
 *
 * @throws CliError for flags that contradict each other
 */
export async function targetOf(flags: MockFlags, hasCommand: boolean): Promise<Target | undefined> {
  const { intercept, preset, passHost = [] } = flags
  const ofPreset = preset && (await import('osdi-events/mock')).actionNetwork.baseUrl
  const address = flags.baseUrl ?? ofPreset
  const target = intercept === false || !hasCommand || address === undefined ? undefined : remoteAt(address)
  if (intercept && !hasCommand) throw new CliError(2, '--intercept: needs a command after --')
  if (intercept && !target) {
    if (address === undefined) throw new CliError(2, '--intercept: needs --preset or --base-url')
    throw new CliError(2, '--intercept: --base-url must be the address of another machine')
  }
  if (passHost.length > 0 && !target) throw new CliError(2, '--pass-host: works only where requests are intercepted')
  checkPassHosts(passHost, target?.host, 'the mock')
  return target
}

/** The origin of an address; undefined for an address of this machine, which needs no proxy, and for one that the mock service refuses. */
function remoteAt(address: string): Target | undefined {
  const target = targetAt(address)
  return target && isLoopback(target.host) ? undefined : target
}

/** The headers of both versions that carry the key (v1 §5.1, v2 §5.1). */
const keyHeaders = ['api-key', 'osdi-api-token']

/**
 * Leads requests to the mock service: with the whole address, so that links begin with it, and with the key of the mock, before anything can log the
 * key that was sent. So nothing that a program sends leaves this machine.
 */
export function leadToMock(target: Target, server: MockHttpServer, passHosts: readonly string[]): Intercepted {
  const { hostname, port } = new URL(server.url)
  const host = hostKey(hostname)
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const { url = '/' } = incoming
    const headers = headersOf(incoming, (name, value) =>
      keyHeaders.includes(name.toLowerCase()) && value.trim() !== '' ? server.keys.group : value,
    )
    forward(incoming, outgoing, { host, port, path: url.startsWith('/') ? target.origin + url : url, headers })
  }
  const refusal = `osdi-events mock leads only ${target.origin} to the mock and refuses HOST; --pass-host lets another host through`
  return { target, answer, passHosts, direct: host, refusal }
}
