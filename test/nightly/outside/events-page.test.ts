import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createMockService } from 'osdi-events/mock'
import { type Browser, chromium, type Page } from 'playwright'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { appOf } from '../../../examples/events-page/app.ts'
import { siteOf } from '../../../examples/events-page/lib/site.ts'
import { root } from '../../support/alias.ts'
import { axeFaults } from '../../support/axe.ts'
import { chromiumOptions } from '../../support/chromium.ts'
import { servedService, start } from '../../support/cli.ts'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { outputOf } from './installed.ts'

const example = join(root, 'examples/events-page')
const projects = new Map<string, PackedProject>()
let browser: Browser

/** A project with the tarball, and only the packages that the example's `package.json` names, and a copy of the example as the index says. */
function projectOf(name: string, manifest: string, ...folders: readonly string[]): PackedProject {
  const { dependencies, devDependencies = {} } = JSON.parse(readFileSync(join(example, manifest), 'utf8'))
  const { 'osdi-events': _, ...others } = { ...dependencies, ...devDependencies } as Record<string, string>
  const project = installPacked(...Object.entries(others).map(([other, range]) => `${other}@${range}`))
  for (const folder of folders)
    cpSync(join(example, folder), join(project.folder, folder.replace(/^next\/?/, '')), { recursive: true })
  projects.set(name, project)
  return project
}

beforeAll(async () => {
  vi.stubEnv('NEXT_TELEMETRY_DISABLED', '1')
  browser = await chromium.launch(chromiumOptions)
  projectOf('Hono', 'package.json', '')
  rmSync(join(projects.get('Hono')?.folder ?? '', 'next'), { recursive: true })
  const { folder } = projectOf('Next', 'next/package.json', 'next', 'lib', 'public')
  const { ok, text } = await outputOf(folder, join(folder, 'node_modules/next/dist/bin/next'), 'build')
  expect(ok, text).toBe(true)
})

afterAll(async () => {
  vi.unstubAllEnvs()
  await browser?.close()
  for (const project of projects.values()) project[Symbol.dispose]()
})

const commands: Readonly<Record<string, readonly string[]>> = {
  Hono: ['node.ts'],
  Next: ['node_modules/next/dist/bin/next', 'start', '--port', '0'],
}
const faces = Object.keys(commands)

const location = {
  venue: 'Band shell',
  address_lines: ['1 Park Row'],
  locality: 'New York',
  region: 'NY',
  country: 'US',
}
const description =
  '<p>Bring <b>bread</b>.<br>And a <a href="https://example.org/cloth">cloth</a>.</p><p>Rain? We go ahead.</p>'
const picnic = {
  title: 'Picnic & <b>games</b>',
  start_date: '2999-06-20T12:00:00',
  end_date: '2999-06-20T15:00:00',
  location,
  description,
}

/** An app of one face over a service with four events, with their ids. */
async function opened(face: string) {
  const served = await servedService({ namespace: 'action_network' })
  onTestFinished(() => served[Symbol.asyncDispose]())
  const { service } = served
  const key = service.seeded.group
  service.addTag({ name: 'Volunteer', key })
  const add = (event: object) => service.addEvent({ ...picnic, ...event }, { key }).id
  const ids = { picnic: add({}), cancelled: add({ title: 'Vigil', status: 'cancelled' }) }
  add({
    title: 'Tea',
    start_date: '2999-07-01T16:00:00',
    end_date: undefined,
    location: { locality: 'Tokyo', country: 'JP' },
  })
  add({
    title: 'Call',
    start_date: '2999-06-19T20:00:00',
    end_date: '2999-06-20T01:00:00',
    location: undefined,
    description: undefined,
  })
  const { folder } = projects.get(face) ?? { folder: '' }
  // One visit of all pages takes a minute where much else runs.
  const running = start(process.execPath, commands[face] ?? [], { ...served.env, PORT: '0' }, folder, 600_000)
  onTestFinished(() => running[Symbol.asyncDispose]())
  const [, port] = await running.until('stdout', /http:\/\/(?:localhost|127\.0\.0\.1):(\d+)/)
  await running.until('stdout', face === 'Next' ? /Ready/ : /events/)
  return { service, ids, url: `http://localhost:${port}` }
}

const page = async (options: Parameters<Browser['newContext']>[0]) => {
  const context = await browser.newContext(options)
  onTestFinished(() => context.close())
  return context.newPage()
}

const send = (on: Page) => on.getByRole('button', { name: 'Count me in' }).click()

