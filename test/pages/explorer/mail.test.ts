import type { Page } from 'playwright'
import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const now = '2026-05-01T12:00:00Z'
const nashville = { venue: 'Band shell', locality: 'Nashville', region: 'TN' }
/** Its reminder is due on 2 May at 15:00 UTC. */
const picnic = { title: 'Picnic', start_date: '2026-05-03T10:00:00', location: nashville }

const atMail = () => explored({ service: { now }, at: 'time-and-mail' })

const subjectsOf = (page: Page) => page.locator('tbody .row-link').allTextContents()
const row = (page: Page, name: string) => page.getByRole('row', { name })
const clockOf = (page: Page) => page.getByRole('region', { name: /The service’s clock/ })

test('the mail of an RSVP shows at once, and so does the reminder that a moved clock sends; it is searched, and shown by kind and by event', async () => {
  await using opened = await atMail()
  const { page, service, server, dialog, troubles } = opened
  await page.getByText('No mail yet').waitFor()
  const [walk, talk] = ['Walk', 'Talk'].map((title) =>
    service.addEvent({ ...picnic, title }, { key: server.keys.group }),
  )
  service.attend(walk ?? '', service.addPerson({ given_name: 'Ada', email_address: 'ada@example.net' }))
  await row(page, 'Thank you for your RSVP: Walk').getByText('autoresponse').waitFor()
  await row(page, 'Thank you for your RSVP: Walk').getByText('ada@example.net').waitFor()
  service.attend(talk ?? '', 2)
  service.clock.advance('P2D')
  await row(page, 'Reminder: Walk').getByText('2026-05-02 15:00').waitFor()
  const note = page.getByRole('region', { name: 'Outbox' }).getByRole('status')
  await note.getByText('6').waitFor()
  await page.getByRole('searchbox', { name: 'Search mail' }).fill('walk ADA')
  await note.getByText('2').waitFor()
  await page.getByRole('combobox', { name: 'Which mail' }).selectOption('Reminders')
  await note.getByText('1').waitFor()
  // Addresses keep that.
  await page.reload()
  await page.getByRole('link', { name: 'Reminder: Walk' }).click()
  await dialog.getByRole('link', { name: 'All its mail' }).click()
  await page.getByRole('link', { name: 'Thank you for your RSVP: Walk' }).waitFor()
  expect(await subjectsOf(page)).toEqual(['Reminder: Walk', 'Thank you for your RSVP: Walk'])
  expect(troubles).toEqual([])
})

test('the clock is moved on by an hour, a day, a week, and to a moment that is to come, and says what was sent', async () => {
  await using opened = await atMail()
  const { page, service, server } = opened
  service.attend(service.addEvent(picnic, { key: server.keys.group }), 2)
  const from = service.clock.now().getTime()
  const hours = () => (service.clock.now().getTime() - from) / 3_600_000
  await clockOf(page).getByText('stands').waitFor()
  const said = page.locator('.said')
  await page.getByRole('button', { name: 'An hour on' }).click()
  await said.getByText('The clock shows 2026-05-01 13:00').waitFor()
  expect(hours()).toBe(1)
  await page.getByRole('button', { name: 'A day on' }).click()
  await said.getByText('The clock shows 2026-05-02 13:00').waitFor()
  expect(hours()).toBe(25)
  const field = page.getByLabel('To a moment, in UTC')
  for (const [value, problem] of [
    ['2026-04-30T12:00', 'has passed: the clock never goes back'],
    ['', 'must be an ISO 8601 date-time with a zone'],
  ] as const) {
    await field.fill(value)
    await page.getByRole('button', { name: 'Move' }).click()
    await clockOf(page).getByText(problem).waitFor()
    expect(await field.getAttribute('aria-invalid')).toBe('true')
  }
  await field.fill('2026-05-02T16:30')
  await page.keyboard.press('Enter')
  await said.getByText('The clock shows 2026-05-02 16:30:00, and 2 messages were sent').waitFor()
  await clockOf(page).getByText('2026-05-02 16:30:00').waitFor()
  await page.getByRole('button', { name: 'A week on' }).click()
  await said.getByText('The clock shows 2026-05-09 16:30:00').waitFor()
  expect(service.clock.now().toISOString()).toBe('2026-05-09T16:30:00.000Z')
})

