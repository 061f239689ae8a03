import type { RequestLogEntry } from 'osdi-events/mock'

/** A request as a program that uses this package; undefined where the client would not send it. */
export function clientCodeOf(request: RequestLogEntry): string | undefined {
  const { version, url, path } = request
  const call = callOf(request)
  if (version === undefined || call === undefined) return undefined
  const name = version === 'v1' ? 'EventsV1' : 'EventsV2'
  const [withoutQuery = ''] = url.split('?', 1)
  const base = withoutQuery.slice(0, withoutQuery.length - path.length)
  return [
    `import { ${name} } from 'osdi-events'`,
    '',
    `const events = new ${name}({`,
    `  baseUrl: ${literal(base)},`,
    "  apiKey: process.env.EVENTS_API_KEY ?? '',",
    '})',
    `console.log(await ${call})`,
    '',
  ].join('\n')
}

function callOf({ method, operation, url, path, query, body }: RequestLogEntry): string | undefined {
  const id = literal(decoded(path.split('/')[4] ?? ''))
  const isObject = typeof body === 'object' && body !== null
  const { page = '1', ...others } = query
  if (operation === 'events.list' && Object.keys(others).length === 0 && /^[1-9]\d{0,8}$/.test(page))
    return `events.page(${page})`
  if (operation === 'events.get') return `events.get(${id})`
  if (operation === 'events.create') return isObject ? `events.create(${literal(body)})` : undefined
  if (operation === 'events.update') return isObject ? `events.update(${id}, ${literal(body)})` : undefined
  if (method === 'DELETE') return `events.delete(${id})`
  return method === 'GET' ? `events.follow(${literal(url)})` : undefined
}

/** A value out of JSON as code has it; line separators are what JSON leaves in and older code does not take. */
const literal = (value: unknown): string =>
  JSON.stringify(value, null, 2).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
