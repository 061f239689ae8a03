import { expect, test } from 'vitest'
import { presets } from '../../../explorer/faults/presets.ts'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

test('a preset of the explorer adds its fault with what was typed into its sentence, and names a wrong text', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service, ask, said, troubles } = opened
  await page.getByText('Nothing fails on purpose').waitFor()
  const preset = (name: string) => page.getByRole('form', { name, exact: true })
  const page2 = preset('Page 2 fails')
  await page2.getByLabel('Status').fill('600')
  await page2.getByRole('button', { name: 'Add' }).click()
  await page2.getByText('Must be a whole number from 200 to 599').waitFor()
  await expectFocus(page2.getByLabel('Status').and(page2.locator('[aria-invalid]')))
  expect(service.faults.rules).toEqual([])
  await look(page)
  await page2.getByLabel('Status').fill('502')
  await page.keyboard.press('Enter')
  await said('The fault was added')
  await page.getByRole('heading', { name: 'The first request for page 2 that lists events gets 502, once.' }).waitFor()
  expect([(await ask('/api/v2/events?page=2')).status, (await ask('/api/v2/events')).status]).toEqual([502, 200])
  await page.getByRole('listitem').getByRole('link', { name: 'GET /api/v2/events' }).waitFor()
  // The fault is changed by the same sentence; its other conditions stay, and the words say them.
  service.faults.clear()
  service.faults.add({ version: 'v2', query: { page: '2' }, times: 6, effect: { kind: 'status', status: 502 } })
  await page.getByRole('button', { name: 'Edit: The first 6 requests' }).click()
  await look(page)
  await dialog.getByLabel('Page').fill('x')
  await dialog.getByLabel('Status').fill('5')
  await dialog.getByRole('button', { name: 'Change the fault' }).click()
  await expectFocus(dialog.getByLabel('Status').and(dialog.locator('[aria-invalid]')))
  await dialog.getByLabel('Page').fill('3')
  await dialog.getByLabel('Status').fill('504')
  await dialog.getByRole('region', { name: 'In words' }).getByText('of version 2 for page 3 get 504').waitFor()
  await dialog.getByRole('button', { name: 'Change the fault' }).click()
  await said('The fault was changed')
  await closed(page)
  expect(service.faults.rules).toMatchObject([
    { version: 'v2', query: { page: '3' }, times: 6, effect: { kind: 'status', status: 504 } },
  ])
  await page.getByRole('button', { name: 'Edit: The first 6 requests' }).click()
  await dialog.getByRole('button', { name: 'As JSON' }).click()
  expect(JSON.parse(await dialog.getByLabel('Fault, as JSON').inputValue())).toMatchObject({ version: 'v2', times: 6 })
  await page.keyboard.press('Escape')
  await closed(page)
  service.faults.clear()
  const moment = preset('Down for a moment')
  await moment.getByLabel('Operation').selectOption('people.list')
  await moment.getByLabel('How often').selectOption('once')
  await moment.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { name: 'The first request that lists people gets 503, once.' }).waitFor()
  expect([(await ask('/api/v2/people')).status, (await ask('/api/v2/people')).status]).toEqual([503, 200])
  const slow = preset('The service is slow')
  await slow.getByLabel('At least (ms)').fill('3000')
  await slow.getByLabel('How often').selectOption('the next 3')
  await slow.getByRole('button', { name: 'Add' }).click()
  await page.getByRole('heading', { name: 'The first 3 requests get a response 3 s late.' }).waitFor()
  expect(troubles).toEqual([])
})

test('each preset of the explorer adds its fault', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, troubles } = opened
  for (const [index, { title }] of presets.entries()) {
    const form = page.getByRole('form', { name: title, exact: true })
    await form.getByRole('button', { name: 'Add' }).click()
    await page
      .getByText(`${index + 1} active`, { exact: true })
      .first()
      .waitFor()
  }
  expect(service.faults.rules.map(({ effect }) => effect.kind)).toEqual(presets.map(({ rule }) => rule.effect.kind))
  expect(troubles).toEqual([])
})

