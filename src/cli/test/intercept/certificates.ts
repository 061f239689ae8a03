import { generateKeyPair } from 'node:crypto'
import { isIP } from 'node:net'
import { promisify } from 'node:util'
import asn1 from 'node-forge/lib/asn1.js'
import sha256 from 'node-forge/lib/sha256.js'
import util from 'node-forge/lib/util.js'
import pki from 'node-forge/lib/x509.js'

/** What a TLS server needs to be taken for a host, and what its clients must trust. All as PEM. */
export interface Certificates {
  /** Certificate of the authority that signed `cert`. */
  readonly authority: string
  /** Private key of the host. It never leaves the memory of this process. */
  readonly key: string
  /** Certificate of the host. */
  readonly cert: string
}

const newKeyPair = async () => {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const parsed = (der: Buffer) => asn1.fromDer(der.toString('latin1'))
  return {
    pem: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    publicKey: pki.publicKeyFromAsn1(parsed(publicKey.export({ type: 'spki', format: 'der' }))),
    sign: pki.privateKeyFromAsn1(parsed(privateKey.export({ type: 'pkcs8', format: 'der' }))),
  }
}
type KeyPair = Awaited<ReturnType<typeof newKeyPair>>

const issuer = 'osdi-events, for one run'
const dayMs = 24 * 60 * 60 * 1000

/**
 * Makes a certificate for one host. The authority that signs it may sign for this host alone, and its private key is lost when this function
 * returns.
 */
export async function certificatesFor(host: string): Promise<Certificates> {
  const [authority, leaf] = await Promise.all([newKeyPair(), newKeyPair()])
  const make = (subject: string, { publicKey }: KeyPair, extensions: readonly object[], serial: string) => {
    const certificate = pki.createCertificate()
    certificate.publicKey = publicKey
    certificate.serialNumber = serial
    // Clocks of containers may differ.
    certificate.validity.notBefore = new Date(Date.now() - dayMs)
    certificate.validity.notAfter = new Date(Date.now() + 7 * dayMs)
    certificate.setSubject([{ name: 'commonName', value: subject }])
    certificate.setIssuer([{ name: 'commonName', value: issuer }])
    certificate.setExtensions([...extensions])
    certificate.sign(authority.sign, sha256.create())
    return pki.certificateToPem(certificate).replaceAll('\r', '')
  }
  return {
    key: leaf.pem,
    authority: make(
      issuer,
      authority,
      [
        { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
        { name: 'keyUsage', keyCertSign: true, critical: true },
        { id: '2.5.29.30', critical: true, value: nameConstraints(host) },
        { name: 'subjectKeyIdentifier' },
      ],
      '01',
    ),
    cert: make(
      // A common name has at most 64 characters. Clients read the alternative name.
      host.slice(0, 64),
      leaf,
      [
        { name: 'basicConstraints', cA: false },
        { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        { name: 'subjectAltName', altNames: [isIP(host) ? { type: 7, ip: host } : { type: 2, value: host }] },
        { name: 'subjectKeyIdentifier' },
        {
          name: 'authorityKeyIdentifier',
          keyIdentifier: pki.getPublicKeyFingerprint(authority.publicKey).getBytes(),
        },
      ],
      '02',
    ),
  }
}

/** Numbers of the kinds of names in a certificate (RFC 5280 §4.2.1.6). */
const dnsName = 2
const ipAddress = 7

/** Permits one host. For a name, forbids all addresses too, because a permitted name alone does not forbid them (RFC 5280 §4.2.1.10). */
function nameConstraints(host: string) {
  const { Class, Type } = asn1
  const subtree = (kind: number, value: string) =>
    asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, [asn1.create(Class.CONTEXT_SPECIFIC, kind, false, value)])
  const subtrees = (tag: number, list: readonly ReturnType<typeof subtree>[]) =>
    asn1.create(Class.CONTEXT_SPECIFIC, tag, true, [...list])
  const bytes = isIP(host) ? (util.bytesFromIP(host) ?? '') : ''
  const [permitted, excluded] = isIP(host)
    ? [subtree(ipAddress, bytes + '\u00ff'.repeat(bytes.length)), []]
    : [subtree(dnsName, host), [8, 32].map((length) => subtree(ipAddress, '\0'.repeat(length)))]
  const parts = [subtrees(0, [permitted]), ...(excluded.length === 0 ? [] : [subtrees(1, excluded)])]
  return asn1.create(Class.UNIVERSAL, Type.SEQUENCE, true, parts)
}
