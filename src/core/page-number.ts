/** The `page` parameter of an address, at its place in the text. */
const parameter = /(?<=[?&]page=)[1-9]\d{0,14}(?=&|$)/g

/** The number of the page that an address asks for; undefined where it does not say so once and plainly. */
export function pageNumberOf({ search }: URL): number | undefined {
  const [number, ...others] = search.match(parameter) ?? []
  return number === undefined || others.length > 0 ? undefined : Number(number)
}

/** The same address with another page number; all else stays as the service wrote it. */
export function withPageNumber({ href, search }: URL, number: number): URL {
  const url = new URL(href)
  url.search = search.replace(parameter, String(number))
  return url
}
