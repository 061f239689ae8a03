import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

/** The rule of each preset, and its sentence. */
const presets = {
  'The service is slow': { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } },
  'Too many requests': { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } },
  'Down for a moment': { times: 2, effect: { kind: 'status', status: 503 } },
  'No response at all': { effect: { kind: 'no-answer' } },
  'A sign-in page in the way': { effect: { kind: 'html' } },
  'Event stored, response lost': { operation: 'events.create', when: 'after', times: 1, effect: { kind: 'reset' } },
  'A list that moves': { operation: 'events.list', nth: 2, effect: { kind: 'new-events' } },
  'A list without an end': { operation: 'events.list', effect: { kind: 'next', to: 'loop' } },
  'One odd event in a page': {
    operation: 'events.list',
    effect: { kind: 'shape', event: 2, remove: ['start_date'] },
  },
  'A timeout after a new campaign': {
    operation: 'campaigns.create',
    times: 1,
    when: 'after',
    effect: { kind: 'status', status: 504 },
  },
  'The list of campaigns is gone': { operation: 'campaigns.list', effect: { kind: 'status', status: 404 } },
  'A limit within the list of people': {
    operation: 'people.list',
    nth: 2,
    effect: { kind: 'rate-limit', retryAfter: 10 },
  },
  'No access to a person': { operation: 'people.get', times: 1, effect: { kind: 'status', status: 403 } },
  'Half of a roster': { operation: 'attendances.list', nth: 2, effect: { kind: 'truncated' } },
  'RSVP stored, response lost': {
    operation: 'attendances.record',
    times: 1,
    when: 'after',
    effect: { kind: 'reset' },
  },
}

test('a preset of the explorer fills the form, and the form adds the fault of the preset', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, dialog, troubles } = opened
  await page.getByText('Nothing fails on purpose').waitFor()
  for (const [index, [title, rule]] of Object.entries(presets).entries()) {
    const preset = page.getByRole('button', { name: title })
    await preset.click()
    const sentence = await dialog.getByRole('region', { name: 'In words' }).innerText()
    expect(await preset.innerText()).toContain(sentence)
    await dialog.getByRole('button', { name: 'Add the fault' }).click()
    await closed(page)
    await page
      .getByText(`${index + 1} active`, { exact: true })
      .first()
      .waitFor()
    await page.getByRole('heading', { name: sentence }).first().waitFor()
    const { id: _id, hits: _hits, ...added } = service.faults.rules.at(-1) ?? {}
    expect(added).toEqual(rule)
  }
  expect(await page.locator('.preset').count()).toBe(Object.keys(presets).length)
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
  await ask('/api/v2/nowhere')
  for (const number of [2, 3, 4]) await ask(`/api/v2/events?page=${number}`)
  await item.getByText('spent').waitFor()
  await item.getByRole('link', { name: 'Show all 4' }).click()
  await page.getByText('4 of 5', { exact: true }).waitFor()
  const paths = [4, 3, 2, 1].map((number) => `/api/v2/events?page=${number}`)
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(paths)
  await page.locator('tbody .row-link').first().click()
  await page.getByText('matched fault: status').waitFor()
  await page.getByRole('link', { name: 'All that fault-1 matched' }).click()
  await page.getByText('Only those that fault-1 matched').waitFor()
  await go('faults')
  service.faults.remove(fault)
  await page.getByText('Nothing fails on purpose').waitFor()
  expect(troubles).toEqual([])
})

test('the faults view of the explorer removes one fault or all, and keeps the focus', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, said } = opened
  service.faults.add({ effect: { kind: 'truncated' } })
  service.faults.add({ effect: { kind: 'html' }, path: '/api/*' })
  await page.getByRole('button', { name: 'Remove: Every request to /api/* gets a sign-in page' }).press('Enter')
  await said('The fault was removed')
  await expectFocus(page.locator('#main'))
  expect(service.faults.rules.map(({ effect }) => effect.kind)).toEqual(['truncated'])
  await page.getByRole('button', { name: 'Remove all' }).press('Enter')
  await page.getByText('Nothing fails on purpose').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Remove all' }))
  expect(service.faults.rules).toEqual([])
})

test('the explorer opens an active fault in the form, and a change takes the place of the fault', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, server, ask, dialog, said } = opened
  const rule = {
    operation: 'events.list',
    query: { page: '2' },
    key: server.keys.individual,
    times: 3,
    effect: { kind: 'status', status: 503, headers: { 'Retry-After': '2', Server: 'proxy' } },
  } as const
  service.faults.add(rule)
  service.faults.add({ effect: { kind: 'latency', ms: 0 } })
  const edit = page.getByRole('button', { name: 'Edit: The first 3 requests with page=2' })
  await edit.press('Enter')
  expect(await dialog.getByLabel('Operation').inputValue()).toBe('events.list')
  expect(await dialog.getByLabel('Query parameters').inputValue()).toBe('page=2')
  expect(await dialog.getByLabel('API key').locator('option:checked').innerText()).toContain('(individual)')
  expect(await dialog.getByLabel('Other headers').inputValue()).toBe('Server: proxy')
  await dialog.getByLabel('Status').fill('500')
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(edit)
  expect(service.faults.rules[0]).toMatchObject(rule)

  await edit.press('Enter')
  await dialog.getByLabel('Status').fill('500')
  await dialog.getByLabel('API key').selectOption('any')
  await dialog.getByLabel('How many times').fill('')
  await page.keyboard.press('Enter')
  await said('The fault was changed')
  await closed(page)
  await expectFocus(page.locator('#main'))
  const { times: _times, key: _key, ...kept } = rule
  expect(service.faults.rules).toMatchObject([
    { effect: { kind: 'latency' } },
    { ...kept, hits: 0, effect: { ...rule.effect, status: 500 } },
  ])
  expect(service.faults.rules[1]).not.toHaveProperty('times')
  expect((await ask('/api/v2/events?page=2')).status).toBe(500)
  expect(await page.content()).not.toContain(server.keys.individual)
})

test('the explorer copies an active fault as code, without its key', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, server } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  service.faults.add({ operation: ['events.list', 'events.get'], key: server.keys.group, effect: { kind: 'html' } })
  await page.getByRole('button', { name: 'Copy as code: Every request with the key of' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied as code' }).waitFor({ state: 'attached' })
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain("process.env.EVENTS_API_KEY ?? ''")
  expect(code + (await page.content())).not.toContain(server.keys.group)
})
