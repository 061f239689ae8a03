import { createReadStream, existsSync, readdirSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { loopback } from '../../support/loopback.ts'
import { look } from './support/axe.ts'
import { blankPage } from './support/explored.ts'

/** An application's own page: its styles are for the elements that the explorer has too, and it has routes of its own. */
const html = `<!doctype html>
<html lang="en">
  <head>
    <title>Application</title>
    <style>
      h1, button, a, td { color: rgb(255, 0, 255); font-size: 40px; text-transform: uppercase }
      #place { height: 700px }
    </style>
  </head>
  <body>
    <header><h1>Application</h1></header>
    <main><div id="place"></div></main>
    <script type="module">
      import { createMockService } from '/dist/mock.js'
      import { mountExplorer } from '/dist/mock-explorer.js'
      const open = (title) => {
        const service = createMockService({ events: 3, now: '2026-05-01T12:00:00Z' })
        service.addEvent({ title })
        return service
      }
      const [service, other] = ['Picnic', 'Regatta'].map(open)
      const headers = { 'OSDI-API-Token': service.seeded.group.token }
      const get = (path) => service.fetch(service.baseUrl + path, { headers })
      const place = document.getElementById('place')
      Object.assign(window, { service, other, get, mountExplorer, place, explorer: mountExplorer(place, service) })
    </script>
  </body>
</html>`

/** The application's page, with the explorer of its service. */
async function mounted() {
  const server = await loopback(({ url = '' }, response) => {
    const file = `${root}${url.slice(1)}`
    if (/^\/dist\/[\w-]+\.js$/.test(url) && existsSync(file)) {
      response.writeHead(200, { 'Content-Type': 'text/javascript' })
      createReadStream(file).pipe(response)
    } else response.writeHead(200, { 'Content-Type': 'text/html' }).end(html)
  })
  const opened = await blankPage()
  const { page } = opened
  await page.goto(`${server.url}/app?tab=1#section`)
  await live(page)
  return {
    ...opened,
    run: (code: string) => page.evaluate(code),
    [Symbol.asyncDispose]: async () => {
      await opened[Symbol.asyncDispose]()
      await server[Symbol.asyncDispose]()
    },
  }
}

const live = (page: Page) => page.getByRole('status').filter({ hasText: 'Live' }).waitFor()

test('mountExplorer shows the requests of a service in the same page, without a request over the network', async () => {
  await using opened = await mounted()
  const { page, run, troubles } = opened
  const sent: string[] = []
  page.on('request', (request) => sent.push(request.url()))
  await run(`get('/api/v2/events')`)
  await run(`get('/api/v2/nowhere')`)
  await page.getByRole('link', { name: '/api/v2/nowhere' }).click()
  await page.getByRole('heading', { name: '/api/v2/nowhere' }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('row', { name: '/api/v2/nowhere' }).nth(1).waitFor()
  expect([sent, troubles]).toEqual([[], []])
})

test('mountExplorer leaves the address, the title and the styles of the page alone, and has its own', async () => {
  await using opened = await mounted()
  const { page, run, troubles } = opened
  const address = page.url()
  for (const view of ['Data', 'Faults', 'Requests']) {
    await page.getByRole('link', { name: view, exact: true }).click()
    await page.getByRole('heading', { level: 1, name: view === 'Data' ? 'Events' : view }).waitFor()
  }
  expect([page.url(), await page.title(), await run('history.length')]).toEqual([
    address,
    'Application',
    await run('history.length'),
  ])
  const colorOf = (level: number, name: string) =>
    page.getByRole('heading', { level, name }).evaluate((element) => getComputedStyle(element).color)
  expect(await colorOf(1, 'Application')).toBe('rgb(255, 0, 255)')
  expect(await colorOf(1, 'Requests')).not.toBe('rgb(255, 0, 255)')
  const box = await page.locator('.frame').boundingBox()
  expect(box?.height).toBe(700)
  expect(await page.evaluate('document.querySelector(".frame")')).toBeNull()
  const sheets = readdirSync(`${root}explorer/styles`).filter((name) => name !== 'index.css')
  expect(await run('place.firstElementChild.shadowRoot.adoptedStyleSheets.length')).toBe(sheets.length)
  await page.getByText('No requests yet').waitFor()
  await look(page)
  expect(troubles).toEqual([])
})

test('the key / moves the focus to the search of a mounted explorer, and keeps its meaning in the rest of the page', async () => {
  await using opened = await mounted()
  const { page, run } = opened
  const isFocused = () => page.getByRole('searchbox').evaluate((field) => field.matches(':focus'))
  await run(`document.addEventListener('keydown', (event) => (window.prevented = event.defaultPrevented))`)
  await page.keyboard.press('/')
  expect([await isFocused(), await run('prevented')]).toEqual([false, false])
  await page.getByRole('link', { name: 'Requests', exact: true }).focus()
  await page.keyboard.press('/')
  expect([await isFocused(), await run('prevented')]).toEqual([true, true])
  await page.keyboard.type('a/b')
  expect(await page.getByRole('searchbox').inputValue()).toBe('a/b')
})

test('mountExplorer changes the service by its forms, keeps the focus, and saves and loads its state', async () => {
  await using opened = await mounted()
  const { page, run, troubles } = opened
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('link', { name: 'Picnic', exact: true }).click()
  await page.getByRole('button', { name: 'RSVP' }).click()
  await page.getByRole('dialog').getByRole('spinbutton').fill('3')
  await page.getByRole('dialog').getByRole('button', { name: 'RSVP' }).click()
  await page.locator('.toast').getByText('3 RSVPs were recorded').waitFor()
  expect(await run('service.snapshot().toJSON().attendances.length')).toBeGreaterThan(2)
  await page.getByRole('button', { name: 'Service', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('osdi-events-state.json')
  await run(`service.addEvent({ title: 'Later' })`)
  await page.getByLabel('State document').setInputFiles(await file.path())
  await page.getByRole('dialog').getByRole('button', { name: 'Replace' }).click()
  await page.locator('.toast').getByText('The state was replaced by').waitFor()
  expect(await run(`JSON.stringify(service.snapshot()).includes('Later')`)).toBe(false)
  await page.getByRole('link', { name: 'Requests' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  expect(
    await page.locator('.content').evaluate((main) => (main.getRootNode() as ShadowRoot).activeElement === main),
  ).toBe(true)
  expect(troubles).toEqual([])
})

test('a second mountExplorer takes the place of the first, and unmount leaves the element as it was', async () => {
  await using opened = await mounted()
  const { page, run, troubles } = opened
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('link', { name: 'Picnic', exact: true }).waitFor()
  await run('window.second = mountExplorer(place, other)')
  await live(page)
  await page.getByRole('link', { name: 'Data', exact: true }).click()
  await page.getByRole('link', { name: 'Regatta', exact: true }).waitFor()
  expect([await page.locator('.frame').count(), await page.getByText('Picnic', { exact: true }).count()]).toEqual([
    1, 0,
  ])
  await run('explorer.unmount()')
  expect(await page.locator('.frame').count()).toBe(1)
  await run('second.unmount()')
  await run('second.unmount()')
  expect(await run('place.childNodes.length')).toBe(0)
  await expect(run('mountExplorer(place, { ...service })')).rejects.toThrow('createMockService')
  expect(troubles).toEqual([])
})
