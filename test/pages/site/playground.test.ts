import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { deflateRawSync, gzipSync } from 'node:zlib'
import type { Frame, Page } from 'playwright'
import { expect, test } from 'vitest'
import { root } from '../../support/alias.ts'
import { axeFaults } from '../../support/axe.ts'
import { openSite } from './served.ts'

const { browser, url: siteUrl, page: shared, opened: at } = await openSite()

const folder = join(root, 'docs/site/playground/samples')
const samples = readdirSync(folder).map((file) => {
  const text = readFileSync(join(folder, file), 'utf8')
  return { name: file.replace(/^\d+-|\.ts$/g, ''), title: text.slice(3, text.indexOf('\n')) }
})

/** The playground anew in the page of all tests: at this width, or with a program in its address. */
const opened = ({ hash = '', ...look }: { hash?: string; width?: number; colorScheme?: 'light' | 'dark' } = {}) =>
  at(`playground/${hash}`, look)

/** The playground as the test before left it, if it stands there and has run: each run has a frame of its own. */
async function playground(): Promise<Page> {
  const isThere = new URL(shared.url()).pathname === '/playground/' && (await shared.locator('iframe').count()) === 1
  const page = isThere ? shared : await opened()
  if (!isThere) await ran(page)
  return page
}

const status = (page: Page) => page.getByRole('status').first()
const ran = (page: Page) =>
  status(page)
    .filter({ hasText: /^ran in/ })
    .waitFor()
const printed = (page: Page) => page.frameLocator('iframe').locator('#console').innerText()

const hashOf = (code: string) => `#code=${deflateRawSync(code).toString('base64url')}`
const pressRun = (page: Page) => page.getByRole('button', { name: 'Run' }).click()

