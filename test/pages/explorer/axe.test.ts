import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'
import { closed } from './support/moments.ts'

type Explored = Awaited<ReturnType<typeof explored>>
/** Ids in addresses, by the names that stand for them. */
type Ids = Readonly<Record<'EVENT' | 'PERSON' | 'CAMPAIGN', string>>
type Step = (at: Explored, ids: Ids) => Promise<Locator | undefined>

const to =
  (address: string, shown: string): Step =>
  async ({ page, go }, ids) => {
    await go(Object.entries(ids).reduce((path, [name, id]) => path.replaceAll(name, id), address))
    return page.getByText(shown).first()
  }

const press =
  (name: string, shown?: string): Step =>
  async ({ page, dialog }) => {
    const place = (await dialog.count()) > 0 ? dialog : page
    await place.getByRole('button', { name, exact: true }).first().click()
    return shown === undefined ? undefined : place.getByText(shown).first()
  }

const cancel: Step = async ({ page, dialog }) => {
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await closed(page)
  return undefined
}

/** What a fault of the page says. */
const listSentence = 'Every request that lists events or reads an event gets 429 with Retry-After: 1.'

const file = { name: `${'long '.repeat(40)}.json`, mimeType: 'application/json', buffer: Buffer.from('{}') }

/** What is done one after the other; where something is waited for, the page is looked at. */
const parts: Readonly<Record<string, readonly Step[]>> = {
  'requests and their responses': [
    to('requests', '/api/v2/events'),
    to('requests/1', 'Request body'),
    to('requests?fault=fault-1', 'Show all'),
    to('requests/77', 'does not have this request'),
    to('clauses?of=v2%20%C2%A72.1', 'in our words'),
    to('nowhere', 'There is nothing at this address'),
  ],
  'events, and their forms': [
    to('data/events?via=api', 'Walk'),
    to('data/events?search=nothing-has-this', 'No matching events'),
    press('New event'),
    press('Make the event', 'Must be text that is not empty'),
    to('data/events/EVENT', 'Fields in both versions'),
    press('RSVP', 'The service makes them up'),
    cancel,
    press('Edit', 'Title for organizers'),
    cancel,
    to('data/events/EVENT/json', 'Version 1'),
  ],
  'people, and who attends': [
    to('data/events/EVENT/attendees', 'Ada'),
    to('data/people', 'in all'),
    press('New person', 'makes up a name'),
    cancel,
    to('data/people/PERSON', 'Custom fields'),
    press('Add a field …', 'Value'),
    cancel,
  ],
  'campaigns, mail and lists': [
    to('data/campaigns', 'Spring'),
    to('data/campaigns/CAMPAIGN', 'Events'),
    to('data/campaigns/CAMPAIGN/about', 'Identifiers'),
    press('Edit', 'In lists'),
    cancel,
    to('data/tags', 'driver'),
    to('data/mail', 'Thank you'),
    to('data/mail/1', 'Bring friends'),
    to('data/mail/1/source', 'Bring'),
    to('data/mail?search=nothing', 'No mail'),
    to('data/lists', 'in all'),
  ],
  'faults, and their forms': [
    to('faults', '1 hit'),
    press('A fault as JSON', 'Every request gets 503.'),
    press('Close'),
    press(`Edit: ${listSentence}`, 'Change the fault'),
    press('Close'),
  ],
  'the keys, and what can be done with the state': [
    press('Keys', 'Copy group key'),
    press('Show keys', 'individual'),
    async ({ page, dialog }) => {
      await page.keyboard.press('Escape')
      await page.getByLabel('State document').setInputFiles(file)
      await dialog.getByRole('button', { name: 'Replace' }).click()
      return dialog.getByRole('alert')
    },
    cancel,
    press('Service', 'Clock'),
    press('Reset …', 'is lost'),
  ],
}

const looks = [
  ['dark', 390],
  ['light', 1280],
] as const

for (const [colorScheme, width] of looks) {
  // By day, the other tests check many of these views in light colours on a wide page.
  const tags = colorScheme === 'light' ? ['night'] : []
  test.for(Object.keys(parts))(
    `axe finds no problem and nothing overflows in the explorer, ${colorScheme} and ${width} pixels wide: %s`,
    { tags },
    async (part) => {
      await using opened = await explored({ colorScheme, viewport: { width, height: 800 } })
      const { page, service, server, ask } = opened
      expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
      const key = server.keys.group
      const title = `Picnic ${'x'.repeat(200)}`
      const event = service.addEvent({ title, instructions: '<p>Bring <b>friends</b></p>' }, { key })
      service.addEvent({ title: 'Walk', origin_system: 'Calendar' }, { key, via: 'api' })
      const tag = service.addTag({ name: `driver ${'x'.repeat(99)}`, key })
      const known = { email_address: 'ada@example.net', custom_fields: { diet: 'x'.repeat(99) }, tags: [tag] }
      const person = service.addPerson({ given_name: 'Ada', ...known })
      const campaign = service.addCampaign({ title: `Spring ${'x'.repeat(99)}`, hidden: true, key })
      service.attend(event, person)
      service.attend(event, 2)
      service.faults.add({ operation: ['events.list', 'events.get'], effect: { kind: 'rate-limit' } })
      service.faults.add({ times: 1, effect: { kind: 'redirect', to: `https://example.org/${'x'.repeat(300)}` } })
      await ask('/api/v2/events', {
        method: 'POST',
        redirect: 'manual',
        body: `${'long '.repeat(99)}${'x'.repeat(999)}`,
      })
      await ask('/api/v2/events')
      for (const step of parts[part] ?? []) {
        const shown = await step(opened, { EVENT: event.id, PERSON: person.id, CAMPAIGN: campaign.id })
        await shown?.waitFor()
        if (shown) await look(page)
      }
    },
  )
}