test.for(faces)(
  'each page of the events page with %s fits telephones and desktops, and axe finds no fault, light and dark',
  async (face) => {
    const { url } = await opened(face)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [390, 1280]) {
        const visit = await page({ viewport: { width, height: 844 }, colorScheme })
        const problems: string[] = []
        visit.on('console', (message) => {
          // Each browser asks for an icon, which a site has.
          const isIcon = message.location().url.endsWith('/favicon.ico')
          if (message.type() === 'error' && !isIcon) problems.push(message.text())
        })
        const look = async (name: string) => {
          await visit.waitForFunction(() => document.title !== '')
          expect(await axeFaults(visit), `${name}, ${width}, ${colorScheme}`).toEqual([])
          expect(await visit.evaluate(() => document.documentElement.scrollWidth), name).toBe(width)
        }
        await visit.goto(`${url}/events`)
        await look('list')
        await visit.getByRole('link', { name: 'Vigil' }).click()
        await visit.getByText('This event is cancelled.').waitFor()
        await look('cancelled event')
        await visit.getByRole('link', { name: 'All events' }).click()
        await visit.getByRole('link', { name: picnic.title }).click()
        await visit.getByRole('heading', { name: 'Will you come?' }).waitFor()
        await look('event')
        expect(await visit.getByRole('link', { name: 'Count me in' }).isVisible()).toBe(true)
        expect(await visit.getByText('June 20, 2999').isVisible()).toBe(true)
        const { height = 0 } = (await visit.locator('.when').boundingBox()) ?? {}
        expect(height, 'the date, on a telephone above the time').toBeLessThan(width === 390 ? 60 : 30)
        await visit.getByLabel('E-mail address').fill('ada')
        await send(visit)
        await visit.getByRole('alert').filter({ hasText: 'Please correct this' }).waitFor()
        await look('mistakes')
        await visit.getByLabel('E-mail address').fill('ada@example.org')
        await visit.getByLabel('First name').fill('Ada')
        await send(visit)
        await visit.waitForURL(/\/thanks/)
        await look('thanks')
        // Browsers write a line for the status 422.
        expect(problems.filter((line) => !line.includes('422'))).toEqual([])
      }
  },
)

test.for(faces)(
  'visitors of the events page with %s filter, mend a form and sign up once, without JavaScript',
  async (face) => {
    const { url, service } = await opened(face)
    const visit = await page({ javaScriptEnabled: false })
    await visit.goto(`${url}/events`)
    await visit.getByLabel('Place').selectOption('New York, NY')
    await visit.getByLabel('From').fill('2999-06-20')
    await visit.getByRole('button', { name: 'Show' }).click()
    expect(await visit.getByRole('listitem').getByRole('heading').allInnerTexts()).toEqual([picnic.title, 'Vigil'])
    expect(await visit.getByLabel('Place').inputValue()).toBe('New York, NY')
    await visit.getByRole('link', { name: picnic.title }).click()
    await visit.getByLabel('First name').fill('Ada')
    await visit.getByLabel('I can help on the day').check()
    await send(visit)
    expect(await visit.getByRole('alert').innerText()).toContain('Enter your e-mail address or your mobile phone')
    expect(await visit.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await visit.getByLabel('I can help on the day').isChecked()).toBe(true)
    await visit.getByLabel('E-mail address').fill('ada@example.org')
    await visit.getByLabel('Mobile phone').fill('+1 202 555 0101')
    await send(visit)
    await visit.getByRole('heading', { name: 'You are on the list. See you there!' }).waitFor()
    await visit.reload()
    const sent = service.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)
    expect(sent).toEqual([
      {
        person: {
          given_name: 'Ada',
          email_addresses: [{ address: 'ada@example.org' }],
          phone_numbers: [{ number: '+1 202 555 0101', number_type: 'Mobile' }],
        },
        add_tags: ['Volunteer'],
      },
    ])
  },
)

test.for(faces)(
  'the events page with %s says what went wrong: nothing to show, no such event, an RSVP that was refused',
  async (face) => {
    const { url, service, ids } = await opened(face)
    const visit = await page({ javaScriptEnabled: false })
    const down = service.faults.add({ times: 99, effect: { kind: 'status', status: 403 } })
    await visit.goto(`${url}/events`)
    expect(await visit.getByRole('heading').innerText()).toBe('We cannot show our events right now')
    service.faults.remove(down)
    await expect
      .poll(async () => (await (await fetch(`${url}/events`)).text()).includes('Vigil'), { timeout: 30_000 })
      .toBe(true)
    // A page of Next that sets 404 is empty without JavaScript.
    expect((await visit.goto(`${url}/events/none`))?.status()).toBe(face === 'Hono' ? 404 : 200)
    expect(await visit.getByRole('heading').innerText()).toBe('We cannot find this event')
    service.faults.add({ operation: 'attendances.record', times: 99, effect: { kind: 'status', status: 403 } })
    await visit.goto(`${url}/events/${ids.picnic}`)
    await visit.getByLabel('First name').fill('Ada')
    await visit.getByLabel('E-mail address').fill('ada@example.org')
    await send(visit)
    expect(await visit.getByRole('alert').innerText()).toContain('refused your RSVP')
    expect(await visit.getByLabel('E-mail address').inputValue()).toBe('ada@example.org')
  },
)

