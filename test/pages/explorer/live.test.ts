import type { Socket } from 'node:net'
import { createMockService } from 'osdi-events/mock'
import { serve } from 'osdi-events/mock/standalone'
import { expect, test } from 'vitest'
import { onNextRequest } from '../../support/served.ts'
import { look } from './support/axe.ts'
import { type ExploredOptions, explored } from './support/explored.ts'
import { setHidden } from './support/moments.ts'

/** The explorer with a clock, the server's side of its feed, and the paths of the requests that it lists. */
async function connected(options: ExploredOptions = {}) {
  const opened = await explored({ clock: true, ...options })
  const { page, service } = opened
  const connection = page.locator('.connection')
  /** The connection of the next feed. */
  const nextSocket = () =>
    new Promise<Socket>((resolve) => {
      const listen = () =>
        onNextRequest(({ request, socket }) => (request.url?.includes('/_mock/stream') ? resolve(socket) : listen()))
      listen()
    })
  /** Lets the page connect anew, and gives the connection. */
  const socket = async () => {
    await setHidden(page, true)
    const next = nextSocket()
    await setHidden(page, false)
    const found = await next
    await connection.getByText('Live', { exact: true }).waitFor()
    return found
  }
  return {
    ...opened,
    connection,
    socket,
    nextSocket,
    send: async (...numbers: readonly number[]) => {
      for (const number of numbers) await service.fetch(`${service.baseUrl}/number-${number}`)
    },
    listed: () => page.locator('tbody .row-link').allTextContents(),
    shows: (number: number) => page.getByText(`/number-${number}`, { exact: true }).waitFor(),
  }
}

const paths = (...numbers: readonly number[]) => numbers.map((number) => `/number-${number}`)

test('the explorer connects again after 45 seconds without heartbeats, and lists each missed request once', async () => {
  await using opened = await connected()
  const { page, connection, socket, send, listed, shows } = opened
  await send(1)
  await shows(1)
  const feed = await socket()
  // From now on nothing comes from the server, though nothing says that the connection is lost.
  feed.cork()
  await send(2, 3)
  await page.clock.fastForward(40_000)
  expect(await connection.textContent()).toBe('Live')
  expect(await listed()).toEqual(paths(1))
  await page.clock.fastForward(5000)
  await connection.getByText('Reconnecting').waitFor()
  await page.clock.fastForward(1000)
  await connection.getByText('Live').waitFor()
  await shows(3)
  await send(4)
  await shows(4)
  expect(await listed()).toEqual(paths(4, 3, 2, 1))
})

test('the explorer lists each request once after its connection breaks and is restored', async () => {
  await using opened = await connected()
  const { page, connection, socket, nextSocket, send, listed, shows } = opened
  let feed = await socket()
  for (const number of [1, 4, 7]) {
    await send(number)
    await shows(number)
    feed.destroy()
    await connection.getByText('Reconnecting').waitFor()
    await send(number + 1, number + 2)
    const next = nextSocket()
    await page.clock.fastForward(1000)
    feed = await next
    await connection.getByText('Live').waitFor()
    await shows(number + 2)
  }
  expect(await listed()).toEqual(paths(9, 8, 7, 6, 5, 4, 3, 2, 1))
})

test('the explorer shows how many requests it missed because the log has dropped them', async () => {
  await using opened = await connected({ service: { requestLog: 3 } })
  const { page, connection, socket, send, listed, shows } = opened
  await send(1, 2)
  const feed = await socket()
  await shows(2)
  feed.destroy()
  await connection.getByText('Reconnecting').waitFor()
  await send(3, 4, 5, 6, 7, 8, 9)
  await page.clock.fastForward(1000)
  await shows(9)
  expect(await listed()).toEqual(paths(9, 8, 7))
  await page.getByText('6 older requests are gone: the log keeps the newest 3.').waitFor()
  expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(0)
  await look(page)
  await page.getByRole('button', { name: 'Service', exact: true }).click()
  await page.getByRole('button', { name: 'Delete all requests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No requests yet').waitFor()
  expect(await page.getByText('are gone').count()).toBe(0)
  await send(10)
  await shows(10)
  expect(await page.getByText('gone').count()).toBe(0)
})

test('the explorer shows that its server is not reachable, and connects to a new server at the same address', async () => {
  await using opened = await connected()
  const { page, server, connection, send, listed, shows } = opened
  await send(1, 2)
  await shows(2)
  await server.close()
  await connection.getByText('Reconnecting').waitFor()
  await page.clock.fastForward(1000)
  await connection.getByText('Not connected').waitFor()
  await page.clock.fastForward(2000)
  await page.clock.fastForward(5000)
  expect(await connection.textContent()).toBe('Not connected')
  await look(page)
  expect(await listed()).toEqual(paths(2, 1))
  const service = createMockService()
  await using _ = await serve(service, { port: server.port })
  await service.fetch(`${service.baseUrl}/number-3`)
  await page.clock.fastForward(5000)
  await connection.getByText('Live').waitFor()
  await shows(3)
  expect(await listed()).toEqual(paths(3))
})

test('the explorer loads older requests on demand, and its search finds requests that are not loaded yet', async () => {
  await using opened = await connected({ service: { requestLog: 2200 } })
  const { page, send, shows, listed, away } = opened
  const older = page.getByRole('button', { name: 'Show older' })
  const numbers = Array.from({ length: 2300 }, (_, index) => index + 1)
  await away(() => send(...numbers.slice(0, -20)))
  await shows(2280)
  await send(...numbers.slice(-20))
  await shows(2300)
  await page.getByText('1 to 100 of 1,000').waitFor()
  expect((await listed()).slice(0, 2)).toEqual(paths(2300, 2299))
  await page.reload()
  await page
    .getByText('1,200 older requests are not shown. 100 older requests are gone: the log keeps the newest 2,200.')
    .waitFor()
  await look(page)
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('number-101')
  await shows(101)
  await page.getByText('11 of 2,200').waitFor()
  await page.getByText('100 older requests are gone: the log keeps the newest 2,200.', { exact: true }).waitFor()
  await page.getByRole('searchbox').fill('number')
  await page.getByText('1,200 older matches are not shown').waitFor()
  await page.getByRole('searchbox').fill('')
  await older.click()
  await page
    .getByText('200 older requests are not shown. 100 older requests are gone: the log keeps the newest 2,200.')
    .waitFor()
  await send(2301)
  await shows(2301)
  await older.click()
  await page.getByText('101 older requests are gone: the log keeps the newest 2,200.').waitFor()
  await page.getByRole('button', { name: 'Last' }).click()
  await page.getByText('2,101 to 2,200 of 2,200').waitFor()
  await shows(102)
  expect(await older.count()).toBe(0)
})

test('the explorer still shows an open request with its bodies after the log has dropped the request', async () => {
  await using opened = await connected({ service: { events: 3, requestLog: 2 } })
  const { page, ask, go, send, shows } = opened
  const body = '{"title":"Picnic","origin_system":"Calendar"}'
  await ask('/api/v2/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  await go('requests/1')
  const pane = page.getByRole('region', { name: 'POST /api/v2/events' })
  await pane.getByText('Response body').waitFor()
  await send(2, 3, 4)
  await shows(4)
  await page.getByText('2 older requests are gone').waitFor()
  expect(await pane.textContent()).toContain('"title": "Picnic"')
})
