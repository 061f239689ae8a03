import { expect, test } from 'vitest'
import { faultsOf } from './support/axe.ts'
import { explorer } from './support/explored.ts'
import { askedBy, closed, expectFocus } from './support/moments.ts'

const explored = explorer()
const now = '2026-05-01T12:00:00Z'

/** A page of an event that nobody has acted on yet. */
async function atEvent(look: Parameters<typeof explored>[0] = {}) {
  const opened = await explored({ service: { now }, ...look })
  const { page, service, server } = opened
  const event = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  await page.goto(`${server.url}/_mock/ui#/events/${event.id}`)
  await page.getByRole('button', { name: 'RSVP' }).click()
  return { ...opened, event, dialog: page.getByRole('dialog') }
}

const saidOf = (page: Awaited<ReturnType<typeof atEvent>>['page'], text: string) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

test('somebody new gives an RSVP, with what was typed, and the event shows it at once', async () => {
  await using opened = await atEvent()
  const { page, service, dialog, event, troubles } = opened
  await dialog.getByLabel('First name').fill('Ada')
  await dialog.getByLabel('E-mail').fill('ada@example.net')
  await dialog.getByRole('button', { name: 'RSVP' }).click()
  await dialog.waitFor({ state: 'detached' })
  const [guest] = service.mailingList(service.seeded.group.group ?? '')
  expect(guest).toMatchObject({ given_name: 'Ada', email_address: 'ada@example.net' })
  // First: it is said for some seconds alone.
  await saidOf(page, `Ada ${guest?.family_name} has given an RSVP`)
  await page.getByRole('row', { name: 'total_accepted total_accepted 1' }).waitFor()
  expect(service.targeting(service.seeded.group)).toMatchObject([{ id: event.id, people: [guest?.id] }])
  expect(troubles).toEqual([])
})

