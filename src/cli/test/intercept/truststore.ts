import { createHash } from 'node:crypto'

/** The password that Java's own truststore has. */
export const truststorePassword = 'changeit'

/** Milliseconds since 1970 at which entries were added; nothing reads them. */
const addedAt = 0n

/**
 * Certificates (PEM) as a truststore for Java, in its format JKS, which every Java reads. The other format, PKCS12, needs an attribute of Java's own
 * for each certificate.
 */
export function truststoreOf(certificates: readonly string[]): Buffer {
  const entries = certificates.flatMap((pem, index) => {
    const der = Buffer.from(pem.replaceAll(/-----[^-]+-----|\s/g, ''), 'base64')
    // 2: a certificate that is trusted.
    return [int32(2), text(`mock-${index}`), int64(addedAt), text('X.509'), int32(der.length), der]
  })
  const store = Buffer.concat([int32(0xfeedfeed), int32(2), int32(certificates.length), ...entries])
  const password = Buffer.from(truststorePassword, 'utf16le').swap16()
  const digest = createHash('sha1').update(password).update('Mighty Aphrodite').update(store).digest()
  return Buffer.concat([store, digest])
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function int64(value: bigint): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(value)
  return bytes
}

/** ASCII text behind its length, as Java's `DataOutput.writeUTF` writes it. */
function text(value: string): Buffer {
  const bytes = Buffer.alloc(2 + value.length, value)
  bytes.writeUInt16BE(value.length)
  bytes.write(value, 2, 'latin1')
  return bytes
}
