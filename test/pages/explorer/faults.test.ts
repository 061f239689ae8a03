import type { FaultRule } from 'osdi-events/mock'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const ruleItem = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('link', { name: text }) })

test('rules show as they come, strike and go, lead to the requests that they struck, and these lead back', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, ask, troubles, go } = opened
  await page.getByText('Nothing fails on purpose').waitFor()
  const rule = { operation: 'events.list', version: 'v2', times: 2, effect: { kind: 'status', status: 503 } } as const
  const fault = service.faults.add(rule)
  const item = ruleItem(page, 'Answers 503')
  await item.getByText('0 hits').waitFor()
  expect(await item.locator('.chip').allTextContents()).toEqual(['v2', 'events.list'])
  await ask('/api/v2/events?page=1')
  await item.getByText('once more').waitFor()
  await ask('/api/v2/nowhere')
  await page.getByRole('link', { name: '1 hit' }).click()
  await page.getByText('1 of 2', { exact: true }).waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['/api/v2/events?page=1'])
  await page.locator('tbody .row-link').click()
  await page.getByRole('dialog').getByRole('link', { name: 'fault-1' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answers 503' })
  await dialog.getByRole('link', { name: 'GET /api/v2/events' }).waitFor()
  expect(await dialog.getByRole('figure', { name: 'As code' }).textContent()).toContain('"status": 503')
  await go('faults')
  await ask('/api/v2/events')
  await item.getByText('spent').waitFor()
  service.faults.remove(fault)
  await page.getByText('Nothing fails on purpose').waitFor()
  expect(troubles).toEqual([])
})

test('rules are switched off, alone and all at once, and on again', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service } = opened
  const kindsOf = () => service.faults.rules.map(({ effect }) => effect.kind)
  service.faults.add({ effect: { kind: 'truncated' } })
  service.faults.add({ effect: { kind: 'html' }, path: '/api/*' })
  await page.getByRole('button', { name: 'Switch off: Answers a web page' }).click()
  await page.getByRole('button', { name: 'Switch on again: Answers a web page' }).waitFor()
  expect(kindsOf()).toEqual(['truncated'])
  await expectFocus(page.locator('#main'))
  await page.getByRole('button', { name: 'Switch on again: Answers a web page' }).click()
  await ruleItem(page, 'Answers a web page').getByText('/api/*').waitFor()
  await expectFocus(page.locator('#main'))
  await page.getByRole('button', { name: 'Switch all off' }).click()
  await page.getByText('Nothing fails on purpose').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Switch all off' }))
  expect(kindsOf()).toEqual([])
  service.faults.add({ effect: { kind: 'truncated' } })
  await page.getByRole('link', { name: 'Ends after half of the body' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off' }).click()
  await closed(page)
  expect(kindsOf()).toEqual([])
})

test('no click on a rule is lost while another is answered, which the page may hear of before', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service } = opened
  const answered = Promise.withResolvers<void>()
  service.faults.add({ effect: { kind: 'html' } })
  await page.getByRole('button', { name: 'Switch off: Answers a web page' }).click()
  await page.route('**/_mock/faults', async (route) => {
    const response = await route.fetch()
    await answered.promise
    await route.fulfill({ response })
  })
  await page.getByRole('button', { name: 'Switch on again: Answers a web page' }).click()
  await ruleItem(page, 'Answers a web page').waitFor()
  const off = page.getByRole('button', { name: 'Switch off: Answers a web page' })
  await off.and(page.locator('[aria-disabled=true]')).waitFor()
  answered.resolve()
  await off.click()
  await page.getByText('Nothing fails on purpose').waitFor()
})

