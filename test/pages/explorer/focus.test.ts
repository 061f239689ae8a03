import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { explorer } from './support/explored.ts'
import { closed } from './support/moments.ts'

const explored = explorer()

/** Where the focus is after each change of the page, before the next key or click can come. */
const focusIn = (page: Page) =>
  page.evaluateHandle(() => {
    const changes: string[] = []
    const watch = new MutationObserver((records) => {
      const { activeElement } = document
      const isDialog = (node: Node) => node instanceof HTMLDialogElement
      for (const { target, addedNodes, removedNodes } of records) {
        if ([...addedNodes].some((node) => isDialog(node) && node.contains(activeElement)))
          changes.push('in the dialog')
        if ([...removedNodes].some(isDialog)) changes.push(`at ${activeElement?.textContent}`)
        if (target instanceof HTMLInputElement && target.ariaInvalid)
          changes.push(`in a field: ${target === activeElement}`)
      }
    })
    watch.observe(document.body, { subtree: true, childList: true, attributeFilter: ['aria-invalid'] })
    return changes
  })

test('the focus moves in the same frame as what it belongs to: a dialog, a field that is refused, and a dialog that goes', async () => {
  await using opened = await explored({ at: 'faults' })
  const { page } = opened
  const told = await focusIn(page)
  await page.getByRole('link', { name: 'Add a fault' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Milliseconds').fill('soon')
  await dialog.getByRole('button', { name: 'Switch on', exact: true }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(await told.jsonValue()).toEqual(['in the dialog', 'in a field: true', 'at Add a fault'])
})

test('so it does in the forms of acts', async () => {
  await using opened = await explored({ at: 'events' })
  const { page } = opened
  const told = await focusIn(page)
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the event' }).click()
  await dialog.locator('[aria-invalid]').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(await told.jsonValue()).toEqual(['in the dialog', 'in a field: true', 'at New event'])
})
