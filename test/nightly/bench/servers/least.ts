/**
 * The least that a service does on node:http which keeps what it is sent: it parses the body of a POST, gives it an id, completes
 * it to what a created event shows, keeps that in a Map and answers it. Nothing is checked, nothing is looked up, no list is kept,
 * and nothing could be asked for. Argument: a file with the text of a created event, whose members it completes with.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const [file = ''] = process.argv.slice(2)
const made = JSON.parse(readFileSync(file, 'utf8'))
const { href } = made._links.self
const kept = new Map<string, object>()

function created(body: { readonly identifiers: readonly string[]; readonly location: object }): object {
  const id = randomUUID()
  const self = { href: href.replace(/[^/]+$/, id) }
  const event = {
    ...made,
    ...body,
    identifiers: [`platform:${id}`, ...body.identifiers],
    location: { ...made.location, ...body.location },
    _links: { ...made._links, self },
  }
  kept.set(id, event)
  return event
}

const server = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const text = JSON.stringify(created(JSON.parse(Buffer.concat(chunks).toString())))
    const headers = { 'Content-Type': 'application/hal+json', 'Content-Length': Buffer.byteLength(text) }
    response.writeHead(200, headers).end(text)
  })
})
server.listen(0, '127.0.0.1', () => {
  process.send?.({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
})
// Not without the one who measures.
process.once('disconnect', () => process.exit())
