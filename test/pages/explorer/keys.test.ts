import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed } from './support/moments.ts'

const shownIn = (page: Page) =>
  page
    .getByRole('dialog')
    .getByLabel('Key', { exact: true })
    .evaluate((field) => (field instanceof HTMLSelectElement ? field.selectedOptions[0]?.text : undefined))

const switchOn = async (page: Page) => {
  await page.getByRole('button', { name: 'Switch on', exact: true }).click()
  await closed(page)
}

test('a rule of a key that was added later says whose it is, and one like it means the same key', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page, service, server, troubles } = opened
  const group = service.addGroup({ title: 'Night shift' })
  const keys = [service.addKey({ group }), service.addKey({ group })]
  for (const [index, name] of ['A key of Night shift', 'A key of Night shift (2)'].entries()) {
    const key = keys[index]?.token ?? ''
    const { id } = service.faults.add({ key, effect: { kind: 'html' } })
    await page.goto(`${server.url}/_mock/ui#/faults/${id}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText(name, { exact: true }).waitFor()
    await dialog.getByRole('link', { name: 'Add one like it' }).click()
    await dialog.getByRole('option', { name, exact: true }).waitFor({ state: 'attached' })
    expect(await shownIn(page)).toBe(name)
    expect(await page.content()).not.toContain(key)
    await switchOn(page)
    expect(service.faults.rules.at(-1)).toMatchObject({ key })
  }
  expect(troubles).toEqual([])
})

for (const [whose, sent] of [
  ['was added later', (known: string) => known],
  ['the service does not know', () => 'no-such-key'],
] as const)
  test(`the form for requests like one with a key that ${whose} says why its key is left out`, async () => {
    await using opened = await explored()
    const { page, service, server, ask } = opened
    const { token: key } = service.addKey({ group: service.addGroup({ title: 'Night shift' }) })
    await ask('/api/v2/events', { headers: { 'OSDI-API-Token': sent(key) } })
    await page.goto(`${server.url}/_mock/ui#/requests/1`)
    await page.getByRole('link', { name: 'Let such requests fail' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a fault' })
    const why = dialog.getByText('The journal shows no keys, so that any fits')
    await why.waitFor()
    expect(await shownIn(page)).toBe('Any')
    await dialog.getByLabel('Key', { exact: true }).selectOption('A key of Night shift')
    await why.waitFor({ state: 'detached' })
    await dialog.getByLabel('Key', { exact: true }).selectOption('Any')
    await why.waitFor()
    await switchOn(page)
    const [rule] = service.faults.rules
    expect(rule).toMatchObject({ version: 'v2', operation: 'events.list' })
    expect(rule).not.toHaveProperty('key')
    await ask('/api/v2/events', { headers: { 'OSDI-API-Token': sent(key) } })
    expect(service.faults.rules).toMatchObject([{ hits: 1 }])
  })
