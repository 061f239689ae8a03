import osdi from 'osdi-client'
import type { Subject } from '../kit.ts'
import { hal } from '../ours.ts'

// Its client is made of an entry point's JSON, and what it answers with are superagent's requests, to which headers are added one by one.
const keyHeader = 'OSDI-API-Token'

export const subject: Subject = {
  name: 'osdi-client',
  package: 'osdi-client',
  dialect: hal,
  keyHeader,
  extraHeader: 'Authorization',
  binds: 'no',
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
        let ask: (() => Request) | undefined
        let begun = false
        const waiting: string[] = []
        return {
          async next() {
            const client = await made
            if (!begun) ask = () => client.getEvents()
            begun = true
            if (waiting.length === 0 && ask) {
              const page = client.parse(await prepared(ask()))
              ask = page.nextPage
              waiting.push(...(page.events ?? []).map(({ data }) => data.identifiers[0]?.split(':')[1] ?? ''))
            }
            const value = waiting.shift()
            return value === undefined ? { done: true, value } : { done: false, value }
          },
        }
      },
    }
  },
}
