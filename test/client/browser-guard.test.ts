import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { shows } from '../support/shows.ts'
import { apiKey, v2 } from '../support/versions.ts'

afterEach(() => void vi.unstubAllGlobals())

const page = () => {
  vi.stubGlobal('window', { document: {} })
  vi.stubGlobal('process', { ...process, versions: {} })
}

const scope = { WorkerGlobalScope: class {}, process: undefined }
const dedicated = { ...scope, DedicatedWorkerGlobalScope: class {} }
const location = { href: 'https://app.example.org/worker.js' }
const chrome = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/141.0.0.0 Safari/537.36' }
const firefox = { userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0' }

/** Globals of a worker by its runtime, and whether that runtime is a browser. */
const workers: readonly (readonly [name: string, globals: object, isBrowser: boolean])[] = [
  ['a worker of Chrome', { ...dedicated, location, navigator: chrome }, true],
  ['a worker of Firefox', { ...dedicated, location, navigator: firefox }, true],
  ['a shared worker', { ...scope, SharedWorkerGlobalScope: class {}, location, navigator: chrome }, true],
  ['a service worker', { ...scope, ServiceWorkerGlobalScope: class {}, location, navigator: firefox }, true],
  ['workerd', { ...scope, ServiceWorkerGlobalScope: class {}, navigator: { userAgent: 'Cloudflare-Workers' } }, false],
  ['workerd of long ago', { ...scope, navigator: undefined }, false],
  [
    'a worker of Deno',
    { ...dedicated, location: { href: 'file:///worker.ts' }, navigator: { userAgent: 'Deno/2.5.1' } },
    false,
  ],
  ['a worker of Bun', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Bun/1.3.0' } }, false],
  ['Node with globals of a browser', { WorkerGlobalScope: class {}, navigator: { userAgent: 'Mozilla/5.0' } }, false],
  ['a runtime with the name of a browser', { navigator: { userAgent: 'Mozilla/5.0' }, process: undefined }, false],
]

const { construct } = v2

test.each(workers)(
  "a client refuses a key in a browser's worker without dangerouslyAllowBrowser, and accepts it elsewhere: %s",
  async (_, globals, isBrowser) => {
    for (const [name, value] of Object.entries(globals)) vi.stubGlobal(name, value)
    const make = (options: object = {}) => construct({ baseUrl: base, apiKey, ...options })
    expect(make({ dangerouslyAllowBrowser: true })).toBeInstanceOf(Object)
    if (isBrowser)
      expect((await failureOf(() => make())).message).toMatch(/^apiKey: .* worker.*dangerouslyAllowBrowser/)
    else expect(make()).toBeInstanceOf(Object)
  },
)

test('a client refuses a key in a web page, and says why', async () => {
  page()
  for (const key of [apiKey, () => apiKey]) {
    const error = await failureOf(() => construct({ baseUrl: base, apiKey: key }))
    expect(error).toMatchObject({ code: 'input', field: 'apiKey' })
    expect(error.message).toMatch(
      /browser page or its workers: every visitor of the page can read the key .* dangerouslyAllowBrowser/,
    )
    expect(shows(error, apiKey)).toBe(false)
  }
  expect(await failureOf(() => construct({ baseUrl: base, apiKey, dangerouslyAllowBrowser: false }))).toMatchObject({
    field: 'apiKey',
  })
})

test('a client accepts a key in a simulated page under Node, and where window has no document', () => {
  vi.stubGlobal('window', { document: {} })
  expect(construct({ baseUrl: base, apiKey })).toBeInstanceOf(Object)
  page()
  vi.stubGlobal('window', {})
  expect(construct({ baseUrl: base, apiKey })).toBeInstanceOf(Object)
})

test('a client sends its key over http: to another machine only with allowInsecureHttp', async () => {
  const plain = 'http://events.internal'
  expect(construct({ baseUrl: plain, apiKey, allowInsecureHttp: true })).toMatchObject({ baseUrl: plain })
  for (const allowInsecureHttp of [false, undefined]) {
    const error = await failureOf(() => construct({ baseUrl: plain, apiKey, allowInsecureHttp }))
    expect(error).toMatchObject({ code: 'input', field: 'baseUrl' })
  }
})

const { version: ours } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const agentOf = async (options: object = {}, call: object = {}) => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], options)
  await client.get('e1', call)
  return requests[0]?.headers.get('user-agent')
}

test('User-Agent begins with the value of the option appInfo, followed by the name of the package (RFC 9110 §10.1.5)', async () => {
  const url = 'https://mirror.example.org/about'
  expect(await agentOf()).toBe(`osdi-events/${ours}`)
  expect(await agentOf({ appInfo: { name: 'Mirror' } })).toBe(`Mirror osdi-events/${ours}`)
  expect(await agentOf({ appInfo: { name: 'Mirror', version: '1.4.0-rc.1', url } })).toBe(
    `Mirror/1.4.0-rc.1 (+${url}) osdi-events/${ours}`,
  )
  expect(await agentOf({ appInfo: { name: 'Mirror', url: 'mailto:us@example.org' } })).toBe(
    `Mirror (+mailto:us@example.org) osdi-events/${ours}`,
  )
})

test("a client sends no User-Agent in a page, a simulated page or a browser's worker", async () => {
  const appInfo = { name: 'Mirror' }
  vi.stubGlobal('window', { document: {} })
  expect(await agentOf({ appInfo })).toBeNull()
  vi.stubGlobal('process', undefined)
  expect(await agentOf({ appInfo, dangerouslyAllowBrowser: true })).toBeNull()
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('location', { href: 'https://app.example.org/worker.js' })
  expect(await agentOf({ appInfo })).toBeNull()
})

test('User-Agent has the value of the option appInfo on server runtimes other than Node', async () => {
  vi.stubGlobal('process', undefined)
  expect(await agentOf({ appInfo: { name: 'Mirror' } })).toBe(`Mirror osdi-events/${ours}`)
})

test('a User-Agent in the option headers replaces the default User-Agent', async () => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], { headers: { 'User-Agent': 'mine' } })
  await client.get('e1')
  await client.get('e1', { headers: { 'user-agent': 'mine too' } })
  expect(requests.map(({ headers }) => headers.get('user-agent'))).toEqual(['mine', 'mine too'])
})
