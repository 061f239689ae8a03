import { count, inTurns, type Pace, type Round, type Row, rates, type Side } from '../support/measure.ts'
import { versionOf } from '../support/peers.ts'
import { start } from '../support/programs.ts'
import { peers, startPeer } from './peers.ts'
import { askedAt, ceiling, folder, loading, served, textsOf } from './service.ts'

/** Events whose pages are far more than the service keeps. */
const large = 100_000

/**
 * GET of pages over a socket, against node:http and the peers, which all send one page of that size. Drawn out of 400, all of which the
 * service keeps as it wrote them; and out of all pages of a large service, nearly each of which it writes anew.
 */
export async function get(pace: Pace): Promise<readonly Row[]> {
  await using running = new AsyncDisposableStack()
  const service = running.use(await start('servers/service.ts', ['10000']))
  const { key, pages, url } = served(service)
  const address = `${url}/api/v2/events`
  const page = middling(await textsOf({ pages, get: askedAt(address, key) }))
  const node = running.use(await ceiling(page, ''))
  const files = running.use(folder())
  const args = [key, files.write('pages', behind(pages))]
  const side = (url: string, pid: number) => loading({ script: 'get', url, args }, pid, pace.seconds)

  const many = running.use(await start('servers/service.ts', [String(large)]))
  const manyPages = served(many).pages
  const any = {
    script: 'get',
    url: `${served(many).url}/api/v2/events`,
    args: [served(many).key, files.write('all pages', behind(manyPages))],
  } as const

  const sides: Record<string, Side<Round>> = {
    ours: side(address, service.pid),
    any: loading(any, many.pid, pace.seconds),
    node: side(served(node).url, node.pid),
  }
  for (const peer of peers.filter((peer) => versionOf(peer.package))) {
    const serving = running.use(await startPeer(peer, page))
    sides[peer.name] = side(serving.url, serving.pid)
  }
  await inTurns(sides, 1)
  const { ours = [], any: drawn = [], node: most = [], ...others } = await inTurns(sides, pace.rounds)
  const bytes = count(Buffer.byteLength(page))
  return [
    rates(
      `GET of ${pages} pages of ${bytes} bytes, all of them kept, over a socket, against node:http`,
      ours,
      most,
      0.5,
    ),
    rates(`the same of all ${count(manyPages)} pages of ${count(large)} events, hardly any of them kept`, drawn, most),
    ...peers.map(({ name }) => {
      const theirs = others[name]
      const what = `GET of kept pages, against ${name}`
      return theirs ? rates(what, ours, theirs, 8) : { what, ours: '', theirs: 'not measured', target: '≥ 8' }
    }),
  ]
}

/** What stands behind the address for each page. */
const behind = (pages: number): readonly string[] => Array.from({ length: pages }, (_, page) => `?page=${page + 1}`)

/** The text of middling length in bytes. */
function middling(texts: readonly string[]): string {
  return texts.toSorted((a, b) => Buffer.byteLength(a) - Buffer.byteLength(b))[texts.length >> 1] ?? ''
}