/** A server of somebody else, with the addresses that were asked of it and the number of connections. */
async function elsewhere() {
  const asked: string[] = []
  let connections = 0
  const server = createServer(({ url = '' }, response) => {
    asked.push(url)
    response.writeHead(200, { 'Access-Control-Allow-Origin': '*', 'Content-Type': 'text/javascript' }).end('1')
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    asked,
    connections: () => connections,
    // Another host than that of the site.
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Writes a program into the editor, and runs it. */
async function runCode(page: Page, code: string): Promise<void> {
  await page.locator('.cm-content').fill(code)
  await pressRun(page)
}

const tabOf = (page: Page, name: string) => page.frameLocator('iframe').getByRole('tab', { name })

test('the playground has ten samples', () => {
  expect(samples).toHaveLength(10)
})

test.for(samples)('the sample "$title" of the playground runs, prints, and shows its service', async ({ name }) => {
  const page = await playground()
  await page.getByLabel('Sample').selectOption(name)
  await ran(page)
  const frame = page.frameLocator('iframe')
  // The tab stays as the sample before left it.
  await tabOf(page, 'Console').click()
  expect((await printed(page)).length).toBeGreaterThan(20)
  expect(await frame.locator('#console .error').count()).toBe(0)
  await frame.getByRole('tab', { name: 'Explorer' }).click()
  await frame.getByRole('region', { name: 'Explorer of the mock service' }).waitFor()
  await tabOf(page, 'Console').click()
  // The feed of the explorer is not the program's.
  await page.getByRole('button', { name: 'Stop', disabled: true }).waitFor()
  expect(await status(page).innerText()).not.toContain('timers left')
})

test('the first sample prints ten lines', async () => {
  const page = await opened()
  await ran(page)
  expect((await printed(page)).split('\n')).toHaveLength(10)
})

test('Ctrl+Enter runs the program and is shown, Run leaves the tab where it was, and Reset brings the sample back', async () => {
  const page = await opened()
  await ran(page)
  const editor = page.locator('.cm-content')
  const sample = await editor.innerText()
  expect(await page.getByRole('button', { name: 'Run' }).innerText()).toContain('Ctrl+Enter')
  await tabOf(page, 'Explorer').click()
  const code = "import { createMockService } from 'osdi-events/mock'\ncreateMockService()\nconsole.log('by keys')"
  await editor.fill(code)
  await editor.press('Control+Enter')
  await page.frameLocator('iframe').locator('#console').getByText('by keys').waitFor({ state: 'attached' })
  expect(await editor.innerText()).toBe(code)
  expect(await tabOf(page, 'Explorer').getAttribute('aria-selected')).toBe('true')
  await page.frameLocator('iframe').getByRole('region', { name: 'Explorer of the mock service' }).waitFor()
  await tabOf(page, 'Console').click()
  await pressRun(page)
  await ran(page)
  expect(await tabOf(page, 'Console').getAttribute('aria-selected')).toBe('true')
  await page.getByRole('button', { name: 'Reset' }).click()
  expect(await editor.innerText()).toBe(sample)
})

test.for([
  ['fetch', "\nconst url = 'https://events.example.org/api/v2/events'\nawait fetch(url)", 3],
  [
    'a list of a client',
    "import { EventsV2 } from 'osdi-events'\nconst events = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'k', retry: false })\n\nfor await (const event of events.list()) console.log(event)",
    4,
  ],
] as const)('a connection by %s is refused with "this page has no network" and its line', async ([, code, line]) => {
  const page = await playground()
  await runCode(page, code)
  await status(page).filter({ hasText: 'failed' }).waitFor()
  const said = page.frameLocator('iframe').locator('#console .error', { hasText: 'no network' })
  await said.waitFor()
  expect(await said.innerText()).toBe(
    `this page has no network: https://events.example.org/api/v2/events was not asked (line ${line})`,
  )
})

test('the playground stops an endless loop, and runs the next program', async () => {
  const page = await playground()
  await runCode(page, 'console.log("before")\nfor (;;) {}')
  await status(page).filter({ hasText: 'running' }).waitFor()
  await page.frameLocator('iframe').getByText('before').waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).filter({ hasText: 'stopped' }).waitFor()
  expect(await printed(page)).toBe('before')
  await runCode(page, 'console.log("after")')
  await ran(page)
  expect(await printed(page)).toBe('after')
})

test('the playground shows errors of the program and of its syntax', async () => {
  const page = await playground()
  await runCode(page, "import { EventsV2 } from 'osdi-events'\nnew EventsV2({ baseUrl: 'x', apiKey: 'k' })")
  await status(page).filter({ hasText: 'failed' }).waitFor()
  expect(await printed(page)).toMatch(/^InputError: baseUrl.* \(line 2\)$/)
  const marked = page.locator('.cm-lintRange-error')
  expect(await marked.innerText()).toBe("new EventsV2({ baseUrl: 'x', apiKey: 'k' })")
  await runCode(page, 'const = 1')
  await status(page).filter({ hasText: 'not run' }).waitFor()
  expect(await printed(page)).toBe('Unexpected token (line 1, column 7)')
  expect(await marked.innerText()).toBe('=')
  await runCode(page, "import { x } from 'left-pad'\nconsole.log(x)")
  await status(page).filter({ hasText: 'failed' }).waitFor()
  expect(await printed(page)).toContain('has no module left-pad')
})

/** An event without a title: the request fails behind the calls of the client. */
const incomplete = `import { actionNetwork, EventsV2 } from 'osdi-events'
const events = new EventsV2({ ...actionNetwork, apiKey: process.env.EVENTS_API_KEY ?? '' })

await events.create({ origin_system: 'Calendar' })`

test.for([
  ['of the program', '// The title\nconst event = {}\nif (event) {\n  console.log(event.title.length)\n}', 4],
  ['of a function', 'const nothing: undefined = undefined\nfunction fail() {\n  nothing.call()\n}\nfail()', 3],
  ['of the client', incomplete, 4],
  ['of a request', `${incomplete.slice(0, incomplete.indexOf('await'))}\nawait events.get('none')`, 5],
  [
    'of a list',
    `${incomplete.slice(0, incomplete.indexOf('await'))}for await (const each of events.list())\n  each.nope()`,
    5,
  ],
] as const)('an error %s at run time says its line, and the line is marked', async ([, code, line]) => {
  const page = await playground()
  await runCode(page, code)
  await status(page).filter({ hasText: 'failed' }).waitFor()
  expect(await printed(page)).toMatch(new RegExp(`\\(line ${line}\\)$`))
  expect(await page.locator('.cm-lintRange-error').innerText()).toBe(code.split('\n')[line - 1]?.trim())
  await runCode(page, '1')
  await ran(page)
  expect(await page.locator('.cm-lintRange-error').count()).toBe(0)
})

/** Ways of a worker to reach a server. */
const connections = {
  fetch: (url: string) => `await fetch('${url}/fetch')`,
  XMLHttpRequest: (url: string) => `const request = new XMLHttpRequest()
request.open('GET', '${url}/xhr', false)
request.send()`,
  WebSocket: (url: string) => `const socket = new WebSocket('${url.replace('http', 'ws')}/socket')
await new Promise((resolve, reject) => Object.assign(socket, { onopen: resolve, onerror: () => reject(Error('refused')) }))`,
  EventSource: (url: string) => `const source = new EventSource('${url}/source')
await new Promise((resolve, reject) => Object.assign(source, { onopen: resolve, onerror: () => reject(Error('refused')) }))`,
  'a font': (url: string) => `await new FontFace('f', 'url(${url}/font)').load()`,
  importScripts: (url: string) => `importScripts('${url}/scripts')`,
  // The transform of the playground makes a call of require out of import().
  import: (url: string) => `await (0, eval)("import('${url}/import')")`,
  'another worker': (
    url: string,
  ) => `const code = "fetch('${url}/worker').then(() => postMessage('reached'), () => postMessage('refused'))"
const { data } = await new Promise((resolve) => {
  new Worker(URL.createObjectURL(new Blob([code]))).onmessage = resolve
})
if (data !== 'reached') throw new Error(data)`,
  WebRTC: () => `new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1' }] })`,
  'a beacon': (url: string) => `navigator.sendBeacon('${url}/beacon')`,
  WebTransport: () => `await new WebTransport('https://localhost:1/').ready`,
  'a link': (url: string) => `document.head.innerHTML = '<link rel="preconnect" href="${url}">'`,
  'its location': (url: string) => `location.href = '${url}/location'`,
  'a window': (url: string) => `open('${url}/window')`,
  'the page': () => `parent.document.title`,
  'a message to the page': () => `parent.postMessage({ kind: 'ended', seconds: 0 }, '*')`,
  'local storage': () => `localStorage.length`,
  'a database': () => `await new Promise((resolve, reject) => {
  Object.assign(indexedDB.open('d'), { onsuccess: resolve, onerror: () => reject(Error('refused')) })
})`,
} as const

test('a program of the playground reaches no server, and nothing of the page', async () => {
  await using other = await elsewhere()
  const page = await playground()
  const before = page.url()
  const code = Object.entries(connections).map(
    ([name, codeOf]) => `try {\n${codeOf(other.url)}\nconsole.log('${name} works')\n} catch { console.log('no') }`,
  )
  await runCode(page, code.map((each) => `await (async () => {${each}})()`).join('\n'))
  await ran(page)
  const lines = (await printed(page)).split('\n').filter((line) => !line.startsWith('this page has no network: '))
  // Some browsers throw where a worker sets its location, and others ignore it.
  expect(lines.filter((line) => line !== 'no' && line !== 'its location works')).toEqual([])
  expect(lines).toHaveLength(Object.keys(connections).length)
  expect([other.asked, other.connections()]).toEqual([[], 0])
  expect(page.url()).toBe(before)
})

/** Ways out of a frame. A program has no document; these are tried in the frame itself, as if it had. */
const waysOut = {
  'its location': (url: string) => `location.href = '${url}/location'`,
  'a location of data': (url: string) => `location.href = 'data:text/html,<script src=${url}/data></script>'`,
  'a refresh': (url: string) =>
    `document.head.innerHTML += '<meta http-equiv="refresh" content="0;url=${url}/refresh">'`,
  'a link': (url: string) =>
    `document.body.innerHTML += '<a id=out href="${url}/click">x</a>'; document.getElementById('out').click()`,
  'a link to a new window': (url: string) =>
    `document.body.innerHTML += '<a id=blank target=_blank href="${url}/blank">x</a>'; document.getElementById('blank').click()`,
  'a window': (url: string) => `open('${url}/window')`,
  'the top': (url: string) => `top.location.href = '${url}/top'`,
  'a form': (url: string) =>
    `document.body.innerHTML += '<form id=form action="${url}/form"><input name=a></form>'; document.getElementById('form').submit()`,
  'a frame': (url: string) => `document.body.innerHTML += '<iframe src="${url}/frame"></iframe>'`,
  'a frame with a document': (url: string) =>
    `document.body.innerHTML += '<iframe srcdoc="<script>new Image().src = &quot;${url}/srcdoc&quot;</script>"></iframe>'`,
  'an image': (url: string) => `document.body.innerHTML += '<img src="${url}/image">'`,
  'a style': (url: string) =>
    `document.body.innerHTML += '<style>@import "${url}/css"; @font-face { font-family: f; src: url(${url}/font) } body { font-family: f; background: url(${url}/background) }</style>'`,
  'a script': (url: string) =>
    `const script = document.createElement('script'); script.src = '${url}/script'; document.head.append(script)`,
  'a script of its own': (url: string) =>
    `const script = document.createElement('script'); script.text = "new Image().src = '${url}/own'; document.title = 'changed'"; document.head.append(script)`,
  prefetch: (url: string) =>
    `document.head.innerHTML += '<link rel="prefetch" href="${url}/prefetch"><link rel="preload" as="script" href="${url}/preload"><link rel="manifest" href="${url}/manifest"><link rel="icon" href="${url}/icon">'`,
  'a beacon': (url: string) => `navigator.sendBeacon('${url}/beacon')`,
  fetch: (url: string) => `fetch('${url}/fetch', { mode: 'no-cors', keepalive: true }).catch(() => {})`,
  'a socket': (url: string) => `new WebSocket('${url.replace('http', 'ws')}/socket')`,
  media: (url: string) =>
    `document.body.innerHTML += '<video src="${url}/video" autoplay></video><object data="${url}/object"></object><embed src="${url}/embed">'`,
} as const

/** Ways that other directives of its policy hold. */
const daily = ['its location', 'a window', 'a style', 'fetch']

for (const night of [false, true]) {
  test.for(Object.entries(waysOut).filter(([way]) => daily.includes(way) !== night))(
    'the frame of the playground goes nowhere and asks for nothing by %s',
    { tags: night ? ['night'] : [] },
    async ([, codeOf]) => {
      await using other = await elsewhere()
      const page = await playground()
      // A frame that nothing was tried in yet.
      await runCode(page, '1')
      await ran(page)
      const before = page.url()
      const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame()) as Frame
      const refused = page.waitForEvent('console', (message) =>
        /Content Security Policy|sandboxed/.test(message.text()),
      )
      await frame.evaluate(`try { ${codeOf(other.url)} } catch {}`).catch(() => {})
      await refused
      await page.evaluate((url) => fetch(`${url}/done`, { mode: 'no-cors' }), other.url)
      expect(other.asked).toEqual(['/done'])
      expect(await frame.title().catch(() => '')).not.toBe('changed')
      expect([page.url(), page.context().pages().length]).toEqual([before, 1])
    },
  )
}

test('a program from a link waits for Run, and a second link in the same tab shows its program', async () => {
  const page = await opened()
  await ran(page)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const code = `console.log('Grüße', 6 * 7)`
  await page.locator('.cm-content').fill(code)
  await page.getByRole('button', { name: 'Link to it' }).click()
  await status(page).filter({ hasText: 'link copied' }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  const { hash } = new URL(page.url())
  await opened({ hash })
  await status(page).filter({ hasText: 'press Run' }).waitFor()
  expect(await page.locator('.cm-content').innerText()).toBe(code)
  expect(await page.locator('iframe').count()).toBe(0)
  expect(await page.getByLabel('Sample').locator('option:checked').innerText()).toBe('from the link')
  await pressRun(page)
  await ran(page)
  expect(await printed(page)).toBe('Grüße 42')
  await page.goto(`${siteUrl}/playground/${hashOf("console.log('second')")}`)
  await status(page).filter({ hasText: 'press Run' }).waitFor()
  expect(await page.locator('iframe').count()).toBe(0)
  await pressRun(page)
  await ran(page)
  expect(await printed(page)).toBe('second')
  await page.goBack()
  await page.locator('.cm-content').filter({ hasText: 'Grüße' }).waitFor()
})

test.for([
  [
    'that unpacks to 30 MB',
    hashOf(' '.repeat(30_000_000)),
    'the link cannot be read: the program is longer than 100 KB',
  ],
  ['that is broken', '#code=ab!', 'the link cannot be read'],
] as const)('a link to the playground %s is not read, and the page says so', async ([, hash, text]) => {
  const page = await opened({ hash })
  await status(page).filter({ hasText: 'cannot be read' }).waitFor()
  expect(await status(page).innerText()).toBe(text)
  await pressRun(page)
  await ran(page)
  await page.locator('.cm-content').fill(`//${'x'.repeat(100_000)}`)
  await page.getByRole('button', { name: 'Link to it' }).click()
  await status(page).filter({ hasText: 'no link: the program is longer than 100 KB' }).waitFor()
})

test('the playground runs a program once, however often Run is pressed while it loads, and says why it cannot load', async () => {
  const page = await browser.newPage()
  const release = Promise.withResolvers<void>()
  await page.route('**/program.js', (route) => route.abort(), { times: 1 })
  await page.goto(`${siteUrl}/playground/${hashOf("console.log('once')")}`)
  await status(page).filter({ hasText: 'press Run' }).waitFor()
  await pressRun(page)
  await status(page).filter({ hasText: 'Failed to fetch' }).waitFor()
  await page.route('**/program.js', async (route) => {
    await release.promise
    await route.continue()
  })
  for (let time = 0; time < 3; time += 1) await pressRun(page)
  release.resolve()
  await ran(page)
  expect(await printed(page)).toBe('once')
  await page.close()
})

test('Stop ends the timers of a program that has come to its end, and keeps what it printed', async () => {
  const page = await playground()
  await runCode(page, `let count = 0\nsetInterval(() => console.log('tick', count += 1), 5)`)
  await ran(page)
  await page.frameLocator('iframe').getByText('tick 3', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).filter({ hasText: 'stopped' }).waitFor()
  expect(await page.getByRole('button', { name: 'Stop' }).isEnabled()).toBe(false)
  const lines = await printed(page)
  expect(lines).toContain('tick 3')
  await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 50)))
  expect(await printed(page)).toBe(lines)
})

