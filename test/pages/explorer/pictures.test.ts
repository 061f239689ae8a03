import { mkdirSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { explored } from './support/explored.ts'

/** `PICTURES=1 npm run test:explorer -- pictures` takes those of the guide anew. */
const folder = `${root}docs/guides/pictures`

interface Picture {
  readonly name: string
  readonly width: number
  /** @default 800 */
  readonly height?: number
  /** Where the picture begins. @default 0 */
  readonly top?: number
  readonly colorScheme: 'light' | 'dark'
  readonly at: string
  readonly shown: string
}

/** The pictures of the guide and the README, and a text that is there by then. */
const pictures: readonly Picture[] = [
  { name: 'request', width: 1280, height: 640, colorScheme: 'light', at: 'requests/4', shown: 'Response body' },
  { name: 'request-dark', width: 1280, height: 640, colorScheme: 'dark', at: 'requests/4', shown: 'Response body' },
  { name: 'data', width: 1280, colorScheme: 'light', at: 'data', shown: 'Street fair' },
  { name: 'faults', width: 1280, colorScheme: 'dark', at: 'faults', shown: 'spent' },
  { name: 'reason', width: 430, top: 156, height: 500, colorScheme: 'light', at: 'requests/4', shown: 'Copy as curl' },
  {
    name: 'reason-dark',
    width: 430,
    top: 156,
    height: 500,
    colorScheme: 'dark',
    at: 'requests/4',
    shown: 'Copy as curl',
  },
  { name: 'event', width: 390, colorScheme: 'light', at: 'data/events/EVENT', shown: 'Fields in both versions' },
]

test.for(pictures)(
  'the picture $name of the guide is drawn from the explorer',
  async ({ name, width, colorScheme, at, shown, height = 800, top = 0 }) => {
    mkdirSync(folder, { recursive: true })
    const service = { events: 60, seed: 'pictures', now: '2026-05-01T12:00:00Z' } as const
    await using opened = await explored({ viewport: { width, height }, colorScheme, service })
    const { page, service: mock, server, ask, go } = opened
    const location = { venue: 'Band shell', address_lines: ['1 Park Road'], locality: 'Nashville', region: 'TN' }
    const instructions = '<p>Bring <b>friends</b>, and water.</p>'
    const fair = { title: 'Street fair', start_date: '2026-05-02T20:00:00', location, instructions, capacity: 200 }
    const event = mock.addEvent(fair, { key: server.keys.group })
    mock.attend(event, 12)
    for (const number of [1, 2, 3]) await ask(`/api/v2/events?page=${number}`)
    const body = JSON.stringify({
      title: 'Park clean-up',
      start_date: '2026-05-09T10:00:00',
      source: 'Neighbours',
    })
    await ask('/api/v2/events', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body })
    mock.faults.add({ operation: 'events.list', times: 3, effect: { kind: 'rate-limit', retryAfter: 2 } })
    mock.faults.add({ operation: ['events.create', 'events.update'], nth: 3, when: 'after', effect: { kind: 'reset' } })
    mock.faults.add({ path: '/api/v2/people/*', method: 'GET', times: 1, effect: { kind: 'html' } })
    for (const path of ['events', 'events?page=2', 'people/none']) await ask(`/api/v2/${path}`)
    await go(at.replace('EVENT', event.id))
    await page.getByText(shown).filter({ visible: true }).first().waitFor()
    await page.evaluate(() => document.fonts.ready)
    // The frame of the focus is not what a picture shows.
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
    const session = await page.context().newCDPSession(page)
    const { data } = await session.send('Page.captureScreenshot', {
      ...{ format: 'webp', quality: 55 },
      // Small pictures are shown at their own size, so screens with more dots need more of them.
      ...(width < 600 && { clip: { x: 0, y: top, width, height: height - top, scale: 2 } }),
    })
    await session.detach()
    const taken = Buffer.from(data, 'base64')
    expect(taken.length).toBeLessThan(60_000)
    writeFileSync(`${folder}/${name}.webp`, taken)
  },
)
