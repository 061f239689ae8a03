import { bearerAuth, Client, type Resource } from 'ketting'
import type { Subject } from '../kit.ts'
import { hal } from '../ours.ts'

const keyHeader = 'OSDI-API-Token'

export const subject: Subject = {
  name: 'ketting',
  package: 'ketting',
  dialect: hal,
  keyHeader,
  extraHeader: 'Authorization',
  binds: 'option',
  aborts: true,
  limits: false,
  open({ origin, key, extra, bound }) {
    const client = new Client(`${origin}/api/v2/`)
    const where = bound ? origin : '*'
    client.use((request, next) => {
      request.headers.set(keyHeader, key)
      return next(request)
    }, where)
    if (extra) client.use(bearerAuth(extra[1]), where)
    const events = client.go('events')
    return {
      client,
      get: async (signal) => {
        const one = client.go('events/1')
        // Its calls that make states of answers take no signal; the plain one does.
        return signal ? (await one.fetchOrThrow({ signal })).json() : (await one.get()).data
      },
      create: () => events.post({ data: { title: 'Picnic', origin_system: 'Calendar' } }),
      ids() {
        let page: Resource | undefined = events
        const waiting: string[] = []
        return {
          async next() {
            if (waiting.length === 0 && page) {
              const state = await page.get()
              page = state.links.has('next') ? await state.follow('next') : undefined
              waiting.push(...state.getEmbedded().map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1)))
            }
            const value = waiting.shift()
            return value === undefined ? { done: true, value } : { done: false, value }
          },
        }
      },
    }
  },
}
