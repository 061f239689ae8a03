import type { Locator, Page } from 'playwright'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const json = { 'Content-Type': 'application/json' }
const picnic = { method: 'POST', headers: json, body: '{"title":"Picnic","origin_system":"Calendar"}' }

const copied = async (page: Page, what: string) => {
  await page.getByRole('button', { name: `Copy ${what}` }).click()
  await page
    .getByRole('status')
    .filter({ hasText: `Copied ${what}` })
    .waitFor({ state: 'attached' })
  return page.evaluate(() => navigator.clipboard.readText())
}

test.for([1280, 390])(
  'an empty log of the explorer has a command to copy and a sample request, and the address in sight: %d pixels wide',
  async (width) => {
    await using opened = await explored({ viewport: { width, height: 800 } })
    const { page, server, service, troubles } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('heading', { name: 'No requests yet' }).waitFor()
    const address = await page.locator('.address').getByText(server.url, { exact: true }).boundingBox()
    expect((address?.x ?? -1) >= 0 && (address?.x ?? 0) + (address?.width ?? 999) <= width).toBe(true)
    expect((address?.y ?? 999) + (address?.height ?? 999)).toBeLessThan(150)
    expect(await copied(page, "Command with the group's key")).toBe(
      `curl ${server.url}/api/v2/events \\\n  -H "OSDI-API-Token: ${server.keys.group}"`,
    )
    expect(await page.content()).not.toContain(server.keys.group)
    await look(page)
    await page.getByRole('button', { name: 'Send a sample request' }).click()
    await page.getByRole('link', { name: '/api/v2/events', exact: true }).waitFor()
    expect(service.requests.map(({ status }) => status)).toEqual([200])
    expect(troubles).toEqual([])
  },
)

test('the explorer lists new requests at once, with their results and without the key, and can search, filter and, after a question, delete them', async () => {
  await using opened = await explored()
  const { page, service, server, ask, troubles } = opened
  await ask('/api/v2/events?page=1')
  const row = page.getByRole('row', { name: '/api/v2/events?page=1' })
  await row.waitFor()
  const [number, status, path, took, time, ...others] = await row.getByRole('cell').allTextContents()
  expect([number, status, took, time, others]).toEqual([
    '1',
    '200',
    expect.stringMatching(/^[\d.]+ m?s$/),
    '12:00:00',
    [],
  ])
  expect(path).toMatch(/^GET\/api\/v2\/events\?page=1/)
  await page.getByText('Key: Neighbours').waitFor()
  await fetch(`${server.url}/api/v1/events`)
  await page.getByRole('row', { name: '/api/v1/events' }).getByRole('cell', { name: 'no key' }).waitFor()
  await page.getByRole('columnheader', { name: 'Key' }).waitFor()
  const fault = service.faults.add({ effect: { kind: 'reset' } })
  await ask('/api/v2/nowhere').catch(() => {})
  await page.getByRole('row', { name: '/api/v2/nowhere' }).getByText('The fault reset took').waitFor()
  service.faults.remove(fault)
  const rows = page.locator('tbody .row-link')
  expect(await rows.allTextContents()).toEqual(['/api/v2/nowhere', '/api/v1/events', '/api/v2/events?page=1'])
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('get 200')
  await page.getByText('1 of 3 · Key: Neighbours').waitFor()
  expect(await rows.allTextContents()).toEqual(['/api/v2/events?page=1'])
  await page.getByRole('searchbox').fill('')
  const kind = page.getByRole('combobox', { name: 'Which requests' })
  await kind.selectOption('Failed')
  await row.waitFor({ state: 'detached' })
  await kind.selectOption('Writes')
  await page.getByText('No request in the list is of this kind.').waitFor()
  await page.getByRole('searchbox').fill('tuesday')
  await page.getByText('Only these requests are searched: Writes.').waitFor()
  await kind.selectOption('All requests')
  // What was found goes with the log.
  await page.getByRole('searchbox').fill('page=1')
  await row.waitFor()
  await page.route('**/_mock/requests', (route) => route.abort(), { times: 1 })
  const remove = async () => {
    await page.getByRole('button', { name: 'Service', exact: true }).click()
    await page.getByRole('button', { name: 'Delete all requests' }).click()
  }
  const really = page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true })
  await remove()
  await look(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(service.requests).toHaveLength(3)
  await remove()
  await really.click()
  await page.getByRole('alert').getByText('got no response').waitFor()
  await really.click()
  await closed(page)
  await page.getByText('No requests yet').waitFor()
  expect(service.requests).toEqual([])
  // The browser tells of the request that was aborted, and of nothing else.
  expect(troubles.filter((trouble) => !trouble.includes('ERR_FAILED'))).toEqual([])
})

