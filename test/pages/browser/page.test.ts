import { HttpResponse, http } from 'msw'
import { EventsV2 } from 'osdi-events'
import { createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { setupMockWorker } from 'osdi-events/mock/browser'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { showEvents } from './events-page.ts'

const listed = () =>
  page
    .getByRole('listitem')
    .elements()
    .map(({ textContent }) => textContent)

const alerted = () => page.getByRole('alert').element().textContent

const opened = async (options: MockServiceOptions = {}, apiKey?: string) => {
  const service = createMockService(options)
  const key = service.addKey({ group: service.addGroup({ title: 'Park friends' }) })
  const worker = setupMockWorker(service)
  await worker.start()
  const root = document.body.appendChild(document.createElement('main'))
  onTestFinished(async () => {
    root.remove()
    await worker.stop()
  })
  showEvents(
    root,
    new EventsV2({
      baseUrl: service.baseUrl,
      apiKey: apiKey ?? key.token,
      dangerouslyAllowBrowser: true,
      retry: false,
    }),
  )
  return { service, key, worker }
}

test(`a page lists every event of every page`, async () => {
  const { service, key } = await opened({ perPage: 2 })
  for (const number of [1, 2, 3, 4, 5]) service.addEvent({ title: `Event ${number}` }, { key })
  service.attend(service.addEvent({ title: 'Picnic 🌳' }, { key }), 3)
  await page.getByRole('button', { name: 'Load' }).click()
  await expect.element(page.getByText('Picnic 🌳 (3)')).toBeVisible()
  expect(listed()).toEqual([...[1, 2, 3, 4, 5].map((number) => `Event ${number} (0)`), 'Picnic 🌳 (3)'])
  expect(service.requests.map(({ path, status }) => [path, status])).toEqual(Array(3).fill([`/api/v2/events`, 200]))
})

test(`a page creates an event, and the service has it`, async () => {
  const { service } = await opened()
  await page.getByRole('textbox', { name: 'Title' }).fill('Grünes Picknick')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByText('Grünes Picknick (0)')).toBeVisible()
  expect(listed()).toEqual(['Grünes Picknick (0)'])
  expect(service.requests.map(({ method, status }) => [method, status])).toEqual([
    ['POST', 200],
    ['GET', 200],
  ])
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
})

test(`a page shows why the service refused it`, async () => {
  const { service } = await opened({}, 'a-key-nobody-knows')
  await page.getByRole('button', { name: 'Load' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^http: GET \S+ answered 403: \S/)
  expect(alerted()).not.toContain('a-key-nobody-knows')
  expect(service.requests).toMatchObject([{ status: 403 }])
})

test(`a page shows that the service is down, and works again after a reset`, async () => {
  const { service, worker } = await opened()
  worker.use(http.all(`${service.baseUrl}/*`, () => HttpResponse.error()))
  await page.getByRole('textbox', { name: 'Title' }).fill('Picnic')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByRole('alert')).toMatchTextContent(/^network: POST \S+ /)
  worker.resetHandlers()
  await page.getByRole('button', { name: 'Create' }).click()
  await expect.element(page.getByText('Picnic (0)')).toBeVisible()
  await expect.element(page.getByRole('alert')).toBeEmptyDOMElement()
})
