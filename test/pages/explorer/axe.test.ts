import type { Locator } from 'playwright'
import { expect, test } from 'vitest'
import { look } from './support/axe.ts'
import { explored } from './support/explored.ts'

type Explored = Awaited<ReturnType<typeof explored>>
type Step = (at: Explored, event: string) => Promise<Locator | undefined>

const to =
  (address: string, shown: string): Step =>
  async ({ page, go }, event) => {
    await go(address.replaceAll('EVENT', event))
    return page.getByText(shown).first()
  }

const press =
  (name: string, shown?: string): Step =>
  async ({ page, dialog }) => {
    const place = (await dialog.count()) > 0 ? dialog : page
    await place.getByRole('button', { name, exact: true }).first().click()
    return shown === undefined ? undefined : place.getByText(shown).first()
  }

const type =
  (label: string, text: string): Step =>
  async ({ page }) => {
    await page.getByLabel(label, { exact: true }).fill(text)
    return undefined
  }

const file = { name: `${'long '.repeat(40)}.json`, mimeType: 'application/json', buffer: Buffer.from('{}') }

/** What is done one after the other; where something is waited for, the page is looked at. */
const parts: Readonly<Record<string, readonly Step[]>> = {
  'the list of events, one event, and what it leads to': [
    to('events?via=api', 'Walk'),
    to('events?search=nothing-has-this', 'No event fits'),
    to('events/EVENT', 'Fields in both versions'),
    press('JSON', 'Version 1'),
    to('events/EVENT/people', 'Ada'),
    to('events/EVENT/at/%2Fapi%2Fv2%2Fevents%2FEVENT%2Fattendances', 'per_page'),
    to('relations/osdi:attendances', 'Version 1 calls it'),
  ],
  'the forms of events and RSVPs': [
    to('events', 'Picnic'),
    press('New event'),
    press('Make the event', 'Must be a text that is not empty'),
    to('events/EVENT', 'Fields in both versions'),
    press('RSVP'),
    type('E-mail', 'none'),
    press('RSVP', 'Must be an e-mail address'),
    press('Known', 'Find by name'),
    press('Several', 'How many'),
  ],
  'requests, rules and their forms': [
    to('requests', '/api/v2/events'),
    to('requests/1', 'As curl'),
    to('faults', '1 hit'),
    to('faults/fault-1', '"kind": "rate-limit"'),
    to('faults/fault-9', 'This rule is not in force'),
    to('faults/new?preset=down', 'Status'),
    type('Status', '7'),
    press('Switch on', 'must be'),
  ],
  'the clock, mail, the state and overviews': [
    to('time-and-mail', 'Thank you'),
    to('time-and-mail/1', 'Bring friends'),
    press('HTML, drawn', 'HTML, drawn'),
    to('time-and-mail?search=nothing', 'No mail fits'),
    to('state', 'Download the state'),
    press('Reset …', 'the fault rules in force'),
    press('Cancel'),
    async ({ page, dialog }) => {
      await page.getByLabel('State document').setInputFiles(file)
      await dialog.getByRole('button', { name: 'Replace' }).click()
      return dialog.getByRole('alert')
    },
    to('overview', 'RSVPs by event'),
    to('lists', 'can be chosen'),
  ],
}

const looks = [
  ['dark', 390],
  ['light', 1280],
] as const

test.for(looks.flatMap((each) => Object.keys(parts).map((part) => [...each, part] as const)))(
  'axe finds nothing and nothing goes over a side, %s and %d pixels wide: %s',
  async ([colorScheme, width, part]) => {
    await using opened = await explored({ colorScheme, viewport: { width, height: 800 } })
    const { page, service, server, ask } = opened
    expect(await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches)).toBe(colorScheme === 'dark')
    const key = server.keys.group
    const title = `Picnic ${'x'.repeat(200)}`
    const event = service.addEvent({ title, instructions: '<p>Bring <b>friends</b></p>' }, { key })
    service.addEvent({ title: 'Walk', origin_system: 'Calendar' }, { key, via: 'api' })
    service.attend(event, service.addPerson({ given_name: 'Ada', email_address: 'ada@example.net' }))
    service.attend(event, 2)
    service.faults.add({ operation: ['events.list', 'events.get'], effect: { kind: 'rate-limit' } })
    service.faults.add({ times: 1, effect: { kind: 'redirect', to: `https://example.org/${'x'.repeat(300)}` } })
    await ask('/api/v2/events')
    for (const step of parts[part] ?? []) {
      const shown = await step(opened, event.id)
      await shown?.waitFor()
      if (shown) await look(page)
    }
  },
)
