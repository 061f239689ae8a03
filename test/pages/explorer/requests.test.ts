import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

const run = promisify(execFile)
const json = { 'Content-Type': 'application/json' }

test('the explorer lists new requests at once, with their results and without the key, and can search, filter and clear them', async () => {
  await using opened = await explored()
  const { page, service, server, ask, troubles } = opened
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v2/events?page=1')
  const row = page.getByRole('row', { name: '/api/v2/events?page=1' })
  await row.waitFor()
  const [, ...cells] = await row.getByRole('cell').allTextContents()
  const { title } = (await mockAdmin(server.url).keys()).find(({ token }) => token === server.keys.group) ?? {}
  const took = expect.stringMatching(/^[\d.]+ (?:ms|s)$/)
  const path = expect.stringMatching(/^\/api\/v2\/events\?page=1/)
  expect(cells).toEqual(['GET', path, 'events.list', title, '', took, '200'])
  const fault = service.faults.add({ effect: { kind: 'reset' } })
  await ask('/api/v1/events').catch(() => {})
  await page.getByRole('row', { name: '/api/v1/events' }).getByText('reset', { exact: true }).waitFor()
  service.faults.remove(fault)
  const rows = page.locator('tbody .row-link')
  expect(await rows.allTextContents()).toEqual(['/api/v1/events', '/api/v2/events?page=1'])
  expect(await page.content()).not.toContain(server.keys.group)
  await ask('/api/v2/nowhere')
  await page.getByText('/api/v2/nowhere').waitFor()
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('get 200')
  await page.getByText('1 of 3', { exact: true }).waitFor()
  expect(await rows.allTextContents()).toEqual(['/api/v2/events?page=1'])
  await page.getByRole('searchbox').fill('')
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption('Failed')
  await row.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()
  expect(service.requests).toEqual([])
  expect(troubles).toEqual([])
})

