import { idsOfPages, type Subject } from '../kit.ts'
import { hal } from '../ours.ts'

const keyHeader = 'OSDI-API-Token'

interface Page {
  readonly _links: { readonly next?: { readonly href: string } }
  readonly _embedded?: { readonly 'osdi:events'?: readonly { readonly identifiers: readonly string[] }[] }
}

/** What people write by hand: a function around `fetch`, and a loop over `next`. */
export const subject: Subject = {
  dialect: hal,
  keyHeader,
  extraHeader: 'X-Extra-Secret',
  aborts: true,
  limits: false,
  open({ origin, key, extra }) {
    async function send(url: string, init: RequestInit = {}) {
      const headers = { [keyHeader]: key, 'Content-Type': 'application/json', ...(extra && { [extra[0]]: extra[1] }) }
      const response = await fetch(url, { ...init, headers })
      if (!response.ok) throw new Error(`${response.status}: ${await response.text()}`)
      return response.json()
    }
    const list = `${origin}/api/v2/events`
    return {
      client: undefined,
      get: (signal) => send(`${list}/1`, { signal: signal ?? null }),
      create: () =>
        send(list, { method: 'POST', body: JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' }) }),
      ids() {
        let next: string | undefined = list
        return idsOfPages(async () => {
          if (!next) return []
          const page: Page = await send(next)
          next = page._links.next?.href
          return (page._embedded?.['osdi:events'] ?? []).map(({ identifiers }) => identifiers[0]?.split(':')[1] ?? '')
        })
      },
    }
  },
}