test('the faults view of the explorer shows changes of active faults at once, with links to and from the requests that they matched', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, ask, troubles, go } = opened
  const rule = { operation: 'events.list', version: 'v2', times: 4, effect: { kind: 'status', status: 503 } } as const
  const fault = service.faults.add(rule)
  const name = 'The first 4 requests of version 2 that list events get 503.'
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
  await item.getByText('0 hits').waitFor()
  await ask('/api/v2/events?page=1')
  await item.getByText('3 more').waitFor()
  await item.getByRole('link', { name: 'GET /api/v2/events' }).waitFor()
  // A late response is told of in the list of requests while it is awaited.
  const late = service.faults.add({ path: '/api/v2/nowhere', effect: { kind: 'latency', ms: 600_000 } })
  const answer = ask('/api/v2/nowhere')
  await go('requests')
  await page.getByText('1 request waits now because of a fault.').waitFor()
  await page.getByRole('link', { name: 'Show the faults' }).click()
  await page.getByRole('heading', { name: 'Faults' }).waitFor()
  await page.getByText('1 request waits now because of a fault.').waitFor()
  service.faults.remove(late)
  await answer
  await go('requests')
  await page.getByRole('link', { name: '/api/v2/nowhere' }).waitFor()
  expect(await page.getByText('because of a fault.').count()).toBe(0)
  await go('faults')
  for (const number of [2, 3, 4]) await ask(`/api/v2/events?page=${number}`)
  await item.getByText('spent').waitFor()
  await item.getByRole('link', { name: 'Show all 4' }).click()
  await page.getByText('4 of 5').waitFor()
  const paths = [4, 3, 2, 1].map((number) => `/api/v2/events?page=${number}`)
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(paths)
  await page.locator('tbody .row-link').first().click()
  await page.getByText('matched fault: status').waitFor()
  await page.getByRole('link', { name: 'All that fault-1 matched' }).click()
  await page.getByText('Only those that fault-1 matched').waitFor()
  await go('faults')
  service.faults.remove(fault)
  await page.getByText('Nothing fails on purpose').waitFor()
  service.faults.add({ effect: { kind: 'truncated' } })
  service.faults.add({ effect: { kind: 'html' }, path: '/api/*' })
  await page.getByRole('button', { name: 'Remove: Every request to /api/* gets a sign-in page' }).press('Enter')
  await page.locator('.toast').getByText('The fault was removed').waitFor()
  await expectFocus(page.locator('#main'))
  expect(service.faults.rules.map(({ effect }) => effect.kind)).toEqual(['truncated'])
  await page.getByRole('button', { name: 'Remove all' }).press('Enter')
  await page.getByText('Nothing fails on purpose').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Remove all' }))
  expect(service.faults.rules).toEqual([])
  expect(troubles).toEqual([])
})

test('the JSON box of the explorer adds any fault, says it in words, names what is wrong, and changes an active one', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service, server, ask, said } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const box = dialog.getByLabel('Fault, as JSON')
  const opener = page.getByRole('button', { name: 'A fault as JSON' })
  const add = dialog.getByRole('button', { name: 'Add the fault' })
  const sentence = dialog.getByRole('region', { name: 'In words' })
  await opener.press('Enter')
  await expectFocus(box)
  expect(await sentence.innerText()).toBe('Every request gets 503.')
  for (const [written, problem] of [
    ['{', 'This is not JSON: '],
    ['{"times":2}', 'effect must be an object'],
    ['{"effect":{"kind":"slow"}}', 'rule.effect.kind: must be'],
    ['{"effect":{"kind":"status","status":7}}', 'rule.effect.status: must be'],
    ['{"page":2,"effect":{"kind":"html"}}', 'rule.page: is not a known name'],
  ] as const) {
    await box.fill(written)
    await add.click()
    await dialog.getByText(problem).waitFor()
    await expectFocus(box.and(dialog.locator('[aria-invalid]')))
  }
  await look(page)
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(opener)
  // A click outside closes the dialog, and a text selection that ends outside does not.
  await opener.click()
  await box.hover()
  await page.mouse.down()
  await page.mouse.move(5, 400)
  await page.mouse.up()
  await page.mouse.move(1, 1)
  await add.waitFor()
  await page.mouse.click(5, 400)
  await closed(page)
  await expectFocus(opener)

  await opener.click()
  const rule = {
    ...{ operation: ['events.list', 'events.get'], key: server.keys.group, nth: 2, times: 5 },
    effect: { kind: 'status', status: 418, headers: { Server: 'proxy' } },
  }
  await box.fill(JSON.stringify(rule))
  const words = await sentence.innerText()
  expect(words).toMatch(/^From the 2nd on, 5 requests with the key of Neighbours.* get 418 with Server: proxy\.$/)
  await dialog.getByRole('button', { name: 'Copy as JSON' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Copied as JSON' }).waitFor({ state: 'attached' })
  expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(rule)
  await add.click()
  await said('The fault was added')
  await closed(page)
  expect(service.faults.rules).toMatchObject([rule])
  service.faults.add({ effect: { kind: 'latency', ms: 0 } })
  await page.getByRole('button', { name: `Edit: ${words}` }).click()
  await box.fill((await box.inputValue()).replace('"times": 5', '"times": 6').replace('418', '500'))
  await dialog.getByRole('button', { name: 'Change the fault' }).click()
  await said('The fault was changed')
  await closed(page)
  await expectFocus(page.locator('#main'))
  expect(service.faults.rules).toMatchObject([
    { effect: { kind: 'latency' } },
    { times: 6, hits: 0, effect: { status: 500 } },
  ])
  expect([(await ask('/api/v2/events')).status, (await ask('/api/v2/events')).status]).toEqual([200, 500])
  await page.getByRole('button', { name: 'Copy as code: From the 2nd on, 6 requests' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied as code' }).waitFor({ state: 'attached' })
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain("process.env.EVENTS_API_KEY ?? ''")
  expect(code + (await page.content())).not.toContain(server.keys.group)
})
