import { Client, type Resource } from 'ketting'
import type { Walk } from '../walk/collection.ts'

/** ketting, which checks nothing, and keeps every event that it has seen. */
export const walk: Walk = async ({ url, key }) => {
  const client = new Client(`${url}/api/v2/`)
  client.use((request, next) => {
    request.headers.set('OSDI-API-Token', key)
    return next(request)
  })
  let events = 0
  for (let page: Resource | undefined = client.go('events'); page; ) {
    const state = await page.get()
    for (const event of state.getEmbedded()) if (event.data.title) events += 1
    page = state.links.has('next') ? await state.follow('next') : undefined
  }
  return events
}