test('the explorer shows a request and its response beside the list, and closing them returns the focus to the row', async () => {
  await using opened = await explored()
  const { page, server, ask, troubles, go } = opened
  await ask('/api/v2/events', { method: 'POST', headers: json, body: '{"title":"Picnic","origin_system":"Calendar"}' })
  const link = page.getByRole('link', { name: '/api/v2/events', exact: true })
  await link.press('Enter')
  const pane = page.getByRole('region', { name: 'POST /api/v2/events' })
  await expectFocus(pane)
  expect(page.url()).toMatch(/#\/requests\/1$/)
  const request = pane.getByRole('region', { name: 'Request', exact: true })
  const response = pane.getByRole('region', { name: 'Response', exact: true })
  // The pane has the focus before its content is there.
  await response.getByText('Status 200').waitFor()
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
  // The browser tells of the 404, and of nothing else.
  expect(troubles.filter((trouble) => !trouble.includes('404'))).toEqual([])
})

test('the explorer shows a long list of requests page by page', async () => {
  await using opened = await explored()
  const { page, ask } = opened
  for (let number = 1; number <= 105; number += 1) await ask(`/api/v2/number-${number}`)
  const pages = page.getByRole('navigation', { name: 'Pages' })
  await pages.getByText('1 to 100 of 105').waitFor()
  await pages.getByRole('button', { name: 'Next' }).click()
  await page.getByRole('link', { name: 'number-1', exact: false }).last().waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(
    [5, 4, 3, 2, 1].map((number) => `/api/v2/number-${number}`),
  )
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('number-10')
  await page.getByText('7 of 105').waitFor()
  expect(await page.locator('tbody .row-link').count()).toBe(7)
  await page.getByRole('searchbox').fill('')
  await pages.getByText('101 to 105 of 105').waitFor()
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByText('No requests yet').waitFor()
  await ask('/api/v2/after')
  await page.getByRole('link', { name: '/api/v2/after' }).waitFor()
})

test.for([1280, 390])(
  'the explorer scrolls to a request when it is opened, and back to its row when it is closed: %d pixels wide',
  async (width) => {
    await using opened = await explored({ viewport: { width, height: 800 } })
    const { page, ask } = opened
    const inSight = (selector: string) =>
      page.waitForFunction((name) => {
        const top = document.querySelector(name)?.getBoundingClientRect().top ?? -1
        return top >= 0 && top < innerHeight
      }, selector)
    for (let number = 1; number <= 90; number += 1) await ask(`/api/v2/events?page=${number}`)
    await page.getByRole('link', { name: '/api/v2/events?page=5', exact: true }).click()
    await page.getByText('Response body').waitFor()
    await inSight('#request-title')
    await page.keyboard.press('Escape')
    await inSight('#request-5')
  },
)

test('the list of requests in the explorer does not scroll when several requests are opened one after the other', async () => {
  await using opened = await explored()
  const { page, ask } = opened
  for (let number = 1; number <= 60; number += 1) await ask(`/api/v2/events?page=${number}`)
  await page.getByRole('link', { name: '?page=2', exact: false }).last().press('Enter')
  await page.locator('#main').evaluate((main) => main.scrollTo(0, 0))
  await page.getByRole('link', { name: '?page=60' }).click()
  await page.waitForURL(/requests\/60$/)
  await expectFocus(page.locator('.pane'))
  expect(await page.locator('#main').evaluate((main) => main.scrollTop)).toBe(0)
})

test('the explorer never says that a list is empty before the list is loaded', async () => {
  await using opened = await explored()
  const { page, ask, go } = opened
  await ask('/api/v2/before')
  const release = Promise.withResolvers<void>()
  await page.route('**/_mock/request-rows?*', async (route) => {
    await release.promise
    await route.continue()
  })
  await page.reload()
  for (const at of ['requests', 'requests/1']) {
    await go(at)
    await page.getByText('Loading …').waitFor()
  }
  release.resolve()
  await page.getByRole('region', { name: 'GET /api/v2/before' }).waitFor()
})

test('the list of requests in the explorer shows a request that arrives while the list loads for the first time', async () => {
  await using opened = await explored()
  const { page, ask } = opened
  await ask('/api/v2/before')
  await page.route(
    '**/_mock/request-rows?*',
    async (route) => {
      const response = await route.fetch()
      // What another reader of the feed has heard of, the page has been told.
      await page.evaluate(async () => {
        const feed = new EventSource('/_mock/stream')
        feed.addEventListener('clock', () => void fetch('/api/v2/meanwhile'))
        await new Promise((resolve) => feed.addEventListener('request', resolve))
        feed.close()
      })
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await page.reload()
  await page.getByRole('link', { name: '/api/v2/before' }).waitFor()
  await page.getByRole('link', { name: '/api/v2/meanwhile' }).waitFor({ timeout: 2000 })
})

test('the explorer shows why the request log could not be cleared', async () => {
  await using opened = await explored()
  const { page, ask } = opened
  await ask('/api/v2/events')
  await page.getByRole('link', { name: '/api/v2/events' }).waitFor()
  await page.route('**/_mock/requests', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Clear' }).click()
  await page.getByRole('alert').getByText('got no response').waitFor()
})

test('the explorer sends a request again with a chosen key, and can add a fault for similar requests', async () => {
  await using opened = await explored()
  const { page, service, server, ask, said, go } = opened
  const headers = { ...json, Authorization: 'Bearer of another', 'X-Own': '1' }
  await ask('/api/v2/events?page=1', { method: 'POST', headers, body: '{"title":"Picnic","origin_system":"C"}' })
  await go('requests/1')
  await page.getByRole('button', { name: 'Send again' }).click()
  await said('Sent again: 200')
  const [first, again] = service.requests
  // The log does not tell it, so that there is nothing to repeat.
  expect(first?.headers.authorization).toBe('[redacted]')
  expect(again?.headers).not.toHaveProperty('authorization')
  expect(again?.headers['x-own']).toBe('1')
  const same = ({ method, url, body }: NonNullable<typeof first>) => ({ method, url, body })
  expect(again && same(again)).toEqual(first && same(first))
  await page.getByLabel('Key to send with').selectOption('without a key')
  await page.getByRole('button', { name: 'Send again' }).click()
  await said('Sent again: 403')
  await page.getByLabel('How it fails').selectOption('with 429')
  await page.getByRole('button', { name: 'Make the next one like this fail' }).click()
  await said('Fault added for the next events.create: it fails with 429')
  await page.getByRole('link', { name: 'Faults' }).getByText('1').waitFor()
  expect(service.faults.rules).toMatchObject([
    { version: 'v2', operation: 'events.create', times: 1, effect: { kind: 'rate-limit' } },
  ])
  const statusOf = async () => (await ask('/api/v2/events', { method: 'POST', headers: json, body: '{}' })).status
  expect([await statusOf(), await statusOf()]).toEqual([429, 400])
  await page.getByRole('link', { name: 'Another fault' }).click()
  const sentence = page.getByRole('dialog').getByRole('region', { name: 'In words' })
  expect(await sentence.innerText()).toBe('Every request of version 2 that creates an event gets 503.')
  expect(await page.content()).not.toContain(server.keys.group)
})

test('the curl commands of the explorer work for a HEAD request without waiting for a body, and for an address with brackets', async () => {
  await using opened = await explored()
  const { page, ask, go } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await ask('/api/v2/events?page=[1]{2}', { method: 'HEAD' })
  await go('requests/1')
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  const name = { hasText: 'Copied as curl' }
  await page.getByRole('status').filter(name).waitFor({ state: 'attached' })
  const command = await page.evaluate(() => navigator.clipboard.readText())
  expect(command).toMatch(/^curl --head --globoff 'http:\S+\?page=\[1\]\{2\}'/)
})

test('the explorer offers no copy and no second send of a request whose body is cut in the log', async () => {
  await using opened = await explored()
  const { page, ask, go } = opened
  await ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify({ title: 'x'.repeat(70_000) }) })
  await go('requests/1')
  await page.getByText('cut: too long to be kept').waitFor()
  expect(await page.getByRole('button', { name: 'Send again' }).getAttribute('aria-disabled')).toBe('true')
  expect(await page.getByRole('button', { name: /^Copy as/ }).count()).toBe(0)
})

/** What the versions call things otherwise. */
const dialects = {
  v1: { header: 'api-key', title: 'summary', origin: 'originating_system', attendances: 'attendance' },
  v2: { header: 'OSDI-API-Token', title: 'title', origin: 'origin_system', attendances: 'attendances' },
} as const

test.for(Object.entries(dialects))(
  'the explorer copies requests of %s as a working curl command and as working code',
  async ([version, { header, title, origin, attendances }]) => {
    await using opened = await explored({ service: { events: 30, now: '2026-05-01T12:00:00Z' } })
    const { page, server, service, go } = opened
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copied = async (what: string) => {
      await page.getByRole('button', { name: `Copy ${what}` }).click()
      await page
        .getByRole('status')
        .filter({ hasText: `Copied ${what}` })
        .waitFor({ state: 'attached' })
      return page.evaluate(() => navigator.clipboard.readText())
    }
    const { id } = service.addEvent({ title: 'Picnic' }, { key: server.keys.group, via: 'api' })
    const body = JSON.stringify({ [title]: `It's "a" $HOME \`pwd\` \\ ! \u2028 picnic`, [origin]: 'Calendar' })
    const requests = [
      ['POST', `events?a=${encodeURIComponent("it's")}&b=c'd`, body],
      ['GET', 'events?page=2'],
      ['GET', `events/${id}/${attendances}`],
      ['PUT', `events/${id}`, JSON.stringify({ [title]: 'Walk' })],
    ] as const
    const urlOf = (path: string) => `${server.url}/api/${version}/${path}`
    for (const [method, path, sent] of requests)
      await fetch(urlOf(path), {
        method,
        headers: { ...json, [header]: server.keys.group },
        ...(sent && { body: sent }),
      })
    const env = { ...process.env, EVENTS_API_KEY: server.keys.group }

    await go('requests/1')
    const command = await copied('as curl')
    const { stdout } = await run('sh', ['-c', `curl() { printf '%s\\n' "$@"; }\n${command}`], { env })
    const words = stdout.split('\n')
    expect(words.slice(0, 2)).toEqual(['-X', 'POST'])
    expect(words).toContain(new URL(urlOf(requests[0][1])).href)
    expect(words).toContain(`${header.toLowerCase()}: ${server.keys.group}`)
    expect(words).toContain('content-type: application/json')
    expect(words[words.indexOf('--data-raw') + 1]).toBe(body)

    for (const [index, [method, path]] of requests.entries()) {
      if (index === 0) continue
      await go(`requests/${index + 1}`)
      await page.getByRole('region', { name: `${method} /api/${version}/${path}`.replace(/\?.*/, '') }).waitFor()
      await run(process.execPath, ['--input-type=module', '--eval', await copied('as code')], { cwd: root, env })
      const [first, again] = [service.requests[index], service.requests.at(-1)]
      const same = ({ method, url, body }: NonNullable<typeof first>) => ({ method, url, body })
      expect(service.requests).toHaveLength(requests.length + index)
      expect(again && same(again)).toEqual(first && same(first))
    }
  },
)
