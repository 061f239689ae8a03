import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { expectFocus } from './support/moments.ts'

/** The explorer with requests of the group's key. The log keeps more requests than the page. */
async function filled({ total, requestLog = 3000 }: { readonly total: number; readonly requestLog?: number }) {
  const opened = await explored({ service: { events: 3, requestLog } })
  const { page, service, server } = opened
  const headers = { 'OSDI-API-Token': server.keys.group }
  await opened.away(async () => {
    for (let number = 1; number <= total; number += 1)
      await service.fetch(`${service.baseUrl}/api/v2/events?is=number-${number}-`, { headers })
  })
  await page.locator(`#request-${total}`).waitFor()
  return { ...opened, search: page.getByRole('searchbox', { name: 'Search requests' }) }
}

test('the explorer shows whose key an older request had and how long it took, opened from a search or by its address', async () => {
  await using opened = await filled({ total: 1005 })
  const { page, search, go } = opened
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

test('a search of the explorer says that it is running or has failed, and the whole list is back as soon as its text is removed', async () => {
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
  // A search that fails says so, and no longer that it is running.
  await page.unroute('**/_mock/request-rows?*')
  await page.route('**/_mock/request-rows?*', (route) => route.abort(), { times: 1 })
  await search.fill('number-1-')
  await page.getByRole('alert').getByText('got no response').waitFor()
  expect(await page.getByText('Searching …').count()).toBe(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await note.getByText('1 of 5').waitFor()
})

test('the key / moves the focus to the search of each view, and Escape moves it out again', async () => {
  await using opened = await explored()
  const { page, go, troubles } = opened
  for (const [at, label] of [
    ['requests', 'Search requests'],
    ['data/events', 'Search events'],
    ['data/campaigns', 'Search campaigns'],
    ['data/people', 'Search people'],
    ['data/mail', 'Search mail'],
  ] as const) {
    await go(at)
    const search = page.getByRole('searchbox', { name: label })
    await search.waitFor()
    await page.keyboard.press('/')
    await expectFocus(search)
    await page.keyboard.type('a/b')
    expect(await search.inputValue()).toBe('a/b')
    await page.keyboard.press('Escape')
    await page.waitForFunction(() => !document.activeElement?.matches('input'))
    expect(await search.inputValue()).toBe('a/b')
    await page.keyboard.press('/')
    await expectFocus(search)
    // The text is selected, so that the next search replaces it.
    await page.keyboard.type('c')
    expect(await search.inputValue()).toBe('c')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Control+/')
    expect(await search.evaluate((field) => field === document.activeElement)).toBe(false)
  }
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
