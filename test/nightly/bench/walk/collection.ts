import { type Child, start } from '../support/child.ts'

/** A collection that is served in a process of its own, until it is disposed of. */
export interface Served extends AsyncDisposable {
  readonly url: string
  readonly key: string
  readonly pages: number
}

/** Goes through a whole collection, one event after the other; how many there were. */
export type Walk = (from: Pick<Served, 'url' | 'key'>) => Promise<number>

/** Serves so many events, each answer after so many milliseconds. */
export async function serving(events: number, latency = 0): Promise<Served> {
  return served(await start('servers/pages.ts', [events, latency].map(String)))
}

function served(child: Child): Served {
  const { url, key, pages } = child.ready as Served
  return { url, key, pages, [Symbol.asyncDispose]: () => child[Symbol.asyncDispose]() }
}