/** What is written into the form, and the rule that comes of it. */
const written: readonly (readonly [kind: string, fields: Readonly<Record<string, string>>, rule: FaultRule])[] = [
  ['Slow answer', { Milliseconds: '40', 'Up to': '900' }, { effect: { kind: 'latency', ms: { min: 40, max: 900 } } }],
  [
    'Another status',
    { Status: '418', Body: '{"tea": true}', Headers: 'X-Trace: 7\nVia: pot: 1' },
    { effect: { kind: 'status', status: 418, body: { tea: true }, headers: { 'X-Trace': '7', Via: 'pot: 1' } } },
  ],
  ['Rate limit', { 'Retry-After': '' }, { effect: { kind: 'rate-limit', retryAfter: null } }],
  ['Connection reset', { When: 'after headers' }, { effect: { kind: 'reset', at: 'after headers' } }],
  ['Half an answer', {}, { effect: { kind: 'truncated' } }],
  ['Stalled answer', {}, { effect: { kind: 'stall' } }],
  ['No answer', {}, { effect: { kind: 'no-answer' } }],
  ['Web page', { HTML: '<h1>Sign in' }, { effect: { kind: 'html', html: '<h1>Sign in' } }],
  ['Broken JSON', {}, { effect: { kind: 'malformed-json' } }],
  [
    'Events of another shape',
    { 'Leave out': 'title, _links', Set: '{"status": 7}' },
    { effect: { kind: 'shape', remove: ['title', '_links'], set: { status: 7 } } },
  ],
  ['Next link astray', {}, { effect: { kind: 'next', to: 'loop' } }],
  [
    'Redirect',
    { Address: 'https://elsewhere.example.org/', Status: '308' },
    { effect: { kind: 'redirect', to: 'https://elsewhere.example.org/', status: 308 } },
  ],
  ['Events appear', { 'How many': '3' }, { effect: { kind: 'new-events', count: 3 } }],
  ['Key in the error', { Status: '401' }, { effect: { kind: 'echo-key', status: 401 } }],
]

async function fill(page: Page, fields: Readonly<Record<string, string>>): Promise<void> {
  for (const [label, value] of Object.entries(fields)) {
    const field = page.getByRole('dialog').getByLabel(label, { exact: true })
    if ((await field.evaluate(({ tagName }) => tagName)) === 'SELECT') await field.selectOption(value)
    else await field.fill(value)
  }
}

test('every kind of fault is added with the fields that it has', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, troubles } = opened
  for (const [kind, fields, rule] of written) {
    await page.getByRole('link', { name: 'Add a fault' }).click()
    await page.getByRole('dialog').getByLabel('What happens').selectOption(kind)
    await fill(page, fields)
    await page.getByRole('button', { name: 'Switch on', exact: true }).click()
    await closed(page)
    const { id: _id, hits: _hits, ...added } = service.faults.rules.at(-1) ?? {}
    expect(added).toEqual(rule)
  }
  const items = page.getByRole('listitem').filter({ hasText: 'hits' })
  await items.nth(written.length - 1).waitFor()
  expect(await items.count()).toBe(written.length)
  await page.getByRole('link', { name: 'Add a fault' }).click()
  await page.getByRole('dialog').waitFor()
  const choices = page.getByRole('dialog').getByLabel('What happens').getByRole('option')
  expect(await choices.count()).toBe(new Set(written.map(([kind]) => kind)).size)
  expect(troubles).toEqual([])
})

test('a rule says which requests it means, how often and when it strikes, and shows no key', async () => {
  await using opened = await explored({ at: 'faults/new' })
  const { page, service, server } = opened
  await page.getByRole('dialog').getByLabel('What happens').selectOption('Broken JSON')
  await fill(page, {
    Version: 'Version 2',
    Method: 'GET',
    Path: '/api/v2/events*',
    Key: 'The group’s key',
    'From request number': '2',
    'How often at the most': '5',
    'When it strikes': 'After it has acted',
  })
  for (const name of ['events.list', 'events.get', 'embed.get', 'embed.get'])
    await page.getByRole('button', { name, exact: true }).click()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Switch on', exact: true }).click()
  const item = ruleItem(page, 'Answers broken JSON')
  await item.getByText('5 times, from the 2nd on').waitFor()
  expect(service.faults.rules).toMatchObject([
    {
      version: 'v2',
      method: 'GET',
      operation: ['events.list', 'events.get', 'embed.get'],
      path: '/api/v2/events*',
      key: server.keys.group,
      nth: 2,
      times: 5,
      when: 'after',
    },
  ])
  await item.getByText('The group’s key').waitFor()
  await item.getByRole('link').first().click()
  await page.getByRole('dialog').getByText('process.env.EVENTS_API_KEY').waitFor()
  expect(await page.locator('body').textContent()).not.toContain(server.keys.group)
})

