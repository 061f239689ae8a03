import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'

const json = { 'Content-Type': 'application/json' }

test('the explorer shows the reason and the ignored fields of an open request', async () => {
  await using opened = await explored()
  const { page, ask, go, troubles } = opened
  const post = (body: object) => ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify(body) })
  await post({ titel: 'Picnic', origin_system: 'Calendar' })
  await post({ title: 'Picnic', origin_system: 'Calendar', identifiers: ['My Calendar:1'], colour: '<b>green</b>' })
  await post({ title: 'Picnic', origin_system: 'Calendar' })
  const remarks = page.getByRole('region', { name: 'What the service made of it' })

  await go('requests/1')
  await remarks.getByText('title: is required').waitFor()
  await remarks.getByText('v2 §2.1').waitFor()
  expect(await remarks.getByRole('term').allTextContents()).toEqual(['titel'])

  await go('requests/2')
  await remarks.getByText('<system>:<id>').waitFor()
  expect(await remarks.getByRole('term').allTextContents()).toEqual(['colour', 'identifiers[0]'])
  expect(await remarks.textContent()).not.toContain('refused')

  await go('requests/3')
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
  await remarks.waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
})
