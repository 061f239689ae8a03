/** A request as the service sees it, its body read. */
export interface Incoming {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  /** Empty where there is none. */
  readonly body: string
}

export async function read(request: Request): Promise<Incoming> {
  const { method, url, headers } = request
  return { method, url: new URL(url), headers, body: method === 'GET' || method === 'HEAD' ? '' : await request.text() }
}