test('the events pages with Hono and with Next have the same content', async () => {
  const shown = async (face: string) => {
    const { url, ids } = await opened(face)
    const visit = await page({ javaScriptEnabled: false })
    const contents: string[] = []
    for (const path of ['', '?place=Tokyo', `/${ids.picnic}`, `/${ids.cancelled}`, '/none', `/${ids.picnic}/thanks`]) {
      await visit.goto(`${url}/events${path}`)
      contents.push(await visit.locator('main').ariaSnapshot())
    }
    return contents.join('\n').replaceAll(/[\da-f-]{36}|127\.0\.0\.1:\d+/g, 'x')
  }
  const [hono, next] = [await shown('Hono'), await shown('Next')]
  expect(hono).toContain('Thursday, June 20, 2999, 12:00 PM – 3:00 PM EDT')
  expect(next).toBe(hono)
})

const garden = {
  venue: 'Community garden',
  address_lines: ['24 Oak Avenue'],
  locality: 'Buffalo',
  region: 'NY',
  country: 'US',
}

/** Events for the pictures. */
const season = [
  [
    'Park picnic',
    '2026-06-20T12:00:00',
    '2026-06-20T15:00:00',
    location,
    'Bring a dish to share, a blanket and a friend. The band plays from one o’clock.',
  ],
  [
    'Rain garden workshop',
    '2026-06-21T11:00:00',
    '2026-06-21T14:00:00',
    garden,
    'Learn to plant one at home. Gloves and spades are there; wear old shoes.',
  ],
  [
    'Town hall on parks',
    '2026-06-24T18:30:00',
    '2026-06-24T20:00:00',
    { ...location, venue: 'City hall', address_lines: ['City Hall Park'] },
    'With the parks commissioner. Questions from the floor.',
  ],
  [
    'River clean-up',
    '2026-06-27T08:00:00',
    '2026-06-27T12:00:00',
    { ...garden, venue: 'Boat ramp', address_lines: ['1 River Road'] },
    'Canoes for forty people. Meet at the boat ramp.',
  ],
  [
    'Phone bank',
    '2026-06-30T17:00:00',
    '2026-06-30T20:00:00',
    garden,
    'Bring a charged phone. We have the lists, and pizza.',
  ],
  ['Family bike ride', '2026-07-05T09:00:00', '2026-07-05T11:00:00', location, 'Eight flat miles. Helmets, please.'],
] as const

/** `PICTURES=1 npx vitest run --config test/nightly/vitest.config.ts events-page -t pictured` takes those of the index of the examples anew. */
test.runIf(process.env.PICTURES).for([
  ['events-page', 'light', 1280, 800, ''],
  ['events-page-dark', 'dark', 1280, 800, ''],
  ['events-page-event', 'light', 390, 844, 'Park picnic'],
  ['events-page-event-dark', 'dark', 390, 844, 'Park picnic'],
] as const)('the events page is pictured: %s', async ([name, colorScheme, width, height, title]) => {
  const service = createMockService({ namespace: 'action_network', now: '2026-06-18T12:00:00Z' })
  const key = service.seeded.group
  for (const [title, start_date, end_date, where, description] of season)
    service.addEvent(
      {
        title,
        start_date,
        end_date,
        location: where,
        description,
        ...(title === 'River clean-up' && { status: 'cancelled' }),
      },
      { key },
    )
  const settings = { EVENTS_BASE_URL: service.baseUrl, EVENTS_API_KEY: key.token }
  const app = appOf(
    siteOf(settings, { client: { fetch: service.fetch }, now: () => Date.parse('2026-06-18T12:00:00Z') }),
  )
  app.get('/events.css', serveStatic({ root: join(example, 'public') }))
  const url = await new Promise<string>((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve(`http://127.0.0.1:${port}`),
    )
    onTestFinished(() => void server.close())
  })
  const visit = await page({ viewport: { width, height }, colorScheme })
  await visit.goto(`${url}/events`)
  if (title) await visit.getByRole('link', { name: title }).click()
  const session = await visit.context().newCDPSession(visit)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
  const taken = Buffer.from(data, 'base64')
  expect(taken.length).toBeLessThan(60_000)
  writeFileSync(join(root, `docs/guides/pictures/${name}.webp`), taken)
})
