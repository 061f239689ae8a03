import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { failureOf } from '../support/failure.ts'
import { inTurn, nothing } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { apiKey, v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

interface Linked {
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

const { header, otherHeader, open } = v2

test('follow gets a link of an answer with the key, as it came (v2 §2.5a, v2 §5.1)', async () => {
  const people = { total_records: 0, _links: { self: { href: '{base_url}' } }, unheard_of: [null, { a: 1 }] }
  await using server = await rawServer(inTurn(document(`v2/event-least`), people))
  const client = open(server.url)
  const { _links } = (await client.get(id)) as Linked
  const found = await client.follow(_links['osdi:attendances'])
  expect(found).toEqual({ ...people, _links: { self: { href: server.url } } })
  const request = server.requests[1]
  expect(request?.line).toBe(`GET /api/v2/events/${id}/attendances HTTP/1.1`)
  expect([request?.header(header), request?.header(otherHeader)]).toEqual([[apiKey], []])
  expect(request?.header('accept')[0]).toContain('application/hal+json')
})

test('follow refuses what is no link, and sends nothing (v2 §2.5a)', async () => {
  await using server = await rawServer(nothing)
  const client = open(server.url)
  for (const bad of [undefined, null, {}, { href: '' }, { href: 5 }, 5, []]) {
    expect((await failureOf(() => client.follow(bad))).code).toBe('input')
  }
  expect(server.connections()).toBe(0)
})
