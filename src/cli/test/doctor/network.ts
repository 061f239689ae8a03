import type { Io } from '../../run/io.ts'
import { certificateFailureOf, codeOf, connectionFailureOf } from '../../run/network-failures.ts'
import { type Finding, note, well, wrong } from './finding.ts'

/** The variable that names a proxy for the address; undefined if there is none. */
const proxyVariable = (baseUrl: string, { env }: Pick<Io, 'env'>): string | undefined =>
  (baseUrl.startsWith('http:') ? ['http_proxy', 'HTTP_PROXY'] : ['https_proxy', 'HTTPS_PROXY']).find(
    (name) => env[name],
  )

/** What a failed connection says about the network; undefined if the failure has no known code. */
export function connectionFinding(error: unknown, baseUrl: string, io: Pick<Io, 'env'>): Finding | undefined {
  const code = codeOf(error)
  const proxy = io.env.NODE_USE_ENV_PROXY === '1' ? proxyVariable(baseUrl, io) : undefined
  if (proxy !== undefined) {
    const found = `no connection through the proxy${code === undefined ? '' : ` (${code})`}`
    return wrong('answer', found, `check the proxy in ${proxy}, and --base-url`)
  }
  const known = connectionFailureOf(code)
  return known && wrong('answer', `${known.found} (${code})`, known.advice)
}

/** Whether the connection failed because of the service's certificate. */
export const isCertificateFailure = (error: unknown): boolean => certificateFailureOf(codeOf(error)) !== undefined

/** Whether the certificate of the service was checked. */
export function tlsFinding(baseUrl: string, failure: unknown, hasAnswer: boolean, { env }: Pick<Io, 'env'>): Finding {
  const what = 'TLS'
  if (baseUrl.startsWith('http:')) return note(what, 'none: the address begins with http:')
  const code = codeOf(failure)
  const refused = certificateFailureOf(code)
  if (refused) return wrong(what, `${refused.found} (${code})`, refused.advice)
  const { NODE_EXTRA_CA_CERTS: extra, NODE_TLS_REJECT_UNAUTHORIZED: reject } = env
  if (reject === '0') {
    const found = 'certificates are not checked: others on the way can read the key'
    return wrong(what, found, 'unset NODE_TLS_REJECT_UNAUTHORIZED')
  }
  const authorities = extra ? 'with the authorities of NODE_EXTRA_CA_CERTS' : 'with the authorities of Node'
  return hasAnswer ? well(what, `the certificate is good, ${authorities}`) : note(what, `not reached, ${authorities}`)
}

/** The proxy that the environment names, without its password. Node uses it only with `NODE_USE_ENV_PROXY=1`. */
export function proxyFinding(baseUrl: string, hasAnswer: boolean, { env }: Pick<Io, 'env'>): Finding {
  const what = 'proxy'
  const name = proxyVariable(baseUrl, { env })
  const proxy = name === undefined ? undefined : env[name]
  if (name === undefined || !proxy) return note(what, 'none')
  const host = URL.canParse(proxy) ? new URL(proxy).host : undefined
  if (host === undefined || host === '') {
    return wrong(what, `${name} is not an address`, `set it as ${name}=http://proxy.example.org:3128`)
  }
  if (env.NODE_USE_ENV_PROXY === '1') return well(what, `${host}, from ${name}; addresses in NO_PROXY go without`)
  const found = `${name} is set to ${host}, but Node does not use it`
  return hasAnswer ? well(what, `${found}; it is not needed`) : wrong(what, found, 'set NODE_USE_ENV_PROXY=1')
}
