import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

type Explored = Awaited<ReturnType<typeof explored>>

/** Opens the form for a new fault. */
async function formAt({ page, dialog }: Explored) {
  await page.getByRole('button', { name: 'New fault' }).click()
  return {
    field: (label: string) => dialog.getByLabel(label, { exact: true }),
    sentence: dialog.getByRole('region', { name: 'In words' }),
    add: () => dialog.getByRole('button', { name: 'Add the fault' }).click(),
    json: dialog.getByRole('button', { name: 'Edit as JSON' }),
  }
}

test('the form of the explorer sets each condition of a fault, and its sentence follows each letter', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, server, admin, ask, troubles } = opened
  const { field, sentence, add } = await formAt(opened)
  const expectSentence = (text: string) => sentence.getByText(text, { exact: true }).waitFor()
  await expectFocus(field('Operation'))
  await expectSentence('Every request gets 503.')
  await field('Operation').selectOption('events.list')
  await expectSentence('Every request that lists events gets 503.')
  await dialog.getByText('Empty: always').waitFor()
  await field('From request number').fill('2')
  await expectSentence('The 2nd request that lists events gets 503, once.')
  await dialog.getByText('Empty: once').waitFor()
  await field('How many times').fill('2')
  await expectSentence('From the 2nd on, 2 requests that list events get 503.')
  await field('Version').selectOption('2')
  await field('Method').selectOption('GET')
  await field('Path').fill('/api/*')
  await field('Query parameters').fill('?page=1&filter=a+b')
  await field('API key').selectOption({ index: 1 })
  await field('When').selectOption('after the service acted')
  const title = (await field('API key').locator('option:checked').innerText()).replace(/ \(group\)$/, '')
  const whole = `From the 2nd on, 2 GET requests of version 2 to /api/* with page=1, filter=a b and the key of ${title} that list events get 503, after the service acted.`
  await expectSentence(whole)
  await add()
  await page.getByRole('heading', { name: whole, exact: true }).waitFor()
  const conditions = { operation: 'events.list', version: 'v2', method: 'GET', path: '/api/*', key: server.keys.group }
  const rule = { ...conditions, query: { page: '1', filter: 'a b' }, nth: 2, times: 2, when: 'after' }
  const effect = { kind: 'status', status: 503 }
  expect((await admin('GET faults')).json).toEqual([{ id: 'fault-1', hits: 0, ...rule, effect }])
  const statuses: number[] = []
  for (let number = 1; number <= 4; number += 1) statuses.push((await ask('/api/v2/events?page=1&filter=a+b')).status)
  expect(statuses.map((status) => status === 503)).toEqual([false, true, true, false])
  expect(troubles).toEqual([])
})

test('the form of the explorer works with the keyboard alone', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service } = opened
  const { keyboard } = page
  const button = page.getByRole('button', { name: 'New fault' })
  await button.press('Enter')
  await expectFocus(dialog.getByLabel('Operation'))
  await keyboard.type('people.list')
  for (const label of ['Version', 'Method', 'Path', 'Query parameters', 'API key', 'From request number']) {
    await keyboard.press('Tab')
    await expectFocus(dialog.getByLabel(label))
  }
  await keyboard.type('2')
  await keyboard.press('Enter')
  await closed(page)
  await expectFocus(button)
  const effect = { kind: 'status', status: 503 }
  expect(service.faults.rules).toMatchObject([{ operation: 'people.list', nth: 2, effect }])
})