test('a program that throws: its error is in sight, the status has it in the colour of failure, and Stop is disabled', async () => {
  const page = await playground()
  await tabOf(page, 'Console').click()
  const stop = page.getByRole('button', { name: 'Stop' })
  await runCode(page, "for (let line = 0; line < 200; line += 1) console.log('line', line)\nnope()")
  const failed = status(page).filter({ hasText: 'failed: ReferenceError: nope is not defined' })
  await failed.waitFor()
  const error = page.frameLocator('iframe').locator('#console .error')
  const isInSight = (line: Element) => line.getBoundingClientRect().bottom <= innerHeight
  expect(await error.evaluate(isInSight)).toBe(true)
  const colourOf = (element: Element) => getComputedStyle(element).color
  const bad = await failed.evaluate(colourOf)
  await stop.and(page.locator(':disabled')).waitFor()
  await runCode(page, 'setTimeout(() => {}, 1e6)')
  await ran(page)
  expect(await stop.isEnabled()).toBe(true)
  expect(await status(page).innerText()).toMatch(/^ran in \d+\.\d s, timers left$/)
  expect(await status(page).evaluate(colourOf)).not.toBe(bad)
  await runCode(page, 'clearTimeout(setTimeout(() => {}, 1e6))')
  await ran(page)
  await stop.and(page.locator(':disabled')).waitFor()
  expect(await status(page).innerText()).toMatch(/^ran in \d+\.\d s$/)
  await runCode(page, 'setTimeout(() => {}, 200)')
  await ran(page)
  await stop.and(page.locator(':disabled')).waitFor()
  expect(await status(page).innerText()).toMatch(/^ran in \d+\.\d s$/)
})

