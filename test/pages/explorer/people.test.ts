import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'
import { closed } from './support/moments.ts'

const now = '2026-05-01T12:00:00Z'

test('the explorer adds a person, shows refusals, and changes contacts, custom fields and tags on the page of the person', async () => {
  await using opened = await explored({ service: { now }, at: 'data/people' })
  const { page, service, server, dialog, said } = opened
  service.addTag({ name: 'driver', key: server.keys.group })
  service.addPerson({ email_address: 'taken@example.org' })
  const personOf = () =>
    service
      .snapshot()
      .toJSON()
      .people.findLast(({ given_name }) => given_name === 'Ada')
  await page.getByRole('button', { name: 'New person' }).click()
  await dialog.getByLabel('Given name').fill('Ada')
  await dialog.getByLabel('E-mail').fill('taken@example.org')
  await dialog.getByLabel('Phone').fill('+1 202 555 0101')
  await page.keyboard.press('Enter')
  await dialog.getByText('Already belongs to another person').waitFor()
  await dialog.getByLabel('E-mail').fill('ada@example.org')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: 'Ada' }).waitFor()
  await page.getByText('12025550101').waitFor()

  await closed(page)
  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('E-mail').fill('')
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).postDataJSON()).toEqual({ email_address: null })
  await said('was changed')
  await closed(page)

  await page.getByRole('button', { name: 'Add a field …' }).click()
  await dialog.getByLabel('Name').fill('diet')
  await dialog.getByLabel('Value').fill('vegan')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Change diet' }).click()
  await dialog.getByLabel('Value').fill('none')
  await page.keyboard.press('Enter')
  await closed(page)
  await page.getByLabel('Add a tag').selectOption('driver')
  await page.getByRole('button', { name: 'Remove the tag driver' }).waitFor()
  expect(personOf()).toMatchObject({ email_addresses: [], custom_fields: { diet: 'none' } })
  await page.getByRole('button', { name: 'Remove diet' }).click()
  await page.getByText('No custom fields').waitFor()
  expect(personOf()).not.toHaveProperty('custom_fields')

  await page.getByRole('link', { name: 'driver' }).click()
  await page.getByText('1 in all').waitFor()
  await page.getByRole('link', { name: 'Remove the filter tag' }).click()
  await page.getByRole('row', { name: 'taken@example.org' }).waitFor()
})

test('a search in the explorer is there again after Back, and the page of a person shows the status of the e-mail address', async () => {
  await using opened = await explored({ service: { now, events: 3 }, at: 'data/people' })
  const { page, service, server, go, ask } = opened
  const person = {
    given_name: 'Ada',
    family_name: 'Lovelace',
    email_addresses: [{ address: 'ada@example.org', status: 'unsubscribed' }],
  }
  const json = { 'Content-Type': 'application/json' }
  await ask('/api/v2/people', { method: 'POST', headers: json, body: JSON.stringify({ person }) })
  const picnic = service.addEvent({ title: 'Picnic' })
  for (const each of service.snapshot().toJSON().people) service.attend(picnic, each.id)
  const search = page.getByRole('searchbox')
  const there = async () => {
    await search.fill('lovelace')
    await page.getByText(/^1 of \d+$/).waitFor()
    await page.getByRole('link', { name: 'Ada Lovelace' }).click()
    await page.getByRole('heading', { level: 1, name: 'Ada Lovelace' }).waitFor()
    await page.getByText('unsubscribed', { exact: true }).waitFor()
  }
  const back = async () => {
    await page.goBack()
    await page.getByText(/^1 of \d+$/).waitFor()
    expect(await search.inputValue()).toBe('lovelace')
  }
  await there()
  await back()
  await go(`data/events/${picnic.id}/attendees`)
  await there()
  await back()
  await go('data/lists')
  await page.getByLabel('Which list').selectOption('E-mail list')
  await page.getByLabel('Whose').selectOption({ index: 0 })
  await search.fill('lovelace')
  await page.getByRole('link', { name: 'Requests' }).click()
  await page.getByRole('searchbox', { name: 'Search requests' }).fill('post people')
  await page.getByRole('combobox', { name: 'Which requests' }).selectOption({ index: 1 })
  const requestsAt = page.url()
  await page.goBack()
  await page.getByRole('searchbox', { name: 'Search people' }).waitFor()
  expect([await search.inputValue(), await page.getByLabel('Which list').inputValue()]).toEqual([
    'lovelace',
    'E-mail list',
  ])
  await page.goForward()
  await page.getByRole('searchbox', { name: 'Search requests' }).waitFor()
  expect([page.url(), await search.inputValue()]).toEqual([requestsAt, 'post people'])
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
})

