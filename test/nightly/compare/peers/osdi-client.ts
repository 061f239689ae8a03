import osdi from 'osdi-client'
import { idsOfPages, type Subject } from '../kit.ts'
import { hal } from '../ours.ts'

// Its client is made of an entry point's JSON, and what it answers with are superagent's requests, to which headers are added one by one.
const keyHeader = 'OSDI-API-Token'

export const subject: Subject = {
  dialect: hal,
  keyHeader,
  extraHeader: 'Authorization',
  aborts: false,
  limits: true,
  open({ origin, key, extra, timeout }) {
    const made = osdi.client({ _links: { 'osdi:events': { href: `${origin}/api/v2/events` } } })
    type Request = ReturnType<Awaited<typeof made>['getEvents']>
    const prepared = (request: Request) => {
      request.set(keyHeader, key)
      if (extra) request.set(...extra)
      if (timeout !== undefined) request.timeout(timeout)
      return request
    }
    return {
      client: undefined,
      get: async () => {
        const client = await made
        return client.parse(await prepared(client.getEvents()))
      },
      create: async () => {
        const { resources } = await made
        return prepared(new resources.Event({ title: 'Picnic', origin_system: 'Calendar' }).save())
      },
      ids() {
        let ask: (() => Request) | 'first' | undefined = 'first'
        return idsOfPages(async () => {
          const client = await made
          if (!ask) return []
          const page = client.parse(await prepared(ask === 'first' ? client.getEvents() : ask()))
          ask = page.nextPage
          return (page.events ?? []).map(({ data }) => data.identifiers[0]?.split(':')[1] ?? '')
        })
      },
    }
  },
}
