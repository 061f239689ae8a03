import { mockAdmin } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { closed, expectFocus, setHidden } from './support/moments.ts'

test('a browser that opens the address of the server shows the requests, and loads nothing from other hosts', async () => {
  await using opened = await explored()
  const { page, server, troubles } = opened
  const answer = await page.goto(`${server.url}/`)
  expect(page.url()).toBe(`${server.url}/_mock/ui`)
  expect(answer?.headers()['content-security-policy']).toContain("default-src 'none'; script-src 'self'")
  await page.getByRole('heading', { level: 1, name: 'Requests' }).waitFor()
  await page.getByText('No requests yet').waitFor()
  expect(troubles).toEqual([])
})

test('the explorer of a sandbox shows only data of this sandbox', async () => {
  await using opened = await explored()
  const { page, server, ask } = opened
  await using sandbox = await mockAdmin(server.url).sandbox()
  await ask('/api/v2/nowhere')
  await fetch(`${sandbox.url}/api/v2/somewhere`)
  await page.goto(`${sandbox.url}/_mock/ui`)
  await page.getByText('/api/v2/somewhere').waitFor()
  expect(await page.getByText('/api/v2/nowhere').count()).toBe(0)
  await page.getByText(sandbox.url, { exact: true }).waitFor()
})

test('the explorer pauses in a hidden tab, shows a lost connection, and loads missed requests afterwards', async () => {
  await using opened = await explored()
  const { page, server, ask, troubles } = opened
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
  await server.close()
  await connection.getByText('Not connected').waitFor()
})

test('the explorer repeats a failed load of the list of requests', async () => {
  await using opened = await explored()
  const { page, service, ask } = opened
  await ask('/api/v2/events')
  await page.getByRole('row', { name: '/api/v2/events' }).waitFor()
  await page.route('**/_mock/request-rows?*', (route) => route.abort(), { times: 1 })
  service.reset()
  await page.getByText('No requests yet').waitFor()
  await page.locator('.connection').getByText('Live').waitFor()
})

test('links and keys open the views of the explorer, which have different addresses, and the back button closes them', async () => {
  await using opened = await explored()
  const { page, go } = opened
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
})

test('the header of the explorer copies the address and hidden keys, and shows them when there is no clipboard', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  for (const [name, text] of [
    ['Copy address', server.url],
    ['Copy group key', server.keys.group],
    ['Copy individual key', server.keys.individual],
  ] as const) {
    await page.getByRole('button', { name }).click()
    await page
      .getByRole('status')
      .filter({ hasText: name.replace('Copy', 'Copied') })
      .waitFor({ state: 'attached' })
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(text)
  }
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
  await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
  await page.getByRole('button', { name: 'Copy group key' }).click()
  expect(await page.getByLabel('Copy group key by hand').inputValue()).toBe(server.keys.group)
})

test('the header of the explorer shows the keys only while a button is pressed, names the clock, and has one line at 1280 pixels', async () => {
  await using opened = await explored()
  const { page, server } = opened
  const header = page.getByRole('region', { name: 'Service' })
  const height = async () => (await header.boundingBox())?.height ?? 0
  await header.getByText('Clock 2026-05-01').waitFor()
  expect(await height()).toBeLessThan(50)
  await header.getByRole('button', { name: 'Show keys' }).click()
  for (const key of Object.values(server.keys)) await header.getByText(key).waitFor()
  expect(await height()).toBeLessThan(80)
  await header.getByRole('button', { name: 'Hide keys' }).click()
  for (const key of Object.values(server.keys)) await header.getByText(key).waitFor({ state: 'detached' })
})

test('the explorer advances the clock by a step or to the next reminder, and shows the sent messages', async () => {
  await using opened = await explored({ service: { now: '2026-05-01T12:00:00Z' } })
  const { page, service, server, said } = opened
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
})

test('the reset button of the explorer asks for confirmation, and then every list shows the initial data', async () => {
  await using opened = await explored({ at: 'data' })
  const { page, service, server, dialog, said } = opened
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  service.faults.add({ operation: 'events.get', effect: { kind: 'status', status: 503 } })
  await page.getByRole('row', { name: 'Kept' }).waitFor()
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByText('the active faults').waitFor()
  await dialog.getByText('Ids and request numbers begin again').waitFor()
  const download = page.waitForEvent('download')
  await dialog.getByRole('link', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('osdi-events-state.json')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(service.faults.rules).toHaveLength(1)
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await said('The service was reset')
  await page.getByRole('row', { name: 'Kept' }).waitFor({ state: 'detached' })
  expect(service.faults.rules).toEqual([])
})

test('a click outside of a dialog of the explorer closes the dialog, and a text selection that ends outside does not', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog } = opened
  const button = page.getByRole('button', { name: 'New fault' })
  await button.click()
  await dialog.getByLabel('Operation').hover()
  await page.mouse.down()
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await page.mouse.move(1, 1)
  await dialog.getByRole('button', { name: 'Add the fault' }).waitFor()
  await page.mouse.click(5, 400)
  await closed(page)
  await expectFocus(button)
})

test('the explorer downloads the state, restores it from a file, and refuses any other file', async () => {
  await using opened = await explored({ at: 'data' })
  const { page, service, server, dialog, said } = opened
  const upload = (file: Parameters<ReturnType<typeof page.locator>['setInputFiles']>[0]) =>
    page.getByLabel('State document').setInputFiles(file)
  const replace = () => dialog.getByRole('button', { name: 'Replace' }).click()
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  const downloading = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Download' }).click()
  const download = await downloading
  expect(download.suggestedFilename()).toBe('osdi-events-state.json')
  service.reset()
  await upload(await download.path())
  await replace()
  await said('The state was replaced by')
  await page.getByRole('row', { name: 'Kept' }).waitFor()
  const before = JSON.stringify(service.snapshot())
  const damaged = JSON.stringify({ ...service.snapshot().toJSON(), events: [{ id: 7 }] })
  const name = '<img src=x onerror=alert(1)>.json'
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

test.for([undefined, 'sandbox'])(
  'the header of the explorer is one line on a page of 1280 pixels, in a sandbox too: %s',
  async (sandbox) => {
    await using opened = await explored()
    const { page, server } = opened
    if (sandbox) {
      const { url } = await mockAdmin(server.url).sandbox()
      await page.goto(`${url}/_mock/ui`)
      await page.getByText(url).waitFor()
    }
    await page.locator('.clock time').waitFor()
    await page.getByRole('button', { name: 'Copy group key' }).waitFor()
    const parts = page.getByRole('region', { name: 'Service' }).locator('.service-parts')
    expect((await parts.boundingBox())?.height).toBeLessThan(34)
    const right = await parts
      .getByRole('button')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().right))
    expect(Math.max(...right)).toBeLessThanOrEqual(1280)
    await look(page)
  },
)

test('a note of the explorer goes as soon as the next action begins, and says what was done, not what is', async () => {
  await using opened = await explored()
  const { page, dialog, said } = opened
  const advance = page.getByRole('button', { name: 'Advance', exact: true })
  await advance.click()
  await said('The clock was advanced')
  await page.route('**/_mock/reset', (route) => route.abort())
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await dialog.getByRole('alert').waitFor()
  expect(await page.locator('.toast').textContent()).toBe('')
})
