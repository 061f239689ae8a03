import { expect, test } from 'vitest'
import { explorer } from './support/explored.ts'
import { closed, framesOf } from './support/moments.ts'

const explored = explorer()

/** Texts that would run, load or lead somewhere if any of them were taken for more than a text. */
const hostile = [
  '<script>window.struck = true</script>',
  '<img src="https://elsewhere.example.org/seen" onerror="window.struck = true">',
  '"><svg onload="window.struck = true">',
  '<iframe src="javascript:parent.struck = true"></iframe>',
  '</code></pre><a href="javascript:window.struck = true">here</a>',
  '<base href="https://elsewhere.example.org/"><meta http-equiv="refresh" content="0;url=https://elsewhere.example.org/">',
  '<style>@import "https://elsewhere.example.org/style.css"; * { background: url(https://elsewhere.example.org/) }</style>',
  'javascript:window.struck=true//',
  '{{constructor.constructor("window.struck = true")()}}',
  '\u202egnirts\u0000\u2028\ud800',
]
const all = hostile.join(' ')

test('hostile texts of events are shown as they are, and nothing of them runs, loads or leads anywhere', async () => {
  await using opened = await explored()
  const { page, service, server, troubles } = opened
  const key = server.keys.group
  const campaign = service.addCampaign({ title: hostile[0] ?? '', key })
  const event = service.addEvent(
    {
      title: all,
      name: all,
      description: all,
      instructions: all,
      origin_system: all,
      browser_url: 'javascript:window.struck=true//https://x',
      location: { venue: all, locality: all },
      campaign,
    },
    { key, via: 'api' },
  )
  service.attend(event, service.addPerson({ given_name: all, family_name: all }))
  await page.goto(`${server.url}/_mock/ui#/events?search=script`)
  await page
    .getByRole('link', { name: hostile[0] ?? '' })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: hostile[0] ?? '' }).waitFor()
  await page
    .getByRole('cell', { name: hostile[3] ?? '' })
    .first()
    .waitFor()
  const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
  expect(hrefs.filter((href) => !/^(#|https?:)/.test(href))).toEqual([])
  for (const button of await page.getByRole('button', { name: 'Draw' }).all()) await button.click()
  const frames = page.locator('iframe')
  expect(await frames.count()).toBeGreaterThan(0)
  for (const frame of await frames.all()) expect(await frame.getAttribute('sandbox')).toBe('')
  await framesOf(page)
  await page
    .getByRole('link', { name: /\/attendances$/ })
    .first()
    .click()
  await page.locator('pre.json').waitFor()
  await page
    .getByRole('link', { name: /\/api\/v2\/people\// })
    .first()
    .click()
  await page.getByRole('heading', { level: 1, name: /\/api\/v2\/people\// }).waitFor()
  await page.locator('pre.json').getByText('given_name').waitFor()

  expect(await page.evaluate(() => 'struck' in window)).toBe(false)
  // What a frame wanted to load or run is refused by the page's policy, and said so in the console; nothing went out.
  expect(
    troubles.filter((trouble) => !/^console: .*(?:Content Security Policy|sandboxed|Blocked script)/s.test(trouble)),
  ).toEqual([])
  expect(page.url()).toContain(server.url)
})

test('hostile requests and headers are shown as they are, and nothing of them runs, loads or leads anywhere', async () => {
  await using opened = await explored({ at: 'requests' })
  const { page, server, troubles } = opened
  const header = hostile.slice(0, 5).join(' ')
  const url = `${server.url}/api/v2/${encodeURIComponent(hostile[1] ?? '')}?${encodeURIComponent(header)}=<script>`
  await fetch(url, {
    method: 'POST',
    headers: {
      'X-Hostile': header,
      'Content-Type': 'application/json',
      'User-Agent': header,
      Referer: 'javascript:struck=1',
    },
    body: JSON.stringify({ [all]: all, __proto__: 1, nested: [hostile] }),
  })
  await fetch(`${server.url}/api/v2/events`, { method: 'POST', body: all })
  for (const number of [1, 2]) {
    await page.goto(`${server.url}/_mock/ui#/requests/${number}`)
    const dialog = page.getByRole('dialog')
    await dialog.getByText('<script>window.struck').first().waitFor()
    expect(await dialog.locator('img, svg:not(.icon), iframe, script, base, style').count()).toBe(0)
    await page.keyboard.press('Escape')
    await closed(page)
  }
  expect(await page.evaluate(() => 'struck' in window)).toBe(false)
  expect(troubles).toEqual([])
})

test('a page elsewhere cannot put the explorer into a frame', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.route('**/framing', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${server.url}/_mock/ui"></iframe>` }),
  )
  await page.goto(`http://localhost:${server.port}/framing`)
  // What the browser shows in the place of a page that it refuses to put there.
  await expect.poll(() => page.frames()[1]?.url(), { timeout: 10_000 }).toBe('chrome-error://chromewebdata/')
  expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0)
})
