import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

/** The explorer with requests of the group's key. The log keeps more requests than the page. */
async function filled({ total, requestLog = 3000 }: { readonly total: number; readonly requestLog?: number }) {
  const opened = await explored({ service: { events: 3, requestLog } })
  const { page, service, server } = opened
  const headers = { 'OSDI-API-Token': server.keys.group }
  for (let number = 1; number <= total; number += 1)
    await service.fetch(`${service.baseUrl}/api/v2/events?is=number-${number}-`, { headers })
  await page.locator(`#request-${total}`).waitFor()
  return { ...opened, search: page.getByRole('searchbox', { name: 'Search requests' }) }
}

test('the explorer shows whose key an older request had and how long it took, opened from a search or by its address', async () => {
  await using opened = await filled({ total: 1005 })
  const { page, search, go } = opened
  await page.reload()
  await page.getByText('5 older requests are not shown').waitFor()
  const facts = page.locator('.pane').getByText(/^key of Neighbours.*, [\d.]+ m?s$/)
  await search.fill('number-2-')
  await page.locator('#request-2').click()
  await facts.waitFor()
  await go('requests/3')
  await page.getByText('number-3-').first().waitFor()
  await facts.waitFor()
})

test('the explorer still shows whose key an open request had after newer requests have taken its row', async () => {
  await using opened = await filled({ total: 3, requestLog: 3 })
  const { page, service, go } = opened
  await go('requests/1')
  const facts = page.locator('.pane').getByText(/^key of .*, [\d.]+ m?s$/)
  await facts.waitFor()
  for (let number = 4; number <= 6; number += 1) await service.fetch(`${service.baseUrl}/number-${number}`)
  await page.getByText('3 older requests are gone').waitFor()
  expect(await facts.count()).toBe(1)
})

test('the first request in the explorer is two Tabs away from the start of the page, whatever stands before the list', async () => {
  await using opened = await filled({ total: 1005 })
  const { page, service, go } = opened
  const skip = page.getByRole('button', { name: 'Skip to the list' })
  const toFirstRow = async () => {
    await page.reload()
    await page.locator('.row-link').first().waitFor()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await expectFocus(skip)
    await look(page)
    await page.keyboard.press('Enter')
    await expectFocus(page.locator('.row-link').first())
  }
  await toFirstRow()
  expect(await page.getByRole('button', { name: 'Show older' }).count()).toBe(1)
  const { id } = service.faults.add({ times: 2, effect: { kind: 'status', status: 503 } })
  for (const path of ['one', 'two']) await service.fetch(`${service.baseUrl}/api/v2/${path}`)
  await go(`requests?fault=${id}`)
  await toFirstRow()
  await page.keyboard.press('ArrowDown')
  await expectFocus(page.locator('.row-link').nth(1))
})

test('the explorer offers no skip to a list where it shows no list', async () => {
  await using opened = await explored({ viewport: { width: 390, height: 800 } })
  const { page, ask, go } = opened
  const skip = page.getByRole('button', { name: 'Skip to the list' })
  await page.getByText('No requests yet').waitFor()
  expect(await skip.count()).toBe(0)
  await ask('/api/v2/events')
  await skip.waitFor()
  // On a narrow screen, an open request takes the place of the list.
  await go('requests/1')
  await page.locator('.pane').waitFor()
  expect(await skip.count()).toBe(0)
})

test('a search of the explorer says that it is running, and the whole list is back as soon as its text is removed', async () => {
  await using opened = await filled({ total: 5 })
  const { page, search } = opened
  const asked = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  await page.route('**/_mock/request-rows?*', async (route) => {
    asked.resolve()
    await release.promise
    await route.continue()
  })
  const note = page.locator('.head .note')
  await search.fill('number-4-')
  await asked.promise
  await note.getByText('Searching …').waitFor()
  await search.fill('')
  await note.getByText('Searching …').waitFor({ state: 'detached' })
  await search.fill('number-5-')
  release.resolve()
  await note.getByText('1 of 5').waitFor()
  expect(await page.locator('tbody .row-link').allTextContents()).toEqual(['/api/v2/events?is=number-5-'])
})

test('a search of the explorer that fails says so, and no longer that it is running', async () => {
  await using opened = await filled({ total: 2 })
  const { page, search } = opened
  await page.route('**/_mock/request-rows?*', (route) => route.abort(), { times: 1 })
  await search.fill('number-1-')
  await page.getByRole('alert').getByText('got no response').waitFor()
  expect(await page.getByText('Searching …').count()).toBe(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('1 of 2').waitFor()
})

test('the explorer says that no request is of the chosen kind, and speaks of words only in a search', async () => {
  await using opened = await filled({ total: 2 })
  const { page, search } = opened
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption('Failed')
  await page.getByText('No request fits').waitFor()
  await page.getByText('No request in the list is of this kind.').waitFor()
  await search.fill('number')
  await page.getByText('Each word must appear').waitFor()
})

test.for([
  ['requests', 'Search requests'],
  ['data/events', 'Search events'],
  ['data/campaigns', 'Search campaigns'],
  ['data/people', 'Search people'],
  ['data/mail', 'Search mail'],
] as const)('the key / moves the focus to the search of #/%s, and Escape moves it out again', async ([at, label]) => {
  await using opened = await explored({ at })
  const { page, troubles } = opened
  const search = page.getByRole('searchbox', { name: label })
  await search.waitFor()
  await page.keyboard.press('/')
  await expectFocus(search)
  await page.keyboard.type('a/b')
  expect(await search.inputValue()).toBe('a/b')
  await page.keyboard.press('Escape')
  await page.waitForFunction(() => document.activeElement === document.body)
  expect(await search.inputValue()).toBe('a/b')
  await page.keyboard.press('/')
  await expectFocus(search)
  // The text is selected, so that the next search replaces it.
  await page.keyboard.type('c')
  expect(await search.inputValue()).toBe('c')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+/')
  expect(await search.evaluate((field) => field === document.activeElement)).toBe(false)
  expect(troubles).toEqual([])
})

test('the key / writes into the fields of the explorer, and does not leave a dialog', async () => {
  await using opened = await explored({ at: 'data/events' })
  const { page, dialog } = opened
  await page.getByRole('button', { name: 'New event' }).click()
  const title = dialog.getByRole('textbox').first()
  await title.fill('')
  await title.press('/')
  expect(await title.inputValue()).toBe('/')
  const close = dialog.getByRole('button', { name: 'Close' })
  await close.focus()
  await page.keyboard.press('/')
  await expectFocus(close)
})
