import type { RequestLogEntry } from 'osdi-events/mock'

const names = ['osdi-api-token', 'api-key']

/** The header that brought a key, as the request log shows it; undefined where there was none. */
export function keyOf({ headers }: RequestLogEntry): { readonly name: string; readonly value: string } | undefined {
  const name = names.find((each) => Object.hasOwn(headers, each))
  return name === undefined ? undefined : { name, value: headers[name] ?? '' }
}
