import { expect, test } from 'vitest'
import { explored } from './support/explored.ts'

/** Texts that would run, load or lead somewhere if any of them were taken for more than a text. */
const hostile = [
  '<script>window.struck = true</script>',
  '<img src="https://elsewhere.example.org/seen" onerror="parent.struck = true">',
  '"><svg onload="window.struck = true">',
  '<iframe src="javascript:parent.struck = true"></iframe>',
  '</code></pre></title><a href="javascript:parent.struck = true" target="_top">here</a>',
  '<base href="https://elsewhere.example.org/"><meta http-equiv="refresh" content="0;url=https://elsewhere.example.org/">',
  '<style>@import "https://elsewhere.example.org/style.css"; * { background: url(https://elsewhere.example.org/) }</style>',
  'javascript:window.struck=true//',
  '{{constructor.constructor("window.struck = true")()}}',
  '\u202egnirts\u0000\u2028\ud800',
]
const all = hostile.join(' ')

test('the explorer shows hostile texts of events, people, requests, rules and mail as plain text, without scripts, loads or links', async () => {
  await using opened = await explored()
  const { page, service, server, troubles, go } = opened
  const group = service.addGroup({ title: all })
  const { token: key } = service.addKey({ group })
  const campaign = service.addCampaign({ title: all, key })
  const address = 'javascript:window.struck=true//https://x'
  const texts = { title: all, name: all, description: all, instructions: all, browser_url: address, campaign }
  const made = { ...texts, location: { venue: all, locality: all } }
  const event = service.addEvent({ ...made, origin_system: all }, { key, via: 'api' })
  const person = service.addPerson({ given_name: all, family_name: all, postal_code: all })
  for (const each of [event, service.addEvent(made, { key })]) service.attend(each, person)
  const header = hostile.slice(0, 5).join(' ')
  await fetch(`${server.url}/api/v2/${encodeURIComponent(all.slice(0, -4))}?${encodeURIComponent(header)}=<script>`, {
    method: 'POST',
    headers: { 'X-Hostile': header, 'Content-Type': 'application/json', Referer: 'javascript:struck=1' },
    body: JSON.stringify({ [all]: all, nested: [hostile] }),
  })
  service.faults.add({ effect: { kind: 'status', status: 503, body: all, headers: { 'X-Hostile': header } } })
  service.faults.add({ method: '__proto__', effect: { kind: 'next', to: `javascript:${all}` } })

  for (const at of [
    ...['data/events?search=script', `data/events?person=${person.id}`, 'data/mail', 'data/mail/1', 'data/mail/1/html'],
    ...['', '/json', '/attendees'].map((tab) => `data/events/${event.id}${tab}`),
    ...['requests', 'requests/1', 'faults'],
  ]) {
    await go(at)
    await page.locator('main, dialog').getByText('window.struck').filter({ visible: true }).first().waitFor()
    const parts = page.locator('main, dialog').locator('img, svg, script, base, style, meta')
    expect(await parts.count(), at).toBe(0)
    const hrefs = await page.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    expect(hrefs.filter((href) => !/^(#|https?:)/.test(href))).toEqual([])
    for (const frame of await page.locator('iframe').all()) {
      expect(await frame.getAttribute('sandbox'), at).toBe('')
      await frame.contentFrame().getByText('struck').first().waitFor({ state: 'attached' })
    }
    expect(await page.evaluate(() => 'struck' in window), at).toBe(false)
    expect(page.url()).toBe(`${server.url}/_mock/ui#/${at}`)
  }
  // What a frame wanted to load or run is refused by the page's policy, and said so in the console; nothing went out.
  const refused = /^console: .*(?:Content Security Policy|sandboxed|Blocked script)/s
  expect(troubles.filter((trouble) => !refused.test(trouble))).toEqual([])
})

test('closing a mail of the explorer leads only to a view of the explorer, whatever its address says', async () => {
  await using opened = await explored()
  const { page, service, server, dialog, go } = opened
  service.attend(service.addEvent({ title: 'Walk' }, { key: server.keys.group }), 1)
  for (const from of ['https://elsewhere.example.org/', 'javascript:window.struck=true', '//elsewhere.example.org']) {
    await go(`data/mail/1?from=${encodeURIComponent(from)}`)
    await dialog.getByText('Walk').first().waitFor()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.hash.includes('/mail/1'))
    expect(await page.evaluate(() => 'struck' in window)).toBe(false)
    expect(page.url()).toBe(`${server.url}/_mock/ui#/data/mail`)
  }
})

test('a page of another origin cannot put the explorer into a frame', async () => {
  await using opened = await explored()
  const { page, server } = opened
  await page.route('**/framing', (route) =>
    route.fulfill({ contentType: 'text/html', body: `<iframe src="${server.url}/_mock/ui"></iframe>` }),
  )
  const refused = page.waitForEvent('framenavigated', (frame) => frame.url() === 'chrome-error://chromewebdata/')
  await page.goto(`http://localhost:${server.port}/framing`)
  // What the browser shows in the place of a page that it refuses to put there.
  await refused
  expect(await page.frameLocator('iframe').getByRole('heading').count()).toBe(0)
})
