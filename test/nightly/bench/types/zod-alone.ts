/** The same as `both-clients.ts` does, with zod and the platform's fetch. */
import * as z from 'zod'

const text = z.string().nullish()
const location = z.looseObject({
  venue: text,
  address_lines: z.array(z.string()).nullish(),
  locality: text,
  region: text,
})
const links = z.looseObject({ self: z.object({ href: z.string() }), next: z.object({ href: z.string() }).nullish() })
const common = { identifiers: z.array(z.string()), description: text, total_accepted: z.number().nullish() }
const eventV1 = z.looseObject({
  ...common,
  summary: z.string(),
  created_at: z.string(),
  modified_at: z.string(),
  start: text,
  end: text,
  location: location.nullish(),
  _links: links,
})
const eventV2 = z.looseObject({
  ...common,
  title: z.string(),
  created_date: z.string(),
  modified_date: z.string(),
  start_date: text,
  end_date: text,
  location: location.nullish(),
  _links: links,
  'action_network:sponsor': z.looseObject({ title: text, browser_url: text }).nullish(),
})
const pageOf = <Event extends z.ZodType>(event: Event) =>
  z.looseObject({ _links: links, _embedded: z.object({ 'osdi:events': z.array(event) }) })
const pageV1 = pageOf(eventV1)
const pageV2 = pageOf(eventV2)
const newV1 = eventV1.pick({ summary: true, start: true, description: true }).partial({ start: true })
const newV2 = eventV2.pick({ title: true, start_date: true, description: true }).partial({ start_date: true })

async function ask(path: string, init: RequestInit = {}): Promise<unknown> {
  const answer = await fetch(`https://events.example.org/api/${path}`, init)
  return answer.json()
}

export async function titles(): Promise<string[]> {
  const found: string[] = []
  for (let next = 'v1/events'; next; ) {
    const page = pageV1.parse(await ask(next))
    for (const event of page._embedded['osdi:events']) {
      found.push(event.summary, event.start ?? '', event.location?.locality ?? '')
    }
    next = page._links.next?.href ?? ''
  }
  for (let next = 'v2/events'; next; ) {
    const page = pageV2.parse(await ask(next))
    for (const event of page._embedded['osdi:events']) {
      found.push(event.title, event.start_date ?? '', event.location?.locality ?? '')
    }
    next = page._links.next?.href ?? ''
  }
  return found
}

export async function move(): Promise<string | null | undefined> {
  const post = (path: string, method: string, body: unknown) => ask(path, { method, body: JSON.stringify(body) })
  const old = eventV1.parse(await post('v1/events', 'POST', newV1.parse({ summary: 'Picnic' })))
  await post(old._links.self.href, 'PUT', newV1.partial().parse({ summary: 'Picnic, indoors' }))
  const made = eventV2.parse(await post('v2/events', 'POST', newV2.parse({ title: 'Picnic' })))
  const moved = eventV2.parse(await post(made._links.self.href, 'PUT', newV2.partial().parse({ title: 'Indoors' })))
  return moved['action_network:sponsor']?.title
}
