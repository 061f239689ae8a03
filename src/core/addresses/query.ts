/** An address whose parameters stand in an order of their own, so that it compares. */
export function inOrder({ href }: URL): string {
  const url = new URL(href)
  url.searchParams.sort()
  return url.href
}

/** An address with more parameters. What it has already stays as it is written: the service wrote it. */
export function withQuery(url: URL, query: Readonly<Record<string, string | number | boolean>>): URL {
  const names = Object.keys(query)
  const more = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  for (const name of names) if (url.searchParams.has(name)) url.searchParams.delete(name)
  if (names.length > 0) url.search += `${url.search && '&'}${more}`
  return url
}
