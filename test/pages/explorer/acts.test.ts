import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed, expectFocus } from './support/moments.ts'

const now = '2026-05-01T12:00:00Z'

/** A page of an event that nobody has acted on yet. */
async function atEvent(events = 0) {
  const opened = await explored({ service: { now, events } })
  const { page, service, server, go } = opened
  const event = service.addEvent({ title: 'Picnic' }, { key: server.keys.group })
  await go(`events/${event.id}`)
  await page.getByRole('button', { name: 'RSVP' }).click()
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor()
  const targeted = () => service.targeting(service.seeded.group).find(({ id }) => id === event.id)?.people
  return { ...opened, event, said, targeted }
}

test('somebody new gives an RSVP, once the service takes what was typed, and the event shows it at once', async () => {
  await using opened = await atEvent()
  const { page, service, server, dialog, said, targeted } = opened
  service.addPerson({ email_address: 'grace@example.net' })
  const mail = dialog.getByLabel('E-mail')
  for (const [typed, refusal] of [
    ['no address', 'Must be an e-mail address'],
    ['grace@example.net', 'Belongs to another person already'],
  ] as const) {
    await mail.fill(typed)
    await page.keyboard.press('Enter')
    await dialog.getByText(refusal).waitFor()
    expect(await mail.getAttribute('aria-invalid')).toBe('true')
    await expectFocus(mail)
    const described = (await mail.getAttribute('aria-describedby')) ?? ''
    expect(await page.locator(`[id="${described}"]`).textContent()).toBe(refusal)
  }
  expect(targeted()).toBeUndefined()
  await page.route('**/_mock/people', (route) => route.abort(), { times: 1 })
  await dialog.getByLabel('First name').fill('Ada')
  await mail.fill('ada@example.net')
  await page.keyboard.press('Enter')
  await dialog.getByRole('alert').getByText(`${server.url}/_mock/people got no answer`).waitFor()
  await dialog.getByRole('button', { name: 'RSVP' }).click()
  await closed(page)
  const [guest] = service.mailingList(service.seeded.group.group ?? '')
  expect(guest).toMatchObject({ given_name: 'Ada', email_address: 'ada@example.net' })
  await said(`Ada ${guest?.family_name} has given an RSVP`)
  await page.getByRole('row', { name: 'total_accepted total_accepted 1' }).waitFor()
  expect(targeted()).toEqual([guest?.id])
})

test('somebody known is found by their name and gives an RSVP, by keys alone', async () => {
  await using opened = await atEvent(60)
  const { page, service, dialog, said, targeted } = opened
  const grace = service.addPerson({ given_name: 'Grace', family_name: 'Hopper' })
  await dialog.getByRole('button', { name: 'Known' }).press('Enter')
  await dialog.getByRole('button', { name: 'RSVP' }).press('Enter')
  await dialog.getByText('Choose one of the people').waitFor()
  await dialog.getByLabel('Find by name').fill('hopper grace')
  await dialog.getByText('One is found').waitFor()
  for (const key of ['Tab', 'Space', 'Enter']) await page.keyboard.press(key)
  await said('The RSVP was recorded')
  expect(targeted()).toEqual([grace.id])
})

test('several give an RSVP at once, as many as the service takes', async () => {
  await using opened = await atEvent()
  const { page, dialog, said } = opened
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
  await said('1,200 RSVPs were recorded')
  await page.getByRole('row', { name: 'total_accepted total_accepted 1200' }).waitFor()
})

test('an event is made, once the service takes what was typed, of whoever is chosen, and its page opens', async () => {
  await using opened = await explored({ service: { now, events: 30 }, at: 'events' })
  const { page, service, server, dialog } = opened
  const campaign = service.addCampaign({ title: 'Summer', key: server.keys.individual })
  const make = () => dialog.getByRole('button', { name: 'Make the event' }).click()
  await page.getByRole('button', { name: 'New event' }).click()
  await make()
  await dialog.getByText('Must be a text that is not empty').waitFor()
  await expectFocus(dialog.getByLabel('Title', { exact: true }))
  await dialog.getByLabel('Title', { exact: true }).fill('Street fair')
  await dialog.getByText('More fields').click()
  await dialog.getByLabel('Capacity').fill('-3')
  await dialog.getByText('More fields').click()
  await make()
  // In a part that is folded.
  await dialog.getByText('Must be a whole number from 0 up').waitFor()
  await expectFocus(dialog.getByLabel('Capacity'))
  await dialog.getByLabel('Capacity').fill('120')
  await dialog.getByLabel('Whose').selectOption({ index: 1 })
  await dialog.getByLabel('Starts').fill('2026-06-20T10:00')
  await dialog.getByLabel('Venue').fill('Band shell')
  await dialog.getByLabel('Campaign').selectOption({ label: 'Summer' })
  await dialog.getByLabel('Description').fill('<b>Bring friends</b>')
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
  await make()
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
})

test('an event is edited, cancelled and removed on its page, and only what was typed changes', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, dialog, go, troubles } = opened
  const fields = { name: 'Inside', start_date: '2026-06-20T10:00:00', description: 'Bring a hat' }
  const event = service.addEvent({ title: 'Picnic', ...fields, location: { venue: 'Lawn', locality: 'Chicago' } })
  service.attend(event, 2)
  await go(`events/${event.id}`)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Title', { exact: true }).fill('')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Must be a text that is not empty').waitFor()
  await expectFocus(dialog.getByLabel('Title', { exact: true }))
  await dialog.getByLabel('Title', { exact: true }).fill('Picnic, indoors')
  await dialog.getByLabel('Starts').fill('')
  await dialog.getByLabel('Venue').fill('Hall')
  await dialog.getByLabel('Status').selectOption('tentative')
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
