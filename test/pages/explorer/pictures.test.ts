import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explored } from './support/explored.ts'

/** `PICTURES=1 npm run test:explorer -- pictures` takes those of the guide anew. */
const folder = `${root}docs/guides/pictures`

const sizes = {
  wide: { viewport: { width: 1280, height: 720 }, colorScheme: 'light' },
  middle: { viewport: { width: 820, height: 640 }, colorScheme: 'dark' },
  narrow: { viewport: { width: 390, height: 720 }, colorScheme: 'light' },
} as const

type Explored = Awaited<ReturnType<typeof explored>>

interface Picture {
  readonly name: string
  readonly in: readonly (keyof typeof sizes)[]
  readonly at: string
  /** Done there before it is taken. */
  readonly by?: (opened: Explored) => Promise<unknown>
  /** A text that is there by then. */
  readonly shown: string
}

/** Each view of the guide. */
const pictures: readonly Picture[] = [
  { name: 'events', in: ['wide', 'narrow'], at: 'events', shown: 'Street fair' },
  { name: 'event', in: ['wide', 'narrow'], at: 'events/EVENT', shown: 'Fields in both versions' },
  { name: 'requests', in: ['middle'], at: 'requests', shown: 'rate-limit' },
  { name: 'request', in: ['wide'], at: 'requests/4', shown: 'As curl' },
  { name: 'faults', in: ['wide'], at: 'faults', shown: 'spent' },
  { name: 'fault', in: ['middle'], at: 'faults/fault-1', shown: 'As code' },
  { name: 'new-fault', in: ['narrow'], at: 'faults/new?preset=busy', shown: 'Retry-After' },
  { name: 'mail', in: ['wide', 'narrow'], at: 'time-and-mail', shown: 'Thank you' },
  { name: 'message', in: ['middle'], at: 'time-and-mail/1', shown: 'Bring friends' },
  { name: 'lists', in: ['wide'], at: 'lists', shown: 'can be chosen' },
  { name: 'overview', in: ['wide', 'middle', 'narrow'], at: 'overview', shown: 'RSVPs by event' },
  {
    name: 'rsvp',
    in: ['narrow'],
    at: 'events/EVENT',
    by: async ({ page, dialog }) => {
      await page.getByRole('button', { name: 'RSVP' }).click()
      await dialog.getByRole('button', { name: 'Known' }).click()
      await dialog.getByLabel('Find by name').fill('gra')
    },
    shown: 'are found',
  },
  {
    name: 'new-event',
    in: ['narrow'],
    at: 'events',
    by: async ({ page, dialog }) => {
      await page.getByRole('button', { name: 'New event' }).click()
      await dialog.getByLabel('Title', { exact: true }).fill('Street fair')
      await dialog.getByLabel('Starts').fill('2026-06-20T10:00')
    },
    shown: 'Make the event',
  },
  {
    name: 'upload',
    in: ['middle'],
    at: 'state',
    by: async ({ page, dialog, service }) => {
      const damaged = JSON.stringify({ ...service.snapshot().toJSON(), events: [{ id: 'one' }] })
      const file = { name: 'calendar-state.json', mimeType: 'application/json', buffer: Buffer.from(damaged) }
      await page.getByLabel('State document').setInputFiles(file)
      await dialog.getByRole('button', { name: 'Replace' }).click()
    },
    shown: 'nothing has changed',
  },
]

test.for(Object.keys(sizes) as (keyof typeof sizes)[])('the pictures of the guide are taken, %s', async (size) => {
  mkdirSync(folder, { recursive: true })
  const service = { events: 60, seed: 'pictures', now: '2026-05-01T12:00:00Z' } as const
  await using opened = await explored({ ...sizes[size], service, at: 'state' })
  const { page, service: mock, server, ask, go } = opened
  const location = { venue: 'Band shell', address_lines: ['1 Park Road'], locality: 'Nashville', region: 'TN' }
  const instructions = '<p>Bring <b>friends</b>, and water.</p>'
  const fair = { title: 'Street fair', start_date: '2026-05-02T20:00:00', location, instructions, capacity: 200 }
  const event = mock.addEvent(fair, { key: server.keys.group })
  mock.attend(event, 12)
  for (const number of [1, 2, 3]) await ask(`/api/v2/events?page=${number}`)
  const body = JSON.stringify({ title: 'Park clean-up', origin_system: 'Neighbourhood calendar' })
  await ask('/api/v2/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
  mock.faults.add({ operation: 'events.list', times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } })
  mock.faults.add({ operation: ['events.create', 'events.update'], nth: 3, when: 'after', effect: { kind: 'reset' } })
  mock.faults.add({ path: '/api/v2/people/*', method: 'GET', times: 1, effect: { kind: 'html' } })
  for (const path of ['events', 'events?page=2', 'people/none']) await ask(`/api/v2/${path}`)
  for (const { name, in: wanted, at, by, shown } of pictures) {
    if (!wanted.includes(size)) continue
    await go(at.replace('EVENT', event.id))
    await by?.(opened)
    await page.getByText(shown).filter({ visible: true }).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 65 })
    await session.detach()
    const taken = Buffer.from(data, 'base64')
    expect(taken.length).toBeLessThan(60_000)
    writeFileSync(`${folder}/${name}-${size}.webp`, taken)
    await go('state')
  }
})
