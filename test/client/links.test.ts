import { expect, test } from 'vitest'
import { document } from '../support/documents.ts'
import { collect, failureOf } from '../support/failure.ts'
import { inTurn, nothing } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { v2 } from '../support/versions.ts'
import { withNext } from '../support/with-next.ts'

const { open } = v2

const other = 'v1'
const pageTo = (href: string) => withNext(document(`v2/collection-first`), href)

test('a next on another origin is a LinkError and nothing is sent there (v2 §9.1)', async () => {
  await using elsewhere = await rawServer(nothing)
  const href = `${elsewhere.url}/api/v2/events?page=2`
  await using server = await rawServer(inTurn(pageTo(href)))
  const error = await failureOf(() => collect(open(server.url).list()))
  expect(error.code).toBe('link')
  expect(error.message).toContain(href)
  expect(error.message).toContain(server.url)
  expect(error.message).toContain('baseUrl')
  expect([elsewhere.connections(), server.requests.length]).toEqual([0, 1])
})

for (const [name, path] of Object.entries({
  'in the other version': `/api/${other}/events?page=2`,
  'that climbs out of the version': `/api/v2/../${other}/events?page=2`,
  'that climbs out by escapes': `/api/v2/%2e%2e/${other}/events?page=2`,
  'beside the version': `/api/v20/events?page=2`,
  'outside the interface': '/events?page=2',
})) {
  test(`a next ${name} is a LinkError and is not asked for (v2 §9.1)`, async () => {
    await using server = await rawServer(inTurn(pageTo(`{base_url}${path}`)))
    const error = await failureOf(() => collect(open(server.url).list()))
    expect([error.code, server.requests.length]).toEqual(['link', 1])
  })
}

test('a next below another base path is a LinkError (v2 §9.1)', async () => {
  await using server = await rawServer(inTurn(pageTo(`{base_url}/tenants/b/api/v2/events?page=2`)))
  const error = await failureOf(() => collect(open(`${server.url}/tenants/a`).list()))
  expect([error.code, server.requests.length]).toEqual(['link', 1])
})

test('a next that goes in a circle is a LinkError (v2 §4.3)', async () => {
  const to = (page: number) => pageTo(`{base_url}/api/v2/events?page=${page}`)
  await using server = await rawServer(inTurn(to(2), to(3), to(2), to(3), to(2)))
  const error = await failureOf(() => collect(open(server.url).list()))
  expect([error.code, server.requests.length]).toEqual(['link', 3])
})