test('the page of an event in the explorer changes the status of an RSVP where it shows the RSVP, and the page of the person shows it', async () => {
  await using opened = await explored({ service: { now } })
  const { page, service, go, said } = opened
  const ada = service.addPerson({ given_name: 'Ada', family_name: 'Lovelace' })
  const picnic = service.addEvent({ title: 'Picnic' })
  service.attend(picnic, ada)
  await go(`data/events/${picnic.id}/attendees`)
  await page.getByLabel('RSVP of Ada Lovelace').selectOption('declined')
  await said('The RSVP of Ada Lovelace is declined')
  await go(`data/people/${ada.id}`)
  await page.getByRole('row', { name: 'Picnic' }).getByText('declined').waitFor()
  await page.getByRole('link', { name: 'Sent mail' }).click()
  await page.getByRole('row', { name: 'Thank you for your RSVP: Picnic' }).waitFor()
  service.reset()
  await page.getByText('No such person').waitFor()
})

test('the explorer adds a campaign and a tag for the chosen key, and shows and changes the campaign on its page', async () => {
  await using opened = await explored({ service: { now }, at: 'data/campaigns' })
  const { page, service, server, dialog, go, said } = opened
  await page.getByText('No campaigns yet').waitFor()
  await page.getByRole('button', { name: 'New campaign' }).click()
  await page.keyboard.press('Enter')
  await dialog.getByText('Must be text that is not empty').waitFor()
  await dialog.getByLabel('Title', { exact: true }).fill('Spring')
  await dialog.getByLabel('Why to host').fill('<p>Hold one near you.</p>')
  await dialog.getByRole('button', { name: 'Make the campaign' }).click()
  await page.getByRole('heading', { level: 1, name: 'Spring' }).waitFor()
  const [campaign] = service.snapshot().toJSON().campaigns
  expect(campaign).toMatchObject({ title: 'Spring', host_pitch: '<p>Hold one near you.</p>' })
  service.addEvent({ title: 'Picnic', campaign: campaign?.id ?? '' })
  service.addEvent({ title: 'Walk' })
  await page.getByRole('row', { name: 'Picnic' }).waitFor()
  await page.getByText('1 in all').waitFor()

  await page.getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Why to host').fill('')
  await dialog.getByLabel('In lists').selectOption('hidden')
  const saved = page.waitForRequest((request) => request.method() === 'PUT')
  await dialog.getByRole('button', { name: 'Save' }).click()
  expect((await saved).postDataJSON()).toEqual({ host_pitch: null, hidden: true })
  await page.locator('.head .chip', { hasText: 'hidden' }).waitFor()
  await go('data/campaigns?search=spring')
  await page.getByRole('row', { name: 'Spring hidden' }).waitFor()

  await go('data/tags')
  await page.getByRole('button', { name: 'New tag' }).click()
  await dialog.getByLabel('Name').fill('driver')
  await page.keyboard.press('Enter')
  await said('The tag driver was made')
  await page.getByRole('row', { name: 'driver' }).waitFor()
  const html = await page.content()
  for (const key of Object.values(server.keys)) expect(html).not.toContain(key)
})