test('messages of others do nothing in the page of the playground', async () => {
  const page = await playground()
  const errors: string[] = []
  const note = ({ message }: Error) => errors.push(message)
  page.on('pageerror', note)
  await runCode(page, 'setInterval(() => {}, 1000)')
  await ran(page)
  const frame = page.frames().find((each) => each.parentFrame() === page.mainFrame()) as Frame
  for (const message of [
    null,
    'text',
    7,
    { kind: 'ended' },
    { kind: 'ended', seconds: { toFixed: 1 } },
    { kind: 'ready' },
  ]) {
    await page.evaluate((data) => postMessage(data, '*'), message)
    await frame.evaluate((data) => parent.postMessage(data, '*'), message)
    await page.evaluate((data) => document.querySelector('iframe')?.contentWindow?.postMessage(data, '*'), message)
  }
  await page.getByRole('button', { name: 'Stop' }).click()
  await status(page).filter({ hasText: 'stopped' }).waitFor()
  await page.evaluate(() => postMessage({ kind: 'ready' }, '*'))
  await pressRun(page)
  await ran(page)
  page.off('pageerror', note)
  expect(errors).toEqual([])
})

test('"Try it" below a sample of a guide opens it, and it prints', async () => {
  const page = await at('guides/testing.html')
  const links = await page.locator('a.try-it').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) {
    await page.goto(new URL(link ?? '', siteUrl).href)
    await status(page).filter({ hasText: 'press Run' }).waitFor()
    await pressRun(page)
    await status(page)
      .filter({ hasText: /^ran in|^failed/ })
      .waitFor()
    expect([link?.slice(0, 40), await status(page).innerText(), await printed(page)]).toEqual([
      link?.slice(0, 40),
      expect.stringMatching(/^ran in/),
      expect.stringMatching(/\S/),
    ])
  }
})