test('what the service refuses of a person is said at the field that it names, and nobody is added', async () => {
  await using opened = await atEvent()
  const { page, service, dialog, event } = opened
  service.addPerson({ email_address: 'ada@example.net' })
  const mail = dialog.getByLabel('E-mail')
  for (const [typed, refusal] of [
    ['no address', 'Must be an e-mail address'],
    ['ada@example.net', 'Belongs to another person already'],
  ] as const) {
    await mail.fill(typed)
    await page.keyboard.press('Enter')
    await dialog.getByText(refusal).waitFor()
    expect(await mail.getAttribute('aria-invalid')).toBe('true')
    await expectFocus(mail)
    const described = (await mail.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(refusal)
  }
  expect(service.targeting(service.seeded.group)).toEqual([])
  await page.keyboard.press('Escape')
  await closed(page)
  await expectFocus(page.getByRole('button', { name: 'RSVP' }))
  expect(page.url()).toContain(event.id)
})

test('somebody known is found by their name and gives an RSVP, by keys alone', async () => {
  await using opened = await atEvent({ service: { now, events: 60 } })
  const { page, service, dialog, event } = opened
  const grace = service.addPerson({ given_name: 'Grace', family_name: 'Hopper' })
  await dialog.getByRole('button', { name: 'Known' }).press('Enter')
  await dialog.getByRole('button', { name: 'RSVP' }).click()
  await dialog.getByText('Choose one of the people').waitFor()
  await dialog.getByLabel('Find by name').fill('hopper grace')
  await dialog.getByText('One is found').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await saidOf(page, 'The RSVP was recorded')
  const chosen = service.targeting(service.seeded.group).find(({ id }) => id === event.id)
  expect(chosen?.people).toEqual([grace.id])
})

test('several give an RSVP at once, as many as the service takes', async () => {
  await using opened = await atEvent()
  const { page, dialog } = opened
  await dialog.getByRole('button', { name: 'Several' }).click()
  const number = dialog.getByLabel('How many')
  for (const [typed, refusal] of [
    ['10001', 'Must be at most 10000: others wait meanwhile'],
    ['', 'Must be a number'],
  ] as const) {
    await number.fill(typed)
    await page.keyboard.press('Enter')
    await dialog.getByText(refusal).waitFor()
  }
  await number.fill('1200')
  await page.keyboard.press('Enter')
  await saidOf(page, '1,200 RSVPs were recorded')
  await page.getByRole('row', { name: 'total_accepted total_accepted 1200' }).waitFor()
})

test('an event is made as in the user interface, of whoever is chosen, and its page opens', async () => {
  await using opened = await explored({ service: { now, events: 30 }, at: 'events' })
  const { page, service, server, troubles } = opened
  const campaign = service.addCampaign({ title: 'Summer', key: server.keys.individual })
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('Street fair')
  await dialog.getByLabel('Whose').selectOption({ index: 1 })
  await dialog.getByLabel('Starts').fill('2026-06-20T10:00')
  await dialog.getByLabel('Venue').fill('Band shell')
  await dialog.getByLabel('Campaign').selectOption({ label: 'Summer' })
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
  await dialog.getByText('More fields').click()
  await dialog.getByLabel('Capacity').fill('120')
  await dialog.getByLabel('Description').fill('<b>Bring friends</b>')
  await dialog.getByRole('button', { name: 'Make the event' }).click()
  await page.getByRole('heading', { level: 1, name: 'Street fair' }).waitFor()
  const [listed] = service.dashboard(service.seeded.individual)
  expect(page.url()).toContain(listed?.id)
  const answer = await service.fetch(`${service.baseUrl}/api/v2/events/${listed?.id}`, {
    headers: { 'OSDI-API-Token': server.keys.individual },
  })
  expect(await answer.json()).toMatchObject({
    title: 'Street fair',
    start_date: expect.stringMatching(/^2026-06-20T10:00/),
    capacity: 120,
    description: '<b>Bring friends</b>',
    location: { venue: 'Band shell' },
    'platform:event_campaign_id': expect.stringContaining(campaign.id),
  })
  expect(troubles).toEqual([])
})

test('what the service refuses of an event is said at its field, in a part that is folded too', async () => {
  await using opened = await explored({ service: { now }, at: 'events' })
  const { page, service } = opened
  await page.getByRole('button', { name: 'New event' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Make the event' }).click()
  await dialog.getByText('Must be a text that is not empty').waitFor()
  expect(await dialog.getByLabel('Title', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await dialog.getByLabel('Title', { exact: true }).fill('Picnic')
  await dialog.getByText('More fields').click()
  await dialog.getByLabel('Capacity').fill('-3')
  await dialog.getByText('More fields').click()
  await dialog.getByRole('button', { name: 'Make the event' }).click()
  await dialog.getByText('Must be a whole number from 0 up').waitFor()
  await expectFocus(dialog.getByLabel('Capacity'))
  await dialog.getByLabel('Made').selectOption({ label: 'Through the API' })
  await dialog.getByLabel('Capacity').fill('3')
  await dialog.getByRole('button', { name: 'Make the event' }).click()
  await dialog.getByText('Is set in the user interface alone').waitFor()
  expect(service.dashboard(service.seeded.group)).toEqual([])
})

test('a reset says what is lost, waits for a yes, and shows in every list', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'state' })
  const { page, service, server } = opened
  service.addEvent({ title: 'Kite day' }, { key: server.keys.group })
  service.faults.add({ operation: 'events.get', effect: { kind: 'status', status: 503 } })
  await page.getByRole('button', { name: 'Reset …' }).click()
  const dialog = page.getByRole('dialog', { name: 'Reset the service?' })
  await dialog.getByText('the fault rules in force').waitFor()
  const asked = askedBy(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  expect(asked()).not.toContain('POST /_mock/reset')
  expect(service.dashboard(service.seeded.group).map(({ title }) => title)).toContain('Kite day')
  await page.getByRole('button', { name: 'Reset …' }).click()
  await dialog.getByRole('button', { name: 'Reset', exact: true }).click()
  await saidOf(page, 'The service is back to how it was made')
  expect(service.dashboard(service.seeded.group).map(({ title }) => title)).not.toContain('Kite day')
  expect(service.faults.rules).toEqual([])
  await page.getByRole('link', { name: 'Events', exact: true }).click()
  await page.getByRole('status').filter({ hasText: /^3$/ }).waitFor()
  expect(await page.getByRole('row', { name: 'Kite day' }).count()).toBe(0)
})

test('the state is kept in a file, and the service goes on from one', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'state' })
  const { page, service, server, troubles } = opened
  service.addEvent({ title: 'Kept' }, { key: server.keys.group })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the state' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('osdi-events-state-2026-05-01.json')
  const path = await download.path()
  service.reset()
  service.addEvent({ title: 'Later' }, { key: server.keys.group })
  const titles = () => service.dashboard(service.seeded.group).map(({ title }) => title)
  await page.getByLabel('State document').setInputFiles(path)
  const dialog = page.getByRole('dialog', { name: 'Replace the state?' })
  await dialog.getByText('takes the place of everything').waitFor()
  const asked = askedBy(page)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  // Where an upload begins.
  expect(asked()).not.toContain('GET /_mock/stream')
  expect(titles()).toContain('Later')
  await page.getByLabel('State document').setInputFiles(path)
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await saidOf(page, 'The service goes on from')
  expect(titles()).toContain('Kept')
  expect(titles()).not.toContain('Later')
  expect(troubles).toEqual([])
})

