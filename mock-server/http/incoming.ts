/** A request as the service sees it, its body read. */
export interface Incoming {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** Empty where there is none; what is no UTF-8 in it is replaced by U+FFFD. */
  readonly body: string
  /** Whether the body is UTF-8 throughout. */
  readonly isUtf8: boolean
}

export async function read(request: Request): Promise<Incoming> {
  const { method, headers } = request
  const url = new URL(request.url)
  // It is for the client alone, and never sent.
  url.hash = ''
  if (method === 'GET' || method === 'HEAD') return { method, url, headers, body: '', isUtf8: true }
  const bytes = await request.arrayBuffer()
  return { method, url, headers, body: new TextDecoder().decode(bytes), isUtf8: isUtf8(bytes) }
}

function isUtf8(bytes: ArrayBuffer): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
