import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explorer } from './support/explored.ts'
import { smaller } from './support/smaller.ts'

const explored = explorer()

/** `PICTURES=1 npm run test:explorer -- pictures` takes those of the guide anew. */
const folder = `${root}docs/guides/pictures`

/** Those that the guide shows: each view once, and each width. */
const shown = [
  ...['events-wide', 'event-wide', 'request-wide', 'requests-middle', 'events-narrow', 'event-narrow'],
  ...['new-event-narrow', 'rsvp-narrow', 'upload-middle', 'lists-wide'],
  ...['faults-wide', 'new-fault-narrow', 'fault-middle', 'mail-wide', 'message-middle', 'mail-narrow'],
  ...['overview-wide', 'overview-middle', 'overview-narrow'],
]

async function picture(page: Page, name: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready)
  const taken = smaller(await page.screenshot())
  expect(taken.length).toBeLessThan(60_000)
  if (shown.includes(name)) writeFileSync(`${folder}/${name}.png`, taken)
}

const service = { events: 60, seed: 'pictures', now: '2026-05-01T12:00:00Z' } as const

for (const [size, width, height, colorScheme] of [
  ['wide', 1280, 720, 'light'],
  ['middle', 768, 720, 'dark'],
  ['narrow', 360, 720, 'light'],
] as const)
  test(`the pictures of the guide can be taken, ${size}`, async () => {
    mkdirSync(folder, { recursive: true })
    await using opened = await explored({
      reducedMotion: 'reduce',
      colorScheme,
      viewport: { width, height },
      service,
      at: 'events',
    })
    const { page, server, service: mock, ask, troubles } = opened
    await page.locator('tbody .row-link').first().waitFor()
    await picture(page, `events-${size}`)

    const headers = { 'Content-Type': 'application/json' }
    const body = JSON.stringify({ title: 'Park clean-up', origin_system: 'Neighbourhood calendar' })
    for (const number of [1, 2, 3]) await ask(`/api/v2/events?page=${number}`)
    await ask('/api/v2/events', { method: 'POST', headers, body })
    mock.faults.add({ operation: 'events.list', times: 1, effect: { kind: 'rate-limit', retryAfter: 1 } })
    await ask('/api/v2/events')
    await ask('/api/v2/events', { headers: { 'OSDI-API-Token': 'no-such-key' } })
    await page.goto(`${server.url}/_mock/ui#/requests`)
    await page.getByText('rate-limit').first().waitFor()
    await picture(page, `requests-${size}`)
    await page.goto(`${server.url}/_mock/ui#/requests/4`)
    await page.getByRole('dialog').waitFor()
    await picture(page, `request-${size}`)

    const { token } = mock.seeded.group
    const event = mock.addEvent(
      { title: 'Street fair', start_date: '2026-06-20T10:00:00', capacity: 200 },
      { key: token },
    )
    mock.attend(event, 12)
    await page.goto(`${server.url}/_mock/ui#/events/${event.id}`)
    await page.getByRole('heading', { level: 1, name: 'Street fair' }).waitFor()
    await page.evaluate(() => document.activeElement instanceof HTMLElement && document.activeElement.blur())
    await picture(page, `event-${size}`)
    expect(troubles).toEqual([])
  })

for (const [size, width, height, colorScheme] of [
  ['wide', 1280, 720, 'light'],
  ['middle', 820, 640, 'dark'],
  ['narrow', 360, 720, 'light'],
] as const)
  test(`the pictures of acts can be taken, ${size}`, async () => {
    await using opened = await explored({
      reducedMotion: 'reduce',
      colorScheme,
      viewport: { width, height },
      service,
      at: 'events',
    })
    const { page, server, service: mock } = opened
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'New event' }).click()
    await dialog.getByLabel('Title', { exact: true }).fill('Street fair')
    await dialog.getByLabel('Starts').fill('2026-06-20T10:00')
    await dialog.getByLabel('Venue').fill('Band shell')
    await picture(page, `new-event-${size}`)

    const event = mock.addEvent({ title: 'Street fair' }, { key: mock.seeded.group })
    await page.goto(`${server.url}/_mock/ui#/events/${event.id}`)
    await page.getByRole('button', { name: 'RSVP' }).click()
    await dialog.getByRole('button', { name: 'Known' }).click()
    await dialog.getByLabel('Find by name').fill('gra')
    await dialog.getByText(/^\d are found$/).waitFor()
    await dialog.getByRole('radio').nth(1).check()
    await picture(page, `rsvp-${size}`)

    await page.goto(`${server.url}/_mock/ui#/state`)
    const damaged = JSON.stringify({ ...mock.snapshot().toJSON(), events: [{ id: 'one' }] })
    const file = { name: 'calendar-state.json', mimeType: 'application/json', buffer: Buffer.from(damaged) }
    await page.getByLabel('State document').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.getByRole('alert').waitFor()
    await picture(page, `upload-${size}`)
  })

