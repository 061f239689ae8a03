import type { Io } from '../io.ts'
import { type Finding, note, well, wrong } from './finding.ts'

/** What a failed connection means, by the codes of Node and of OpenSSL. */
const failures: Readonly<Record<string, readonly [found: string, advice: string]>> = {
  ENOTFOUND: ['this name has no address in DNS', 'check the spelling of --base-url, and the network'],
  EAI_AGAIN: ['DNS does not answer', 'check the network'],
  ECONNREFUSED: ['no server listens at this address and port', 'check --base-url, and that the service runs'],
  ECONNRESET: ['the other side closed the connection', 'check --base-url; a proxy or firewall can do this too'],
  EHOSTUNREACH: ['there is no route to this address', 'check the network'],
  ENETUNREACH: ['there is no route to this address', 'check the network'],
  ETIMEDOUT: ['nothing answers at this address', 'check the network; a firewall may want a proxy: HTTPS_PROXY'],
  UND_ERR_CONNECT_TIMEOUT: [
    'nothing answers at this address',
    'check the network; a firewall may want a proxy: HTTPS_PROXY',
  ],
}

const ownAuthority = 'if your network has its own authority, set NODE_EXTRA_CA_CERTS to its certificate file'

/** What a refused certificate means, by the codes of Node and of OpenSSL. */
const certificateFailures: typeof failures = {
  SELF_SIGNED_CERT_IN_CHAIN: ['signed by an authority that Node does not know', ownAuthority],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['signed by itself', ownAuthority],
  UNABLE_TO_GET_ISSUER_CERT: ['signed by an authority that Node does not know', ownAuthority],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['signed by an authority that Node does not know', ownAuthority],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['signed by an authority that Node does not know', ownAuthority],
  CERT_HAS_EXPIRED: ['expired', 'check the clock of this machine; if it is right, tell the service'],
  CERT_NOT_YET_VALID: ['not valid yet', 'check the clock of this machine; if it is right, tell the service'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['for another name', 'check the name in --base-url'],
}

/** The first code that an error or one of its causes has. */
function codeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string') return each.code
    // Node tries several addresses of a name, and throws their errors together.
    if (each instanceof AggregateError) return codeOf(each.errors[0])
  }
  return undefined
}

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
  const known = code !== undefined && Object.hasOwn(failures, code) ? failures[code] : undefined
  return known && wrong('answer', `${known[0]} (${code})`, known[1])
}

/** Whether the connection failed because of the service's certificate. */
export const isCertificateFailure = (error: unknown): boolean => Object.hasOwn(certificateFailures, codeOf(error) ?? '')

/** Whether the certificate of the service was checked. */
export function tlsFinding(baseUrl: string, failure: unknown, hasAnswer: boolean, { env }: Pick<Io, 'env'>): Finding {
  const what = 'TLS'
  if (baseUrl.startsWith('http:')) return well(what, 'none: the address begins with http:')
  const code = codeOf(failure)
  const refused = code !== undefined && Object.hasOwn(certificateFailures, code) ? certificateFailures[code] : undefined
  if (refused) return wrong(what, `the certificate is refused: it is ${refused[0]} (${code})`, refused[1])
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
  if (name === undefined || !proxy) return well(what, 'none')
  const host = URL.canParse(proxy) ? new URL(proxy).host : undefined
  if (host === undefined || host === '') {
    return wrong(what, `${name} is not an address`, `set it as ${name}=http://proxy.example.org:3128`)
  }
  if (env.NODE_USE_ENV_PROXY === '1') return well(what, `${host}, from ${name}; addresses in NO_PROXY go without`)
  const found = `${name} is set to ${host}, but Node does not use it`
  return hasAnswer ? well(what, `${found}; it is not needed`) : wrong(what, found, 'set NODE_USE_ENV_PROXY=1')
}