test('a file that is no state is refused with what is wrong with it, and changes nothing', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'state' })
  const { page, service } = opened
  const before = JSON.stringify(service.snapshot())
  const damaged = JSON.stringify({ ...service.snapshot().toJSON(), events: [{ id: 7 }] })
  const dialog = page.getByRole('dialog', { name: 'Replace the state?' })
  for (const [name, text, problem] of [
    ['<img src=x onerror=alert(1)>.json', 'no JSON', /nothing has changed. body: must be a JSON object/],
    ['other.json', '{"format":"something else"}', /format/],
    ['damaged.json', damaged, /events\[0\]/],
  ] as const) {
    const file = { name, mimeType: 'application/json', buffer: Buffer.from(text) }
    await page.getByLabel('State document').setInputFiles(file)
    await dialog.getByText(name).waitFor()
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.getByRole('alert').getByText(problem).waitFor()
    await page.keyboard.press('Escape')
    await closed(page)
  }
  expect(JSON.stringify(service.snapshot())).toBe(before)
})

test('a dialog says when the service did not answer, and can be tried again', async () => {
  await using opened = await atEvent()
  const { page, server, dialog, service } = opened
  await page.route('**/_mock/people', (route) => route.abort(), { times: 1 })
  await dialog.getByRole('button', { name: 'RSVP' }).click()
  await dialog.getByRole('alert').getByText(`${server.url}/_mock/people got no answer`).waitFor()
  await dialog.getByRole('button', { name: 'RSVP' }).click()
  await dialog.waitFor({ state: 'detached' })
  expect(service.targeting(service.seeded.group)).toHaveLength(1)
})

for (const [colorScheme, width] of [
  ['dark', 360],
  ['light', 1280],
] as const)
  test(`axe finds nothing in the dialogs of acts, ${colorScheme} and ${width} pixels wide`, async () => {
    await using opened = await atEvent({
      service: { now, events: 30 },
      colorScheme,
      viewport: { width, height: 800 },
    })
    const { page, server, dialog } = opened
    const look = async () => {
      expect(await faultsOf(page), page.url()).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
      expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    }
    await dialog.getByLabel('E-mail').fill('none')
    await page.keyboard.press('Enter')
    await dialog.getByText('Must be an e-mail address').waitFor()
    await look()
    await dialog.getByRole('button', { name: 'Known' }).click()
    await dialog.getByRole('radio').first().check()
    await look()
    await dialog.getByRole('button', { name: 'Several' }).click()
    await dialog.getByLabel('How many').waitFor()
    await look()
    await page.goto(`${server.url}/_mock/ui#/events`)
    await page.getByRole('button', { name: 'New event' }).click()
    await dialog.getByText('More fields').click()
    await dialog.getByRole('button', { name: 'Make the event' }).click()
    await dialog.getByText('Must be a text that is not empty').waitFor()
    await look()
    await page.goto(`${server.url}/_mock/ui#/state`)
    await page.getByRole('button', { name: 'Reset …' }).click()
    await dialog.getByText('the fault rules in force').waitFor()
    await look()
    await page.keyboard.press('Escape')
    await closed(page)
    const file = { name: `${'long '.repeat(40)}.json`, mimeType: 'application/json', buffer: Buffer.from('{}') }
    await page.getByLabel('State document').setInputFiles(file)
    await dialog.getByRole('button', { name: 'Replace' }).click()
    await dialog.getByRole('alert').waitFor()
    await look()
  })

test('an event is edited, cancelled and removed on its page, and only what was typed changes', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, server, troubles } = opened
  const fields = { name: 'Inside', start_date: '2026-06-20T10:00:00', description: 'Bring a hat' }
  const event = service.addEvent({ title: 'Picnic', ...fields, location: { venue: 'Lawn', locality: 'Chicago' } })
  service.attend(event, 2)
  await page.goto(`${server.url}/_mock/ui#/events/${event.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Must be a text that is not empty').waitFor()
  await expectFocus(dialog.getByLabel('Title', { exact: true }))
  await dialog.getByLabel('Title', { exact: true }).fill('Picnic, indoors')
  await dialog.getByLabel('Starts').fill('')
  await dialog.getByLabel('Venue').fill('Hall')
  await dialog.getByLabel('Status').selectOption('tentative')
  expect(await faultsOf(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Picnic, indoors' }).waitFor()
  const [stored] = service.snapshot().toJSON().events
  expect(stored).toMatchObject({
    title: 'Picnic, indoors',
    name: 'Inside',
    description: 'Bring a hat',
    status: 'tentative',
    location: { sent: { venue: 'Hall', locality: 'Chicago' } },
  })
  expect(stored).not.toHaveProperty('start')
  await page.getByRole('button', { name: 'Cancel event' }).click()
  await page.getByRole('row', { name: 'status status cancelled' }).waitFor()
  await page.getByRole('button', { name: 'Cancel event' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Remove …' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
  expect(service.dashboard(service.seeded.group)).toEqual([])
  // The browser tells of the refusal, and of nothing else.
  expect(troubles.filter((trouble) => !trouble.includes('400'))).toEqual([])
})
