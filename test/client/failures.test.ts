import { expect, test } from 'vitest'
import { failureOf } from '../support/failure.ts'
import { broken, silent, stalled } from '../support/raw-answers.ts'
import { rawServer } from '../support/raw-server.ts'
import { v2 } from '../support/versions.ts'

const id = '8a625981-67a4-4457-8b55-2e30b267b2c2'

const { least, open } = v2

test('a connection that breaks is a NetworkError, of unknown outcome for a write', async () => {
  await using server = await rawServer(broken)
  const client = open(server.url)
  const url = `${server.url}/api/v2/events/${id}`
  const read = await failureOf(() => client.get(id))
  expect(read).toMatchObject({ code: 'network', method: 'GET', url })
  expect(read.message).toContain(`GET ${url}`)
  expect(await failureOf(() => client.create(least))).toMatchObject({ code: 'network', outcome: 'unknown' })
})

test('a server that is not there is a NetworkError', async () => {
  const server = await rawServer(silent)
  await server[Symbol.asyncDispose]()
  expect(await failureOf(() => open(server.url).get(id))).toMatchObject({ code: 'network' })
})

test('a server that says nothing is a TimeoutError', async () => {
  await using server = await rawServer(silent)
  const client = open(server.url, { timeout: 80 })
  expect(await failureOf(() => client.get(id))).toMatchObject({ code: 'timeout', method: 'GET' })
  expect(await failureOf(() => client.update(id, least))).toMatchObject({ code: 'timeout', outcome: 'unknown' })
})

test('a body that stalls is a TimeoutError, and the connection is let go', async () => {
  await using server = await rawServer(stalled)
  expect(await failureOf(() => open(server.url).get(id, { timeout: 80 }))).toMatchObject({ code: 'timeout' })
  await expect.poll(() => server.open()).toBe(0)
})