test('a request of the explorer opens beside the list, which stays where it was: ten rows are opened', async () => {
  await using opened = await explored()
  const { page, ask, go } = opened
  for (let number = 1; number <= 60; number += 1)
    await ask(`/api/v2/${number % 3 === 0 ? 'nowhere' : 'events'}?page=${number}`)
  await page.locator('#request-60').waitFor()
  const list = page.locator('.pane-list')
  await list.evaluate((part) => part.scrollTo(0, 900))
  /** Where each row in sight is: its upper edge and its height. */
  const places = () =>
    list.evaluate((part) => {
      const { top, bottom } = part.getBoundingClientRect()
      const boxes = [...part.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
      return boxes
        .filter((box) => box.bottom > top && box.top < bottom)
        .map((box) => [box.top, box.height].map(Math.round))
    })
  const before = await places()
  expect(before.length).toBeGreaterThan(12)
  const inSight = await list.evaluate((part) => {
    const { top, bottom } = part.getBoundingClientRect()
    return [...part.querySelectorAll('.row-link')]
      .filter((link) => link.getBoundingClientRect().top > top + 60 && link.getBoundingClientRect().bottom < bottom)
      .map(({ id }) => id)
  })
  expect(inSight.length).toBeGreaterThanOrEqual(10)
  for (const id of inSight.slice(0, 10)) {
    await page.locator(`#${id}`).click()
    await page.waitForURL(new RegExp(`requests/${id.replace('request-', '')}$`))
    await page.locator('.pane').getByText('Response body').waitFor()
    expect(await places()).toEqual(before)
  }
  await page.getByRole('button', { name: 'Close the request' }).click()
  await page.locator('.pane').waitFor({ state: 'detached' })
  expect(await places()).toEqual(before)
  // One that arrives above does not move them either.
  await ask('/api/v2/later')
  await page.locator('#request-61').waitFor({ state: 'attached' })
  expect((await places()).slice(1, -1).map(([top]) => top)).toEqual(before.slice(1, -1).map(([top]) => top))
  // A request that is opened by its address is scrolled into sight.
  await go('requests/2')
  const link = page.locator('#request-2')
  await page.locator('.pane').getByText('Response body').waitFor()
  const box = await link.boundingBox()
  expect((box?.y ?? 0) > 100 && (box?.y ?? 999) < 800).toBe(true)
  await look(page)
})

test('the explorer shows a request and its response beside the list, marks a search, and closing them returns the focus to the row', async () => {
  await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
  const { page, server, service, ask, troubles, go } = opened
  for (const title of ['One', 'Two', 'Three', 'Night (walk)'])
    service.addEvent({ title, description: `About ${title}` }, { key: server.keys.group, via: 'api' })
  await ask('/api/v2/events', picnic)
  const link = page.getByRole('link', { name: '/api/v2/events', exact: true })
  await link.press('Enter')
  const pane = page.getByRole('region', { name: 'POST /api/v2/events' })
  await expectFocus(pane)
  expect(page.url()).toMatch(/#\/requests\/1$/)
  const request = pane.getByRole('region', { name: 'Request', exact: true })
  const response = pane.getByRole('region', { name: 'Response', exact: true })
  // The pane has the focus before its content is there.
  await response.getByText('Status 200').waitFor()
  for (const part of [request, response]) await part.getByText(/^\d+ headers$/).click()
  expect(await request.getByRole('term').allTextContents()).toContain('osdi-api-token')
  expect(await request.textContent()).toContain('"title": "Picnic"')
  expect(await response.textContent()).toContain('"origin_system": "Calendar"')
  expect(await response.getByRole('term').allTextContents()).toContain('content-type')
  expect(await pane.textContent()).not.toContain(server.keys.group)
  await ask('/api/v2/while-open')
  await page.getByRole('link', { name: '/api/v2/while-open' }).waitFor()
  await page.keyboard.press('Escape')
  await expectFocus(link)
  await page.goBack()
  await pane.waitFor()
  await go('requests/77')
  await page.getByText('The request log does not have this request').waitFor()

  // Each event of a list folds to one line that begins with its title, and a key unfolds it.
  await ask('/api/v2/events?page=2')
  await go('requests/3')
  const body = page.getByRole('figure', { name: 'Response body' })
  await body.getByText('"total_records": 35').waitFor()
  const events = body.locator('details details details:has(> summary > .folded)')
  for (const text of await events.locator('summary').allTextContents()) expect(text).toMatch(/^\{ title: "[^"]+", /)
  const heights = await events.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().height))
  expect(heights.length).toBe(10)
  expect(Math.max(...heights)).toBeLessThan(30)
  const first = body.locator('details details details details').first()
  await first.locator('summary').first().press('Enter')
  await first.getByText('"identifiers":').waitFor()
  await first.locator('summary').first().press('Enter')
  await first.getByText('"identifiers":').waitFor({ state: 'detached' })
  expect(await page.locator('mark').count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('about night (walk)')
  await body.locator('mark').filter({ hasText: 'Night' }).first().waitFor()
  const marks = new Set((await body.locator('mark').allTextContents()).map((text) => text.toLowerCase()))
  expect(marks).toEqual(new Set(['about', 'night', '(walk)']))
  await page.getByRole('searchbox').fill('')
  await expect.poll(() => page.locator('mark').count()).toBe(0)
  await look(page)
  // The title and the close button stay in sight while the request scrolls.
  await page.setViewportSize({ width: 1280, height: 500 })
  const close = page.getByRole('button', { name: 'Close the request' })
  const before = await close.boundingBox()
  await page.locator('.pane').evaluate((part) => part.scrollTo(0, part.scrollHeight))
  expect(Math.abs(((await close.boundingBox())?.y ?? 999) - (before?.y ?? 0))).toBeLessThan(20)
  // Nor do they cover what gets the focus, or the ring around the pane.
  const copy = page.getByRole('button', { name: 'Copy as curl' })
  await copy.focus()
  const header = await page.locator('.pane > header').boundingBox()
  expect((await copy.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual((header?.y ?? 999) + (header?.height ?? 0))
  expect(
    await page.locator('.pane').evaluate((part) => {
      part.focus()
      return Number.parseFloat(getComputedStyle(part).outlineOffset)
    }),
  ).toBeGreaterThanOrEqual(0)
  // The browser tells of the 404, and of nothing else.
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([])
})

test('the explorer shows a long list page by page, and on a telephone scrolls to a request when it is opened, and back', async () => {
  await using opened = await explored({ viewport: { width: 390, height: 800 } })
  const { page, ask, go } = opened
  for (let number = 1; number <= 105; number += 1) await ask(`/api/v2/number-${number}`)
  const inSight = (selector: string) =>
    page.waitForFunction((name) => {
      const top = document.querySelector(name)?.getBoundingClientRect().top ?? -1
      return top >= 0 && top < innerHeight
    }, selector)
  const skip = page.getByRole('button', { name: 'Skip to the list' })
  await page.locator('#request-105').waitFor()
  expect(await skip.count()).toBe(1)
  await page.locator('#request-15').click()
  await page.locator('.pane').getByText('Response body').waitFor()
  await inSight('#request-title')
  // An open request takes the place of the list.
  expect(await skip.count()).toBe(0)
  await page.keyboard.press('Escape')
  await inSight('#request-15')
  await go('requests')
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('1 to 100 of 105').waitFor()
  await pages.getByRole('button', { name: 'Next' }).click()
  await page.locator('#request-1').waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(
    [5, 4, 3, 2, 1].map((number) => `/api/v2/number-${number}`),
  )
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('number-10')
  await page.getByText('7 of 105').waitFor()
  expect(await page.locator('tbody .row-link').count()).toBe(7)
  await page.getByRole('searchbox').fill('')
  await pages.getByText('101 to 105 of 105').waitFor()
  await page.getByRole('button', { name: 'Service', exact: true }).click()
  await page.getByRole('button', { name: 'Delete all requests' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v2/after')
  await page.getByRole('link', { name: '/api/v2/after' }).waitFor()
})

test('the explorer never says that a list is empty before it is loaded, and shows what arrives meanwhile', async () => {
  await using opened = await explored()
  const { page, ask, go } = opened
  await ask('/api/v2/before')
  const release = Promise.withResolvers<void>()
  await page.route('**/_mock/request-rows?*', async (route) => {
    const response = await route.fetch()
    await release.promise
    // What another reader of the feed has heard of, the page has been told.
    await page.evaluate(async () => {
      const feed = new EventSource('/_mock/stream')
      feed.addEventListener('clock', () => void fetch('/api/v2/meanwhile'))
      await new Promise((resolve) => feed.addEventListener('request', resolve))
      feed.close()
    })
    await route.fulfill({ response })
    await page.unroute('**/_mock/request-rows?*')
  })
  await page.reload()
  for (const at of ['requests', 'requests/1']) {
    await go(at)
    await page.getByText('Loading …').waitFor()
  }
  release.resolve()
  await page.getByRole('region', { name: 'GET /api/v2/before' }).waitFor()
  await page.getByRole('link', { name: '/api/v2/before' }).waitFor()
  await page.getByRole('link', { name: '/api/v2/meanwhile' }).waitFor({ timeout: 2000 })
})

test('the explorer copies a request, sends it again with a chosen key, and can make the next one like it fail', async () => {
  await using opened = await explored()
  const { page, service, server, ask, said, go } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const headers = { ...json, Authorization: 'Bearer of another', 'X-Own': '1' }
  await ask('/api/v2/events', { ...picnic, headers })
  await go('requests/1')
  expect(await copied(page, 'as curl')).toMatch(/^curl -X POST http:\S+\/api\/v2\/events \\\n/)
  expect(await copied(page, 'as code')).toContain('new EventsV2({')
  const again = page.getByRole('button', { name: 'Send again' })
  const send = page.getByRole('button', { name: 'Send', exact: true })
  await again.click()
  await send.click()
  await said('Sent again: 200')
  await page.waitForURL(/requests\/2$/)
  const [first, second] = service.requests
  // The log does not tell it, so that there is nothing to repeat.
  expect(first?.headers.authorization).toBe('[redacted]')
  expect(second?.headers).not.toHaveProperty('authorization')
  expect(second?.headers['x-own']).toBe('1')
  await again.click()
  await page.getByLabel('Key to send with').selectOption('without a key')
  await send.click()
  await said('Sent again: 403')
  await page.waitForURL(/requests\/3$/)
  await page.locator('.pane').getByText('Status 403').waitFor()
  await page.getByRole('button', { name: 'Make the next one fail' }).click()
  await page.getByRole('button', { name: 'with 429' }).click()
  await said('Fault added. The next request of version 2 that creates an event gets 429 with Retry-After: 2, once.')
  await page.getByRole('link', { name: 'Faults' }).getByText('1').waitFor()
  expect(service.faults.rules).toMatchObject([
    { version: 'v2', operation: 'events.create', times: 1, effect: { kind: 'rate-limit' } },
  ])
  await page.getByRole('button', { name: 'Make the next one fail' }).click()
  await page.getByRole('link', { name: 'Another fault' }).click()
  const sentence = page.getByRole('dialog').getByRole('region', { name: 'In words' })
  expect(await sentence.innerText()).toBe('The first request of version 2 that creates an event gets 503, once.')
  expect(await page.content()).not.toContain(server.keys.group)

  // A request whose body is cut in the log is neither copied nor sent again.
  service.faults.clear()
  await ask('/api/v2/events', { ...picnic, body: JSON.stringify({ title: 'x'.repeat(70_000) }) })
  await go('requests/4')
  await page.getByText('cut: too long to be kept').waitFor()
  expect(await page.getByRole('button', { name: /^Copy as/ }).count()).toBe(0)
  await again.click()
  expect(await send.getAttribute('aria-disabled')).toBe('true')
})

test('a fault that the explorer adds for the next request like one of page 2 is about page 2, and can be late', async () => {
  await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
  const { page, service, ask, said, go, troubles } = opened
  await ask('/api/v2/events?page=2')
  await go('requests/1')
  const menu = page.getByRole('button', { name: 'Make the next one fail' })
  await menu.click()
  await look(page)
  await page.getByRole('button', { name: 'with 503' }).click()
  await said('The next request of version 2 for page 2 that lists events gets 503, once.')
  // The note changes the size of nothing, and what it covers can be scrolled out from under it.
  const noted = page.locator('.toast')
  const bottomOf = async (part: Locator) => {
    const { y = 0, height = 0 } = (await part.boundingBox()) ?? {}
    return y + height
  }
  expect(await bottomOf(page.locator('#main'))).toBe(800)
  const pane = page.locator('.pane')
  await pane.evaluate((part) => part.scrollTo(0, part.scrollHeight))
  expect(await bottomOf(pane.locator('> *').last())).toBeLessThan((await noted.boundingBox())?.y ?? 0)
  expect((await ask('/api/v2/events')).status).toBe(200)
  expect((await ask('/api/v2/events?page=2')).status).toBe(503)
  await menu.click()
  await page.getByRole('button', { name: '3 s late' }).click()
  await said('gets a response 3 s late, once.')
  expect(service.faults.rules[1]).toMatchObject({
    query: { page: '2' },
    times: 1,
    effect: { kind: 'latency', ms: 3000 },
  })
  await menu.click()
  await page.getByRole('link', { name: 'Another fault' }).click()
  const dialog = page.getByRole('dialog')
  const sentence = 'The first request of version 2 for page 2 that lists events gets 503, once.'
  await dialog.getByText(sentence).waitFor()
  await dialog.getByRole('button', { name: 'Add the fault' }).click()
  await said('The fault was added')
  await closed(page)
  await page.getByRole('heading', { name: sentence }).last().waitFor()
  expect(service.faults.rules).toHaveLength(3)
  expect(troubles.filter((trouble) => !trouble.includes('503'))).toEqual([])
})
