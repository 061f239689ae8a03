import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { failureOf } from '../support/failure.ts'
import { base, clientOver, json } from '../support/scripted-fetch.ts'
import { apiKey, v2 } from '../support/versions.ts'

afterEach(() => void vi.unstubAllGlobals())

const { version: ours } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

const { construct } = v2

const agentOf = async (options: object = {}, call: object = {}) => {
  const { client, requests } = clientOver('v2', [json(eventOf('v2'))], options)
  await client.get('e1', call)
  return requests[0]?.headers.get('user-agent')
}

test('requests name the package, and before it the application (RFC 9110 §10.1.5)', async () => {
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

test('requests name nobody in a page, simulated or not, nor in a worker of a browser', async () => {
  const appInfo = { name: 'Mirror' }
  vi.stubGlobal('window', { document: {} })
  expect(await agentOf({ appInfo })).toBeNull()
  vi.stubGlobal('process', undefined)
  expect(await agentOf({ appInfo, dangerouslyAllowBrowser: true })).toBeNull()
  vi.stubGlobal('window', undefined)
  vi.stubGlobal('location', { href: 'https://app.example.org/worker.js' })
  expect(await agentOf({ appInfo })).toBeNull()
})

test('requests name the application on servers that are no Node', async () => {
  vi.stubGlobal('process', undefined)
  expect(await agentOf({ appInfo: { name: 'Mirror' } })).toBe(`Mirror osdi-events/${ours}`)
})

test('a client takes no name that would not fit into a header', async () => {
  const wrong = [
    null,
    'Mirror',
    [],
    {},
    { name: '' },
    { name: 'My Mirror' },
    { name: 'Mirror\r\nx: y' },
    { name: 'Spiegelbänd' },
    { name: 'Mirror/1' },
    { name: 'Mirror', version: '' },
    { name: 'Mirror', version: '1 2' },
    { name: 'Mirror', version: 1 },
    { name: 'Mirror', url: 'mirror.example.org' },
    { name: 'Mirror', url: 'https://mirror.example.org/(a)' },
    { name: 'Mirror', url: 'https://mirror.example.org/\r\nx: y' },
    { name: 'Mirror', url: 'javascript:alert(1)' },
    { name: 'Mirror', homepage: 'https://mirror.example.org' },
  ]
  for (const appInfo of wrong) {
    const error = await failureOf(() => construct({ baseUrl: base, apiKey, appInfo }))
    expect(error).toMatchObject({ code: 'input', field: 'appInfo' })
    expect(error.message).toMatch(/^appInfo: must be \{ name, version, url \}, fit for a header/)
  }
})
