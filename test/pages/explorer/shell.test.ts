import { mockAdmin } from 'osdi-events/mock'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { closed, expectFocus, setHidden } from './support/moments.ts'

test('a browser that opens the address of the server shows the requests, loads nothing from other hosts, and its views have addresses', async () => {
  await using opened = await explored()
  const { page, server, go, troubles } = opened
  const answer = await page.goto(`${server.url}/`)
  expect(page.url()).toBe(`${server.url}/_mock/ui`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await page.getByRole('link', { name: 'Data' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  await page.waitForFunction(() => document.title === 'Data · Explorer')
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await page.reload()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page.locator('#main'))
  await go('nowhere')
  await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor()
  expect(troubles).toEqual([])
})

test('the explorer pauses in a hidden tab, shows a lost connection, and loads missed requests and failed lists afterwards', async () => {
  await using opened = await explored()
  const { page, server, service, ask, troubles } = opened
  const connection = page.locator('.connection')
  await setHidden(page, true)
  await connection.getByText('Paused').waitFor()
  await ask('/api/v2/while-away')
  expect(await page.getByText('/api/v2/while-away').count()).toBe(0)
  await page.route('**/_mock/stream', (route) => route.fulfill({ status: 503 }), { times: 1 })
  await setHidden(page, false)
  await connection.getByText('Reconnecting').waitFor()
  await connection.getByText('Live').waitFor()
  await page.getByText('/api/v2/while-away').waitFor()
  // The browser tells of the 503, and of nothing else.
  expect(troubles.filter((trouble) => !trouble.includes('503'))).toEqual([])
  await page.route('**/_mock/request-rows?*', (route) => route.abort(), { times: 1 })
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await connection.getByText('Live').waitFor()
  await server.close()
  await connection.getByText('Not connected').waitFor()
})

test('the bar of the explorer is one line of four things, copies the address and hidden keys, and shows keys only while asked', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const bar = page.getByRole('banner')
  const isOneLine = async () => {
    expect((await bar.boundingBox())?.height).toBeLessThan(50)
    const controls = bar.locator('.address button, .menus > button')
    expect(await controls.allInnerTexts()).toHaveLength(4)
    const right = await controls.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
    expect(Math.max(...right)).toBeLessThanOrEqual(1280)
    await look(page)
  }
  await isOneLine()
  const keys = page.getByRole('button', { name: 'Keys' })
  for (const [name, text] of [
    ['Copy address', server.url],
    ['Copy group key', server.keys.group],
    ['Copy individual key', server.keys.individual],
  ] as const) {
    if (name === 'Copy group key') await keys.click()
    await page.getByRole('button', { name }).click()
    await page
      .getByRole('status')
      .filter({ hasText: name.replace('Copy', 'Copied') })
      .waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
  await page.getByRole('button', { name: 'Show keys' }).click()
  for (const key of Object.values(server.keys)) await page.getByText(key).waitFor()
  await page.getByRole('button', { name: 'Hide keys' }).click()
  for (const key of Object.values(server.keys)) await page.getByText(key).waitFor({ state: 'detached' })
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy group key' }).click()
  expect(await page.getByLabel('Copy group key by hand').inputValue()).toBe(server.keys.group)
  // Escape closes the menu, and the focus is at its button again.
  await page.keyboard.press('Escape')
  await expectFocus(keys)
  expect(await page.getByRole('button', { name: 'Hide keys' }).count()).toBe(0)
  const { url } = await mockAdmin(server.url).sandbox({ name: 'A sandbox with a long name' })
  await page.goto(`${url}/_mock/ui`)
  await page.getByRole('button', { name: 'A sandbox with a long name' }).waitFor()
  await page.getByRole('status').filter({ hasText: 'Live' }).waitFor()
  await isOneLine()
})

test('the explorer advances the clock by a step or to the next reminder, and its notes say what was done', async () => {
  await using opened = await explored({ service: { now: '2026-05-01T12:00:00Z' } })
  const { page, service, server, dialog, said } = opened
  const menu = page.getByRole('button', { name: 'Service', exact: true })
  await menu.click()
  await page.locator('.clock').getByText('2026-05-01 12:00:00').waitFor()
  await page.getByText('The clock stands still. Each write moves it by a second.').waitFor()
  const advance = async (step: string) => {
    await page.getByLabel('Advance the clock by').selectOption(step)
    await page.getByRole('button', { name: 'Advance', exact: true }).click()
  }
  await advance('next reminder')
  await said('No reminder is to come')
  const location = { locality: 'Nashville', region: 'TN' }
  // An event that nobody comes to reminds nobody.
  const early = { title: 'Early', start_date: '2026-05-02T20:00:00', location }
  service.addEvent(early, { key: server.keys.group })
  await advance('next reminder')
  await said('no event with a reminder has an accepted RSVP')
  expect(service.clock.now().toISOString()).toMatch(/^2026-05-01T12:00/)
  const picnic = { title: 'Picnic', start_date: '2026-05-03T10:00:00', location }
  service.attend(service.addEvent(picnic, { key: server.keys.group }), 2)
  await advance('1 hour')
  await said('The clock was advanced')
  await advance('next reminder')
  await said('The clock was advanced; 2 messages were sent')
  await page.locator('.clock').getByText('2026-05-02 15:00:00').waitFor()
  expect(service.clock.now().toISOString()).toBe('2026-05-02T15:00:00.000Z')
  // A note goes as soon as the next action begins.
  await page.route('**/_mock/reset', (route) => route.abort())
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await page.locator('.toast').textContent()).toBe('')
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(menu)
})

test.for<{ view: string; act: (page: Page) => Promise<void>; answer: string; leads: RegExp }>([
  {
    view: 'requests/1',
    act: async (page) => {
      await page.getByRole('button', { name: 'Send again' }).click()
      await page.getByRole('button', { name: 'Send', exact: true }).click()
    },
    answer: 'GET /api/v2/events',
    leads: /#\/requests\/2$/,
  },
  {
    view: 'data',
    act: async (page) => {
      await page.getByRole('button', { name: 'New event' }).click()
      await page.getByLabel('Title', { exact: true }).fill('Picnic')
      await page.keyboard.press('Enter')
    },
    answer: 'POST /_mock/events',
    leads: /#\/data\/events\/[\da-f-]+$/,
  },
  {
    view: 'requests',
    act: async (page) => {
      await page.getByRole('button', { name: 'Switch the service' }).click()
      await page.getByRole('button', { name: 'Make a sandbox' }).click()
    },
    answer: 'POST /_mock/sandboxes',
    leads: /\/sandboxes\/\w+\/_mock\/ui#\/requests$/,
  },
])(
  'an answer to the explorer that comes late leaves the user in another view, and its note has a link: %j',
  async ({ view, act, answer, leads }) => {
    await using opened = await explored()
    const { page, ask, go, troubles } = opened
    await ask('/api/v2/events')
    await go(view)
    const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route('**', async (route, request) => {
      if (`${request.method()} ${new URL(request.url()).pathname}` === answer) {
        asked.resolve()
        await release.promise
      }
      await route.continue()
    })
    await act(page)
    await asked.promise
    await page.keyboard.press('Escape')
    await closed(page)
    await go('faults')
    await page.getByRole('heading', { level: 1, name: 'Faults' }).waitFor()
    release.resolve()
    const link = page.locator('.toast').getByRole('link', { name: 'Show it' })
    await link.waitFor()
    expect(page.url()).toMatch(/#\/faults$/)
    await look(page)
    await link.click()
    await page.waitForURL(leads)
    expect(troubles).toEqual([])
  },
)

test('the explorer downloads the state, resets it after a question, restores it from a file, and refuses any other file', async () => {
  await using opened = await explored({ at: 'data' })
  const { page, service, server, dialog, said } = opened
  const upload = (file: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) =>
    page.getByLabel('State document').setInputFiles(file)
  const replace = () => dialog.getByRole('button', { name: 'Replace' }).click()
  const menu = page.getByRole('button', { name: 'Service', exact: true })
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  service.faults.add({ operation: 'events.get', effect: { kind: 'status', status: 503 } })
  await page.getByRole('row', { name: 'Kept' }).waitFor()
  await menu.click()
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByText('the active faults').waitFor()
  await dialog.getByText('Ids and request numbers begin again').waitFor()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('osdi-events-state.json')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(service.faults.rules).toHaveLength(1)
  await menu.click()
  await page.getByRole('link', { name: 'Download' }).waitFor()
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await said('The service was reset')
  await page.getByRole('row', { name: 'Kept' }).waitFor({ state: 'detached' })
  expect(service.faults.rules).toEqual([])
  await closed(page)
  await upload(await download.path())
  await replace()
  await said('The state was replaced by')
  await page.getByRole('row', { name: 'Kept' }).waitFor()
  const before = JSON.stringify(service.snapshot())
  const damaged = JSON.stringify({ ...service.snapshot().toJSON(), events: [{ id: 7 }] })
  const name = '<img src=x onerror=alert(1)>.json'
  await closed(page)
  await upload({ name, mimeType: 'application/json', buffer: Buffer.from(damaged) })
  await dialog.getByText(name).waitFor()
  await replace()
  await dialog
    .getByRole('alert')
    .getByText(/nothing has changed.*events\[0\]/)
    .waitFor()
  await page.keyboard.press('Escape')
  await closed(page)
  expect(JSON.stringify(service.snapshot())).toBe(before)
})
