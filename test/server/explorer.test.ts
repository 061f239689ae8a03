import { controlOf } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { rawClient } from '../support/raw-client.ts'
import { served } from '../support/served.ts'

const asBrowser = { headers: { Accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }, redirect: 'manual' } as const

test('a browser at the address of a server or a world is led to its explorer', async () => {
  await using opened = await served()
  const { url } = opened.server
  await using world = await controlOf(url).world()
  const answers = await Promise.all([`${url}/`, `${world.url}/`, `${url}/_mock/ui/`].map((at) => fetch(at, asBrowser)))
  expect(answers.map(({ status, headers }) => [status, headers.get('Location')])).toEqual([
    [303, '/_mock/ui'],
    [303, `${new URL(world.url).pathname}/_mock/ui`],
    [303, '/_mock/ui'],
  ])
  expect(opened.service.requests).toEqual([])
})

test('programs that ask for the address, and browsers that send something there, are answered by the interface as ever', async () => {
  await using opened = await served()
  const { url } = opened.server
  for (const init of [{}, { headers: { Accept: 'application/json' } }, { ...asBrowser, method: 'POST' }]) {
    const answer = await fetch(`${url}/`, init)
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([404, 'application/json'])
  }
  expect(opened.service.requests).toHaveLength(3)
})

test('without the explorer a browser gets what programs get', async () => {
  await using opened = await served({ ui: false })
  await using world = await controlOf(opened.server.url).world()
  for (const address of [opened.server.url, world.url]) {
    expect((await fetch(`${address}/`, asBrowser)).status).toBe(404)
    expect((await fetch(`${address}/_mock/ui`, asBrowser)).status).toBe(404)
  }
  expect((await opened.control('GET ')).status).toBe(200)
})

test.for(['/', '/_mock/ui', '/_mock/ui/explorer.js'])(
  '%s is for this machine alone, and no part of another page',
  async (path) => {
    await using opened = await served({ cors: true })
    const { url, port } = opened.server
    for (const headers of [{ 'Sec-Fetch-Site': 'cross-site' }, { Origin: 'https://elsewhere.example.org' }]) {
      const answer = await fetch(url + path, { ...asBrowser, headers: { ...asBrowser.headers, ...headers } })
      expect(answer.status).toBe(403)
    }
    using client = await rawClient({ port })
    client.write(`GET ${path} HTTP/1.1\r\nHost: elsewhere.example.org\r\nAccept: text/html\r\n\r\n`)
    expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 403 /)
  },
)
