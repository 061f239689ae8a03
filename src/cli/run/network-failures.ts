/** What a failed connection means. */
export interface NetworkFailure {
  readonly found: string
  readonly advice: string
}

const failure = (found: string, advice: string): NetworkFailure => ({ found, advice })

const noAnswer = failure(
  'nothing answers at this address',
  'check the network; a firewall may want a proxy: HTTPS_PROXY',
)
const noRoute = failure('there is no route to this address', 'check the network')
const noTls = failure('this port does not speak TLS', 'if it is a server of your own, begin --base-url with http://')

/** Failed connections, by the codes of Node and of OpenSSL, and by one of our own. */
const failures: Readonly<Record<string, NetworkFailure>> = {
  ENOTFOUND: failure('this name has no address in DNS', 'check the spelling of --base-url, and the network'),
  EAI_AGAIN: failure('DNS does not answer', 'check the network'),
  ECONNREFUSED: failure('no server listens at this address and port', 'check --base-url, and that the service runs'),
  ECONNRESET: failure('the other side closed the connection', 'check --base-url; a proxy or firewall can do this too'),
  EHOSTUNREACH: noRoute,
  ENETUNREACH: noRoute,
  ETIMEDOUT: noAnswer,
  UND_ERR_CONNECT_TIMEOUT: noAnswer,
  BLOCKED_PORT: failure('fetch refuses this port', 'choose another port for the service, and name it in --base-url'),
  ERR_SSL_WRONG_VERSION_NUMBER: noTls,
  ERR_SSL_PACKET_LENGTH_TOO_LONG: noTls,
}

const refused = (why: string, advice: string) => failure(`the certificate is refused: it is ${why}`, advice)

const otherAuthority = refused(
  'signed by an authority that Node does not know',
  'if your network has its own authority, set NODE_EXTRA_CA_CERTS to its certificate file',
)
const clock = 'check the clock of this machine; if it is right, tell the service'

/** Refused certificates, by the codes of Node and of OpenSSL. */
const certificateFailures: Readonly<Record<string, NetworkFailure>> = {
  SELF_SIGNED_CERT_IN_CHAIN: otherAuthority,
  DEPTH_ZERO_SELF_SIGNED_CERT: refused('signed by itself', otherAuthority.advice),
  UNABLE_TO_GET_ISSUER_CERT: otherAuthority,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: otherAuthority,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: otherAuthority,
  CERT_HAS_EXPIRED: refused('expired', clock),
  CERT_NOT_YET_VALID: refused('not valid yet', clock),
  ERR_TLS_CERT_ALTNAME_INVALID: refused('for another name', 'check the name in --base-url'),
}

/** Node's message for a port that `fetch` refuses. This error has no code. */
const blockedPort = 'bad port'

/** The first code that an error or one of its causes has. */
export function codeOf(error: unknown): string | undefined {
  for (let each = error, depth = 0; each instanceof Error && depth < 8; each = each.cause, depth += 1) {
    if ('code' in each && typeof each.code === 'string' && /^[A-Z]/.test(each.code)) return each.code
    if (each.message === blockedPort) return 'BLOCKED_PORT'
    // Node tries several addresses of a name, and throws their errors together.
    if (each instanceof AggregateError) return codeOf(each.errors[0])
  }
  return undefined
}

const known = (table: typeof failures) => (code: string | undefined) =>
  code !== undefined && Object.hasOwn(table, code) ? table[code] : undefined

/** What a failed connection means; undefined for another code. */
export const connectionFailureOf = known(failures)

/** What a refused certificate means; undefined for another code. */
export const certificateFailureOf = known(certificateFailures)
