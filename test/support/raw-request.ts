/** A request as it came over the wire. */
export interface SeenRequest {
  /** The whole request, head and body, as text. */
  readonly bytes: string
  /** The request line, such as `GET /api/v2/events HTTP/1.1`. */
  readonly line: string
  readonly method: string
  /** Path and query as sent. */
  readonly target: string
  /** Header lines in their order, as sent. */
  readonly headerLines: readonly string[]
  /** Values of every header line of this name, whatever its case. */
  header(name: string): readonly string[]
  /** The body; empty where there was none. */
  readonly body: string
  /** Address of the server it came to. */
  readonly server: string
}

const unchunk = (bytes: Buffer): Buffer | undefined => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.toString('latin1', at, end), 16)
    if (bytes.length < end + 2 + size + 2) return undefined
    if (size === 0) return Buffer.concat(parts)
    parts.push(bytes.subarray(end + 2, end + 2 + size))
    at = end + 2 + size + 2
  }
}

const bodyOf = (rest: Buffer, header: (name: string) => readonly string[]): Buffer | undefined => {
  if (header('transfer-encoding').includes('chunked')) return unchunk(rest)
  const length = Number(header('content-length')[0] ?? 0)
  return rest.length < length ? undefined : rest.subarray(0, length)
}

/** Reads one HTTP/1.1 request; undefined as long as bytes are missing. */
export const readRequest = (bytes: Buffer, server: string): SeenRequest | undefined => {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const [line = '', ...headerLines] = bytes.toString('utf8', 0, end).split('\r\n')
  const header = (name: string) =>
    headerLines
      .filter((text) => text.toLowerCase().startsWith(`${name.toLowerCase()}:`))
      .map((text) => text.slice(name.length + 1).trim())
  const body = bodyOf(bytes.subarray(end + 4), header)
  if (body === undefined) return undefined
  const [method = '', target = ''] = line.split(' ')
  return {
    bytes: bytes.toString('utf8'),
    line,
    method,
    target,
    headerLines,
    header,
    body: body.toString('utf8'),
    server,
  }
}
