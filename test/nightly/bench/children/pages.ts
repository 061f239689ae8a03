/**
 * A collection served from memory by node:http, as fast as that goes: every page was made by the mock service beforehand. Arguments:
 * number of events, and milliseconds until an answer begins.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serviceWith, textsOf } from '../service.ts'

const [events = 0, latency = 0] = process.argv.slice(2).map(Number)
const asked = serviceWith(events)
const texts = await textsOf(asked)
let pages: readonly Buffer[] = []

const server = createServer(({ url = '' }, response) => {
  const page = pages[Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1) - 1]
  const send = () =>
    response
      .writeHead(page ? 200 : 404, { 'Content-Type': 'application/hal+json', 'Content-Length': page?.length ?? 0 })
      .end(page)
  if (latency > 0) setTimeout(send, latency)
  else send()
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  pages = texts.map((text) => Buffer.from(text.replaceAll(asked.service.baseUrl, url)))
  process.send?.({ url, key: asked.service.seeded.group.token, pages: pages.length })
})
// Not without the one who measures.
process.once('disconnect', () => process.exit())
