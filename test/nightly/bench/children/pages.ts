/**
 * A collection served from memory by node:http, as fast as that goes: every page was made by the mock service beforehand. Arguments:
 * number of events, and milliseconds until an answer begins.
 */
import { loopback } from '../../../support/loopback.ts'
import { serviceWith, textsOf } from '../programs.ts'

const [events = 0, latency = 0] = process.argv.slice(2).map(Number)
const asked = serviceWith(events)
const texts = await textsOf(asked)
const { url: own } = await loopback(({ url = '' }, response) => {
  const page = pages[Number(/[?&]page=(\d+)/.exec(url)?.[1] ?? 1) - 1]
  const send = () =>
    response
      .writeHead(page ? 200 : 404, { 'Content-Type': 'application/hal+json', 'Content-Length': page?.length ?? 0 })
      .end(page)
  if (latency > 0) setTimeout(send, latency)
  else send()
})
const pages = texts.map((text) => Buffer.from(text.replaceAll(asked.service.baseUrl, own)))
process.send?.({ url: own, key: asked.service.seeded.group.token, pages: pages.length })
// Not without the one who measures.
process.once('disconnect', () => process.exit())
