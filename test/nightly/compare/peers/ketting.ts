import { bearerAuth, Client, type Resource } from 'ketting'
import { idsOfPages, type Subject } from '../kit.ts'
import { hal } from '../ours.ts'

const keyHeader = 'OSDI-API-Token'

export const subject: Subject = {
  dialect: hal,
  keyHeader,
  extraHeader: 'Authorization',
  aborts: true,
  limits: false,
  open({ origin, key, extra }) {
    const client = new Client(`${origin}/api/v2/`)
    client.use((request, next) => {
      request.headers.set(keyHeader, key)
      return next(request)
    })
    if (extra) client.use(bearerAuth(extra[1]))
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
        return idsOfPages(async () => {
          if (!page) return []
          const state = await page.get()
          page = state.links.has('next') ? await state.follow('next') : undefined
          return state.getEmbedded().map(({ uri }) => uri.slice(uri.lastIndexOf('/') + 1))
        })
      },
    }
  },
}