test('what the service refuses is said at its field, which gets the focus', async () => {
  await using opened = await explored({ at: 'faults/new' })
  const { page, service } = opened
  const dialog = page.getByRole('dialog')
  const refusals: readonly [kind: string, fields: Readonly<Record<string, string>>, at: string, problem: RegExp][] = [
    ['Slow answer', { Milliseconds: '9', 'Up to': '3' }, 'Up to', /^must not be less than min/],
    ['Another status', { Headers: 'A: 1\nA: 2' }, 'Headers', /stands there twice$/],
    ['Another status', { Headers: '', Status: '204', Body: 'x' }, 'Body', /^must be missing/],
    ['Events of another shape', { Set: 'title' }, 'Set', /^must be an object/],
    ['Broken JSON', { Path: 'events' }, 'Path', /^must be a text that begins with/],
    ['Broken JSON', { Path: '', Key: 'Another key …', 'The other key': 'none' }, 'The other key', /./],
  ]
  for (const [kind, fields, at, problem] of refusals) {
    await dialog.getByLabel('What happens').selectOption(kind)
    await fill(page, fields)
    await page.getByRole('button', { name: 'Switch on', exact: true }).click()
    const field = dialog.getByLabel(at, { exact: true })
    await dialog.locator('[aria-invalid]').waitFor()
    expect(await field.getAttribute('aria-invalid'), at).toBe('true')
    await expectFocus(field)
    const more = await field.getAttribute('aria-describedby')
    expect(await dialog.locator(`[id="${more}"]`).textContent()).toMatch(problem)
  }
  expect(service.faults.rules).toEqual([])
})

test('common troubles are forms that are filled in, and an answer lost after the act is one', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, ask } = opened
  await page.getByRole('link', { name: 'Answer lost after the act' }).click()
  await page.getByRole('button', { name: 'Switch on', exact: true }).click()
  await ruleItem(page, 'Resets the connection').getByText('after the service acted').waitFor()
  const headers = { 'Content-Type': 'application/json' }
  const body = JSON.stringify({ title: 'Picnic', origin_system: 'Calendar' })
  await expect(ask('/api/v2/events', { method: 'POST', headers, body })).rejects.toThrow()
  await ruleItem(page, 'Resets the connection').getByText('spent').waitFor()
  expect(service.snapshot().toJSON().events).toHaveLength(4)
})

test('requests like one of the request log are made to fail, and the navigation says that something does', async () => {
  await using opened = await explored()
  const { page, ask, dialog, go } = opened
  await ask('/api/v2/events?page=1')
  await ask('/api/v9/nowhere')
  await go('requests/1')
  await dialog.getByRole('link', { name: 'Let such requests fail' }).click()
  expect(await dialog.getByLabel('Version').inputValue()).toBe('v2')
  expect(await dialog.getByRole('button', { name: 'events.list' }).getAttribute('aria-pressed')).toBe('true')
  await dialog.getByText('The request log shows no keys, so that any fits').waitFor()
  await dialog.getByLabel('What happens').selectOption('Rate limit')
  await dialog.getByLabel('How often at the most').fill('1')
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await page.getByRole('navigation').getByRole('link', { name: 'Faults 1 in force' }).waitFor()
  expect((await ask('/api/v2/events')).status).toBe(429)
  await page.getByRole('navigation').getByRole('link', { name: 'Faults', exact: true }).waitFor()
  await go('requests/2')
  await dialog.getByRole('link', { name: 'Let such requests fail' }).click()
  expect(await dialog.getByLabel('Path').inputValue()).toBe('/api/v9/nowhere')
  expect(await dialog.getByLabel('Method').inputValue()).toBe('GET')
})

test('a rule of a key that was added later says whose it is, one like it means the same key, and none is shown', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, dialog, go } = opened
  const group = service.addGroup({ title: 'Night shift' })
  const keys = [service.addKey({ group }), service.addKey({ group })]
  for (const [index, name] of ['A key of Night shift', 'A key of Night shift (2)'].entries()) {
    const key = keys[index]?.token ?? ''
    const { id } = service.faults.add({ key, effect: { kind: 'html' } })
    await go(`faults/${id}`)
    await dialog.getByText(name, { exact: true }).waitFor()
    await dialog.getByRole('link', { name: 'Add one like it' }).click()
    await dialog.getByRole('option', { name, exact: true }).waitFor({ state: 'attached' })
    expect(await dialog.getByLabel('Key', { exact: true }).locator('option:checked').textContent()).toBe(name)
    expect(await page.content()).not.toContain(key)
    await page.getByRole('button', { name: 'Switch on', exact: true }).click()
    await closed(page)
    expect(service.faults.rules.at(-1)).toMatchObject({ key })
  }
})
