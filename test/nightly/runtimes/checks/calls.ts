import type { AnyClient, VersionUnderTest } from './clients.ts'

/** One call of each method, on the event `e1` where one is needed. */
export const callsOf = (client: AnyClient, { least, version }: VersionUnderTest, baseUrl: string) => ({
  GET: () => client.get('e1'),
  POST: () => client.create(least),
  PUT: () => client.update('e1', { description: 'Indoors' }),
  DELETE: () => client.delete('e1'),
  list: () => client.list().toArray({ max: 9 }),
  follow: () => client.follow(`${baseUrl}/api/${version}/events/e1`),
})

/** The requests of one method that a script saw. */
export const of = (method: string, requests: readonly { readonly method: string }[]): number =>
  requests.filter((request) => request.method === method).length
