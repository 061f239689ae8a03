import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

/** What one click puts in force. */
const presets = {
  'The service is slow': { effect: { kind: 'latency', ms: { min: 500, max: 3000 } } },
  'Too many requests': { times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } },
  'Down for a moment': { times: 2, effect: { kind: 'status', status: 503 } },
  'Response lost after the change': { operation: 'events.create', when: 'after', times: 1, effect: { kind: 'reset' } },
  'A sign-in page in the way': { effect: { kind: 'html' } },
  'No response at all': { effect: { kind: 'no-answer' } },
  'A list that moves': { operation: 'events.list', nth: 2, effect: { kind: 'new-events' } },
  'A list without an end': { operation: 'events.list', effect: { kind: 'next', to: 'loop' } },
}

test('a click in the faults view of the explorer switches on a preset', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, troubles } = opened
  await page.getByText('Nothing fails on purpose').waitFor()
  for (const [index, [title, rule]] of Object.entries(presets).entries()) {
    await page.getByRole('button', { name: title }).click()
    await page
      .getByText(`${index + 1} active`, { exact: true })
      .first()
      .waitFor()
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
  const item = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'status 503' }) })
  await item.getByText('0 hits').waitFor()
  expect((await item.locator('.chip').allTextContents()).toSorted()).toEqual(['events.list', 'v2'])
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
  await page.getByRole('button', { name: 'Remove: html' }).press('Enter')
  await said('Off: html')
  await expectFocus(page.locator('#main'))
  expect(service.faults.rules.map(({ effect }) => effect.kind)).toEqual(['truncated'])
  await page.getByRole('button', { name: 'Remove all' }).press('Enter')
  await page.getByText('Nothing fails on purpose').waitFor()
  await expectFocus(page.getByRole('button', { name: 'Remove all' }))
  expect(service.faults.rules).toEqual([])
})

const kinds = [
  ...['latency', 'status', 'rate-limit', 'reset', 'truncated', 'stall', 'no-answer', 'html', 'malformed-json'],
  ...['shape', 'next', 'redirect', 'new-events', 'echo-key'],
]

test('the faults view of the explorer adds a fault of each kind from the JSON of its button', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, dialog } = opened
  for (const kind of kinds) {
    await page.getByRole('button', { name: `${kind} …`, exact: true }).click()
    await dialog.getByRole('button', { name: 'Add the fault' }).click()
    await closed(page)
  }
  expect(service.faults.rules.map(({ effect }) => effect.kind)).toEqual(kinds)
  expect(await page.getByRole('button', { name: /…$/ }).count()).toBe(kinds.length + 2)
})

test('the faults view of the explorer shows the error for a wrong custom fault, and shows no key', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, server, dialog } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'status …' }).click()
  const text = dialog.getByLabel('Fault, as JSON')
  await expectFocus(text)
  for (const [written, refusal] of [
    ['{', 'JSON'],
    ['{"effect":{"kind":"status","status":7}}', 'rule.effect.status: must be'],
    ['{"path":"events","effect":{"kind":"html"}}', 'rule.path: must be a path'],
  ] as const) {
    await text.fill(written)
    await dialog.getByRole('button', { name: 'Add the fault' }).click()
    await dialog.getByRole('alert').getByText(refusal).waitFor()
  }
  expect(service.faults.rules).toEqual([])
  const rule = { operation: ['events.list', 'events.get'], key: server.keys.group, nth: 2, times: 5 }
  await text.fill(JSON.stringify({ ...rule, effect: { kind: 'html' } }))
  await dialog.getByRole('button', { name: 'Add the fault' }).click()
  await page.getByText('5 more, from number 2 on').waitFor()
  expect(service.faults.rules).toMatchObject([rule])
  await page.getByRole('button', { name: 'Copy as code: html' }).click()
  await page.getByRole('status').filter({ hasText: 'Copied as code' }).waitFor({ state: 'attached' })
  const code = await page.evaluate(() => navigator.clipboard.readText())
  expect(code).toContain("process.env.EVENTS_API_KEY ?? ''")
  expect(code + (await page.content())).not.toContain(server.keys.group)
})
