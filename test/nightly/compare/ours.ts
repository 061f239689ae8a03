import { EventsV2, idOf } from 'osdi-events'
import { hal } from './hal.ts'
import type { Subject } from './subject.ts'

export const subject: Subject = {
  name: 'osdi-events',
  package: 'osdi-events',
  dialect: hal,
  keyHeader: 'OSDI-API-Token',
  extraHeader: 'X-Extra-Secret',
  binds: 'always',
  aborts: true,
  limits: true,
  open({ origin, key, extra, timeout }) {
    const client = new EventsV2({
      baseUrl: origin,
      apiKey: key,
      ...(extra && { headers: [[...extra]] }),
      ...(timeout !== undefined && { timeout }),
    })
    const list = client.list()[Symbol.asyncIterator]()
    return {
      client,
      get: (signal) => client.get('1', { signal }),
      create: () => client.create({ title: 'Picnic', origin_system: 'Calendar' }),
      ids: () => ({
        next: async () => {
          const { done, value } = await list.next()
          return done ? { done, value } : { done: false, value: idOf(value) }
        },
      }),
    }
  },
}
