/**
 * What node:http can do at best: a GET is answered with a text from memory, and the body of a POST is parsed and answered with
 * another. Arguments: files with the two texts.
 */
import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { loopback } from '../../../support/loopback.ts'

const [page, made] = process.argv.slice(2).map((file) => readFileSync(file))

const send = (response: ServerResponse, body: Buffer | undefined) =>
  response
    .writeHead(200, {
      'Content-Type': 'application/hal+json',
      'Cache-Control': 'max-age=0, private, must-revalidate',
      'Content-Length': body?.length ?? 0,
    })
    .end(body)

function create(request: IncomingMessage, response: ServerResponse): void {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    const { title } = JSON.parse(Buffer.concat(chunks).toString())
    if (typeof title === 'string') send(response, made)
    else response.writeHead(400).end()
  })
}

const { url } = await loopback((request, response) =>
  request.method === 'POST' ? create(request, response) : send(response, page),
)
process.send?.({ url })
// Not without the one who measures.
process.once('disconnect', () => process.exit())
