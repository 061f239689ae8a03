import { expect, test } from 'vitest'
import { clauses } from '../../../explorer/requests/clauses.ts'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

const json = { 'Content-Type': 'application/json' }
const ignoredStart = 'start_date is not a date or date-time, such as 2026-06-01T18:00:00.'

test('the explorer shows the reason and the ignored fields of an open request', async () => {
  await using opened = await explored()
  const { page, ask, go, troubles } = opened
  const post = (body: object) => ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify(body) })
  await post({ titel: 'Picnic', origin_system: 'Calendar' })
  await post({ title: 'Picnic', origin_system: 'Calendar', identifiers: ['My Calendar:1'], colour: '<b>green</b>' })
  await post({ title: 'Picnic', origin_system: 'Calendar' })
  const remarks = page.getByRole('region', { name: 'What the service made of it' })

  await go('requests/1')
  await remarks.getByText('title is missing. Version 2 requires it on create.', { exact: true }).waitFor()
  await remarks.getByText(clauses['v2 §2.1'] ?? '').waitFor()
  expect(await remarks.getByRole('listitem').allTextContents()).toEqual([
    'titel is not a field of an event in version 2.',
  ])

  await go('requests/2')
  await remarks.getByText('<system>:<id>').waitFor()
  const [colour, identifier] = await remarks.getByRole('listitem').allTextContents()
  expect([colour, identifier]).toEqual([
    'colour is not a field of an event in version 2.',
    expect.stringMatching(/^identifiers\[0\] must be of the form/),
  ])
  expect(await remarks.textContent()).not.toContain('missing')

  await go('requests/3')
  await page.getByRole('region', { name: 'Response', exact: true }).waitFor()
  await remarks.waitFor({ state: 'detached' })
  expect(troubles).toEqual([])
})

test.for([1280, 390])(
  'each failed request in the explorer has a sentence in its row and first in its details, without scrolling: %d pixels wide',
  async (width) => {
    await using opened = await explored({ viewport: { width, height: 800 } })
    const { page, service, server, ask, go } = opened
    const post = (body: object) => ask('/api/v2/events', { method: 'POST', headers: json, body: JSON.stringify(body) })
    await post({ title: 'Picnic' })
    await fetch(`${server.url}/api/v2/events`)
    await ask('/api/v2/events/none')
    service.faults.add({ times: 1, effect: { kind: 'status', status: 503 } })
    await ask('/api/v2/events')
    service.faults.add({ times: 1, effect: { kind: 'reset' } })
    await ask('/api/v2/events').catch(() => {})
    await post({ title: 'Picnic', origin_system: 'Calendar', start_date: 'June 20', end_date: 'July' })
    const rows = page.getByRole('table', { name: 'Requests' }).locator('tbody tr')
    const rowOf = (number: number) => rows.filter({ has: page.locator(`#request-${number}`) })
    const sentences = [
      'origin_system is missing. Version 2 requires it on create. v2 §2.1',
      'OSDI-API-Token is missing. Send the key in OSDI-API-Token. v2 §5.1',
      'There is no event with this id. Take the address from a link of a response. v2 §4.1',
      'A fault answered 503.',
      'The fault reset took the response away.',
      `Ignored: ${ignoredStart} And 1 more.`,
    ]
    for (const [index, text] of sentences.entries()) {
      const sentence = rowOf(index + 1).locator('.reason')
      expect((await sentence.textContent())?.trim()).toBe(text)
      // The whole sentence is there, and the row says whose key it was and how long the request took.
      expect(await sentence.evaluate((line) => line.scrollHeight <= line.clientHeight + 1)).toBe(true)
      const facts = await rowOf(index + 1).innerText()
      expect(facts).toMatch(/[\d.]+ ms/)
      expect(facts).toMatch(index === 1 ? /\bno key\b/ : /Neighbours|key of/)
    }
    for (const number of [1, 2, 3, 4, 5]) {
      await go('requests')
      await page.locator(`#request-${number}`).click()
      const reason = page.getByRole('region', { name: 'What the service made of it' }).locator('.reason')
      await reason.waitFor()
      const text = sentences[number - 1]?.replace(/ v2 §.*/, '')
      expect(await reason.textContent()).toBe(text)
      const box = await reason.boundingBox()
      expect((box?.y ?? 999) + (box?.height ?? 0)).toBeLessThan(800)
    }
  },
)

test('the section of the spec beside a reason in the explorer leads to our sentences about all sections', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, troubles } = opened
  await fetch(`${server.url}/api/v2/events`)
  await page.locator('#request-1').click()
  await page.getByRole('link', { name: 'v2 §5.1' }).click()
  await page.getByRole('heading', { name: 'Sections of the spec' }).waitFor()
  expect(await page.locator('mark').allTextContents()).toEqual(['v2 §5.1'])
  expect(await page.getByRole('term').allTextContents()).toEqual(
    ['v2', 'v1'].flatMap((version) => Object.keys(clauses).filter((name) => name.startsWith(version))),
  )
  await look(page)
  expect(troubles).toEqual([])
})