test.for([
  [1280, 'light'],
  [390, 'dark'],
] as const)('the playground fits at %d px in %s mode, and axe finds nothing wrong', async ([width, colorScheme]) => {
  const page = await opened({ width, colorScheme })
  await ran(page)
  // The search button of VitePress shows its key beside its name. The frame is another document.
  expect(await axeFaults(page, ['.DocSearch', 'iframe'])).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  const { x = 0, width: taken = 0 } = (await page.getByLabel('Sample').boundingBox()) ?? {}
  expect(x + taken).toBeLessThanOrEqual(width)
})

test('Run and the status of the playground stay in view at 390 px, wherever the page is scrolled', async () => {
  const page = await opened({ width: 390 })
  await ran(page)
  for (const selector of ['.output', '.note']) {
    await page.locator(selector).evaluate((element) => element.scrollIntoView({ block: 'end' }))
    for (const shown of [page.getByRole('button', { name: 'Run' }), status(page)]) {
      const isOnTop = await shown.evaluate((element) => {
        const { x, y, width, height } = element.getBoundingClientRect()
        const tops = [y + 2, y + height - 2].map((each) => document.elementFromPoint(x + width / 2, each))
        return tops.every((top) => top !== null && element.contains(top))
      })
      expect([selector, isOnTop]).toEqual([selector, true])
    }
  }
})

test('the playground loads at most 550 KB gzipped, and runs its first program within 3 seconds', async () => {
  const page = await browser.newPage()
  const sizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.url().startsWith(siteUrl)) sizes.push(response.body().then((body) => gzipSync(body).length))
  })
  const started = performance.now()
  await page.goto(`${siteUrl}/playground/`)
  await ran(page)
  const ms = Math.round(performance.now() - started)
  const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
  console.log(`playground: ${Math.round(bytes / 1000)} KB gzipped, first run after ${ms} ms`)
  expect(bytes).toBeLessThan(550_000)
  await page.close()
})