for (const [size, width, height, colorScheme] of [
  ['wide', 1280, 640, 'light'],
  ['middle', 820, 640, 'dark'],
  ['narrow', 390, 720, 'light'],
] as const)
  test(`the pictures of the overview and of lists can be taken, ${size}`, async () => {
    const look = { reducedMotion: 'reduce', colorScheme, viewport: { width, height }, service } as const
    await using opened = await explored({ ...look, at: 'overview' })
    const { page, server, troubles } = opened
    await page.getByRole('link', { name: /^All \d+ events/ }).waitFor()
    if (size === 'middle') await page.getByRole('button', { name: 'RSVPs' }).click()
    await picture(page, `overview-${size}`)
    await page.goto(`${server.url}/_mock/ui#/lists`)
    await page.locator('tbody .row-link').first().waitFor()
    await picture(page, `lists-${size}`)
    expect(troubles).toEqual([])
  })

for (const [size, width, height, colorScheme] of [
  ['wide', 1280, 760, 'light'],
  ['middle', 820, 640, 'dark'],
  ['narrow', 390, 760, 'light'],
] as const)
  test(`the pictures of faults and of mail can be taken, ${size}`, async () => {
    const look = { reducedMotion: 'reduce', colorScheme, viewport: { width, height }, service } as const
    await using opened = await explored({ ...look, at: 'faults' })
    const { page, server, service: mock, ask, troubles } = opened
    const go = (at: string) => page.goto(`${server.url}/_mock/ui#/${at}`)
    mock.faults.add({
      operation: 'events.list',
      version: 'v2',
      times: 3,
      effect: { kind: 'rate-limit', retryAfter: 2 },
    })
    mock.faults.add({ effect: { kind: 'latency', ms: { min: 5, max: 30 } } })
    mock.faults.add({ operation: ['events.create', 'events.update'], nth: 3, when: 'after', effect: { kind: 'reset' } })
    mock.faults.add({ path: '/api/v2/people/*', method: 'GET', times: 1, effect: { kind: 'html' } })
    for (const path of ['events', 'events?page=2', 'people/none']) await ask(`/api/v2/${path}`)
    await page.getByText('spent').waitFor()
    await picture(page, `faults-${size}`)
    await go('faults/fault-1')
    await page.getByRole('dialog').getByText('once more').waitFor()
    await picture(page, `fault-${size}`)
    await go('faults/new?preset=busy')
    await page.getByRole('dialog', { name: 'Add a fault' }).waitFor()
    await picture(page, `new-fault-${size}`)

    const { token } = mock.seeded.group
    const place = { venue: 'Band shell', address_lines: ['1 Park Road'], locality: 'Nashville', region: 'TN' }
    const instructions = '<p>Bring <b>friends</b>, and water.</p>'
    const event = (title: string, start_date: string) =>
      mock.addEvent({ title, start_date, location: place, instructions }, { key: token })
    mock.attend(event('Street fair', '2026-05-02T20:00:00'), 5)
    mock.attend(event('Park picnic', '2026-05-06T12:00:00'), 3)
    mock.clock.advance('PT20H')
    await go('time-and-mail')
    await page.getByRole('link', { name: 'Reminder: Street fair' }).first().waitFor()
    await picture(page, `mail-${size}`)
    await go(`time-and-mail/${mock.outbox.findIndex(({ subject }) => subject === 'Reminder: Street fair') + 1}`)
    await page.getByRole('dialog').getByText('Bring friends').waitFor()
    await picture(page, `message-${size}`)
    expect(troubles).toEqual([])
  })
