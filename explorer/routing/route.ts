/** Where the page is: what stands behind `#/` in its address. */
export interface Route {
  /** Decoded segments; the first names the view. */
  readonly path: readonly string[]
  readonly query: URLSearchParams
}

export function routeOf(hash: string): Route {
  const [, path = '', query = ''] = /^#\/?([^?]*)(?:\?(.*))?$/s.exec(hash) ?? []
  return { path: path.split('/').filter(Boolean).map(decoded), query: new URLSearchParams(query) }
}

/** The address of a place in the explorer, for links. Search parameters without a value are left out. */
export function hrefOf(path: readonly string[], query: Readonly<Record<string, string | undefined>> = {}): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => Boolean(entry[1]))
  const search = new URLSearchParams(given).toString()
  return `#/${path.map(encodeURIComponent).join('/')}${search && `?${search}`}`
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
