/** The least that copies a collection into its standard output, an event a line. Arguments: its address. The key: `EVENTS_API_KEY`. */
const headers = { 'OSDI-API-Token': process.env.EVENTS_API_KEY ?? '' }
for (let next: string | undefined = `${process.argv[2]}/api/v2/events`; next; ) {
  const page: { readonly _embedded: Record<string, object[]>; readonly _links: Record<string, { href: string }> } =
    JSON.parse(await (await fetch(next, { headers })).text())
  const lines = page._embedded['osdi:events']?.map((event) => `${JSON.stringify(event)}\n`) ?? []
  process.stdout.write(lines.join(''))
  next = page._links.next?.href
}

export {}
