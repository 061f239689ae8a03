import { readFileSync } from 'node:fs'
import { afterEach, expect, test, vi } from 'vitest'
import { eventOf } from '../support/client-answers.ts'
import { clientOver, json } from '../support/scripted-fetch.ts'

afterEach(() => void vi.unstubAllGlobals())

const { version: ours } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))

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
