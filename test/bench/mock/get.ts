import { start } from '../support/child.ts'
import { type Round, rates } from '../support/compare.ts'
import type { Pace } from '../support/pace.ts'
import { versionOf } from '../support/peers.ts'
import { count, type Row } from '../support/table.ts'
import { inTurns, type Side } from '../support/turns.ts'
import { askedAt, textsOf } from './asked.ts'
import { peers } from './peers.ts'
import { ceiling, folder, loading, served } from './socket.ts'
import { startPeer } from './start-peer.ts'

/** GET of pages drawn out of 400 over a socket, against node:http and the peers, which all send one page of that size. */
export async function get(pace: Pace): Promise<readonly Row[]> {
  await using running = new AsyncDisposableStack()
  const service = running.use(await start('servers/service.ts', ['10000']))
  const { key, pages, url } = served(service)
  const address = `${url}/api/v2/events`
  const page = middling(await textsOf({ pages, get: askedAt(address, key) }))
  const node = running.use(await ceiling(page, ''))
  const all = Array.from({ length: pages }, (_, page) => `?page=${page + 1}`)
  const args = [key, running.use(folder()).write('pages', all)]
  const side = (url: string, pid: number) => loading({ script: 'get', url, args }, pid, pace.seconds)

  const sides: Record<string, Side<Round>> = {
    ours: side(address, service.pid),
    node: side(served(node).url, node.pid),
  }
  for (const peer of peers.filter((peer) => versionOf(peer.package))) {
    const serving = running.use(await startPeer(peer, page))
    sides[peer.name] = side(serving.url, serving.pid)
  }
  await inTurns(sides, 1)
  const { ours = [], node: most = [], ...others } = await inTurns(sides, pace.rounds)
  return [
    rates(`GET of pages of ${count(Buffer.byteLength(page))} bytes over a socket, against node:http`, ours, most, 0.5),
    ...peers.map(({ name }) => {
      const theirs = others[name]
      const what = `the same, against ${name}`
      return theirs ? rates(what, ours, theirs, 8) : { what, ours: '', theirs: 'not measured', target: '≥ 8' }
    }),
  ]
}

/** The text of middling length in bytes. */
function middling(texts: readonly string[]): string {
  return texts.toSorted((a, b) => Buffer.byteLength(a) - Buffer.byteLength(b))[texts.length >> 1] ?? ''
}