test('the clock is moved to just before and just after a reminder', async () => {
  await using opened = await atMail()
  const { page, service, server } = opened
  const reminders = page.getByRole('region', { name: /Reminders to come/ })
  await reminders.getByText('None.').waitFor()
  for (const day of ['03', '04']) {
    const walk = { ...picnic, title: `Walk ${day}`, start_date: `2026-05-${day}T10:00:00` }
    service.attend(service.addEvent(walk, { key: server.keys.group }), 1)
  }
  await reminders.getByText('2026-05-02 15:00, in 1 d 2 h · 1 RSVP').waitFor()
  await reminders.getByRole('button', { name: 'Just before: the reminder of Walk 03' }).click()
  await reminders.getByText('in 1 min ·').waitFor()
  expect(service.clock.now().toISOString()).toBe('2026-05-02T14:59:00.000Z')
  expect(service.outbox.filter(({ kind }) => kind === 'reminder')).toEqual([])
  await reminders.getByRole('button', { name: 'Just after: the reminder of Walk 04' }).click()
  await row(page, 'Reminder: Walk 04').waitFor()
  expect(service.outbox.flatMap(({ kind, subject }) => (kind === 'reminder' ? [subject] : []))).toEqual([
    'Reminder: Walk 03',
    'Reminder: Walk 04',
  ])
  await reminders.getByRole('link', { name: 'Walk 03' }).waitFor({ state: 'detached' })
})

test('a message opens with its text, its HTML as a text, and drawn in a frame where nothing runs', async () => {
  await using opened = await atMail()
  const { page, service, server, troubles } = opened
  const instructions = '<p>Bring <b>friends</b> &amp; water.</p>'
  const event = service.addEvent({ ...picnic, instructions }, { key: server.keys.group })
  const ada = { given_name: 'Ada', family_name: 'Lovelace', email_address: 'ada@example.net' }
  service.attend(event, service.addPerson(ada))
  const link = page.getByRole('link', { name: 'Thank you for your RSVP: Picnic' })
  await link.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Thank you for your RSVP: Picnic' })
  await dialog.getByText('Ada Lovelace <ada@example.net>').waitFor()
  expect(page.url()).toMatch(/#\/time-and-mail\/1$/)
  await dialog.getByText('Bring friends & water.').waitFor()
  await dialog.getByRole('button', { name: 'HTML', exact: true }).click()
  expect(await dialog.locator('code').textContent()).toContain(instructions)
  await dialog.getByRole('button', { name: 'HTML, drawn' }).click()
  await dialog.frameLocator('iframe').getByText('Bring friends & water.').waitFor()
  expect(await dialog.locator('iframe').getAttribute('sandbox')).toBe('')
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(link)
  await page.keyboard.press('Enter')
  await dialog.getByRole('link', { name: 'Show the event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic' }).waitFor()
  await page.getByRole('link', { name: 'Mail', exact: true }).click()
  await page.getByText('Only that of').waitFor()
  await link.waitFor()
  expect(troubles).toEqual([])
  await page.goto(`${server.url}/_mock/ui#/time-and-mail/77`)
  await page.getByText('The outbox does not have this message').waitFor()
})

test('mail that cannot be asked for says so, and is asked for again when it is told to', async () => {
  await using opened = await atMail()
  const { page, service, server } = opened
  service.attend(service.addEvent(picnic, { key: server.keys.group }), 1)
  await page.getByRole('link', { name: 'Thank you' }).waitFor()
  await page.route('**/_mock/**', (route) => route.abort())
  await page.getByRole('button', { name: 'An hour on' }).click()
  await clockOf(page).getByRole('alert').waitFor()
  await page.getByRole('searchbox', { name: 'Search mail' }).fill('picnic')
  const failed = page.getByRole('region', { name: 'Outbox' }).getByRole('alert')
  await failed.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/_mock/**')
  await failed.getByRole('button', { name: 'Try again' }).press('Enter')
  await failed.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Thank you' }).waitFor()
})