test('the form of the explorer shows an error at its field when the user leaves the field or adds the fault, and moves the focus there', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service } = opened
  const { field, sentence, add } = await formAt(opened)
  const wrong = async (label: string, text: string, problem: string, right: string) => {
    await field(label).fill(text)
    expect(await field(label).getAttribute('aria-invalid')).toBe(null)
    await field(label).blur()
    expect(await dialog.getByText(problem).count()).toBe(1)
    await field('Operation').focus()
    await add()
    await expectFocus(field(label))
    const note = await field(label).getAttribute('aria-describedby')
    expect(await page.locator(`[id="${note}"]`).innerText()).toContain(problem)
    await sentence.getByText('A sentence appears when each field is right.').waitFor()
    await field(label).fill(right)
    await dialog.getByText(problem).waitFor({ state: 'detached' })
  }
  await wrong('Status', '7', 'Must be a whole number from 200 to 599', '503')
  await page.keyboard.press('Escape')
  for (const [kind, label, text, problem, right] of [
    ['html', 'From request number', '0', 'Must be a whole number from 1 up', ''],
    ['html', 'Path', 'api', 'Must begin with / or *', ''],
    ['html', 'Path', '/api?page=2', 'Must not have parameters', ''],
    ['html', 'Query parameters', 'page=1&page=2', 'Must have page once only', ''],
    ['status', 'Status', '', 'Must not be empty', '500'],
    ['status', 'Other headers', 'Server', 'Must have a name, : and a value in each line', ''],
    ['status', 'Body', '{"a":', 'Must be JSON after {', ''],
    ['latency', 'Delay (ms)', 'soon', 'Must be milliseconds from 0 to', '1'],
    ['shape', 'Fields to set', 'title = "7', 'Must be JSON after {', ''],
    ['new-events', 'How many events', '2.5', 'Must be a whole number from 1 to 1000', ''],
  ] as const) {
    await closed(page)
    await formAt(opened)
    await field('The request gets').selectOption(kind)
    await wrong(label, text, problem, right)
    await page.keyboard.press('Escape')
  }
  expect(service.faults.rules).toEqual([])
})

test('the form of the explorer shows a refusal of the service at its field, until the fault changes', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service } = opened
  const { field, add } = await formAt(opened)
  await field('The request gets').selectOption('latency')
  await field('At most (ms)').fill('999')
  await add()
  await expectFocus(field('At most (ms)'))
  await dialog.getByText('Must not be less than min').waitFor()
  await field('At most (ms)').fill('1001')
  await dialog.getByText('Must not be less than min').waitFor({ state: 'detached' })
  await field('Path').fill('/api/{id}')
  await add()
  await expectFocus(field('Path'))
  await dialog.getByText('Must be a path that begins with / or *').waitFor()
  await field('Path').fill('/api/*')
  await add()
  await closed(page)
  expect(service.faults.rules).toMatchObject([
    { path: '/api/*', effect: { kind: 'latency', ms: { min: 1000, max: 1001 } } },
  ])
})

test('the form of the explorer keeps what the user typed for each kind, and adds the fields of the chosen kind only', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service } = opened
  const { field, add } = await formAt(opened)
  await field('Status').fill('500')
  await field('Body').fill('down')
  await field('The request gets').selectOption('echo-key')
  expect(await field('Status').inputValue()).toBe('')
  expect(await field('Body').count()).toBe(0)
  await field('The request gets').selectOption('status')
  expect(await field('Status').inputValue()).toBe('500')
  await field('The request gets').selectOption('html')
  await add()
  await closed(page)
  expect(service.faults.rules.map(({ effect }) => effect)).toEqual([{ kind: 'html' }])
})

test('the form of the explorer says whether the service stores a write before the fault', async () => {
  await using opened = await explored({ at: 'faults' })
  const { field } = await formAt(opened)
  const hint = opened.dialog.getByText(/^(?:Before: a write stores nothing|The service acts in both cases)$/)
  const hints: Record<string, string> = {}
  for (const kind of ['status', 'latency', 'new-events', 'shape']) {
    await field('The request gets').selectOption(kind)
    hints[kind] = await hint.innerText()
  }
  const [instead, besides] = ['Before: a write stores nothing', 'The service acts in both cases']
  expect(hints).toEqual({ status: instead, latency: besides, 'new-events': besides, shape: instead })
})

