import { failed } from './failures.ts'

const redirects: readonly number[] = [301, 302, 303, 307, 308]

/** Where a redirect leads a request that follows it; undefined for an answer that its caller is to see. */
export function redirectOf(response: Response, request: Request, body: ArrayBuffer): Request | undefined {
  if (!redirects.includes(response.status) || request.redirect === 'manual') return undefined
  const location = response.headers.get('location')
  if (location === null) return undefined
  if (request.redirect === 'error') throw failed(new Error('unexpected redirect'))
  const { method, headers, signal } = request
  const isPost = method === 'POST'
  // A POST becomes a GET, as with every browser, unless the status says that it must not.
  const becomesGet = response.status === 303 || (isPost && response.status <= 302)
  const url = URL.parse(location, request.url)
  if (!url) throw failed(new TypeError('Invalid URL'))
  if (!becomesGet) return new Request(url, { method, headers, signal, ...(body.byteLength > 0 && { body }) })
  const kept = [...headers].filter(([name]) => !name.startsWith('content-'))
  return new Request(url, { method: method === 'HEAD' ? method : 'GET', headers: kept, signal })
}

/** How many redirects one call follows. */
export const mostRedirects = 20