test('the form of the explorer copies its fault as JSON, which the admin API takes', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, server, admin } = opened
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const { field } = await formAt(opened)
  await field('Operation').selectOption('people.list')
  await field('API key').selectOption({ index: 1 })
  await field('From request number').fill('3')
  await dialog.getByRole('button', { name: 'Copy as JSON' }).click()
  await dialog.getByRole('status').filter({ hasText: 'Copied as JSON' }).waitFor({ state: 'attached' })
  const rule: unknown = JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))
  const effect = { kind: 'status', status: 503 }
  expect(rule).toEqual({ operation: 'people.list', key: server.keys.group, nth: 3, effect })
  expect((await admin('POST faults', rule)).status).toBe(200)
  await field('Status').fill('no')
  expect(await dialog.getByRole('button', { name: 'Copy as JSON' }).getAttribute('aria-disabled')).toBe('true')
  expect(await page.content()).not.toContain(server.keys.group)
})

test('the form of the explorer becomes JSON and comes back with what the JSON says', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service } = opened
  const { field, sentence, add, json } = await formAt(opened)
  await field('Operation').selectOption('tags.list')
  expect(await json.getAttribute('aria-expanded')).toBe('false')
  await json.press('Enter')
  expect(await json.getAttribute('aria-expanded')).toBe('true')
  expect(await field('Operation').count()).toBe(0)
  const rule = { operation: 'tags.list', effect: { kind: 'status', status: 503 } }
  expect(JSON.parse(await field('Fault, as JSON').inputValue())).toEqual(rule)
  await field('Fault, as JSON').fill('{"operation":"tags.get","effect":{"kind":"stall"}}')
  await sentence.getByText('Every request that reads a tag gets half of the response and then nothing.').waitFor()
  await json.press('Enter')
  expect(await field('Operation').inputValue()).toBe('tags.get')
  expect(await field('The request gets').inputValue()).toBe('stall')
  await add()
  await closed(page)
  expect(service.faults.rules).toMatchObject([{ operation: 'tags.get', effect: { kind: 'stall' } }])
})

test('the explorer says a fault that has no field in words, and edits it as JSON', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, dialog, service, server } = opened
  const rule = { operation: ['events.list', 'events.get'], key: server.keys.group, nth: 2, times: 5 } as const
  service.faults.add({ ...rule, effect: { kind: 'html' } })
  const heading = page.getByRole('heading', {
    name: /^From the 2nd on, 5 requests with the key of .+ that list events or/,
  })
  const sentence = await heading.innerText()
  await page.getByRole('button', { name: `Edit: ${sentence}` }).click()
  await dialog.getByText('The form has no field for this operation').waitFor()
  const json = dialog.getByLabel('Fault, as JSON')
  await expectFocus(json)
  expect(await dialog.getByRole('region', { name: 'In words' }).innerText()).toBe(sentence)
  const edit = dialog.getByRole('button', { name: 'Edit as JSON' })
  expect(await edit.getAttribute('aria-disabled')).toBe('true')
  await json.fill((await json.inputValue()).replace('"times": 5', '"times": 6'))
  await dialog.getByRole('button', { name: 'Change the fault' }).click()
  await closed(page)
  expect(service.faults.rules).toMatchObject([{ ...rule, times: 6, effect: { kind: 'html' } }])
  expect(await page.content()).not.toContain(server.keys.group)
})

test('the explorer names what is wrong in the JSON of a fault', async () => {
  await using opened = await explored({ at: 'faults' })
  const { dialog, service } = opened
  const { field, add, json } = await formAt(opened)
  await json.click()
  for (const [written, problem] of [
    ['{', 'This is not JSON: '],
    ['[]', 'Must be an object'],
    ['{"times":2}', 'effect must be an object'],
    ['{"effect":{"kind":"slow"}}', 'effect.kind must be one of status, '],
    ['{"effect":{"kind":"status","status":7}}', 'rule.effect.status: must be'],
    ['{"path":"events","effect":{"kind":"html"}}', 'rule.path: must be a path'],
    ['{"page":2,"effect":{"kind":"html"}}', 'rule.page: is not a known name'],
  ] as const) {
    await field('Fault, as JSON').fill(written)
    await add()
    await dialog.getByText(problem).waitFor()
    await expectFocus(field('Fault, as JSON'))
    expect(await field('Fault, as JSON').getAttribute('aria-invalid')).toBe('true')
  }
  expect(service.faults.rules).toEqual([])
})
