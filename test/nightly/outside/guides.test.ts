import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { fenceWith } from '../../support/guide.ts'
import { installPacked, type PackedProject } from '../../support/packed.ts'
import { outputOf } from './installed.ts'

// What the guides say of other tools, tried with them in a project of a user.
let project: PackedProject
beforeAll(() => {
  const jest = ['jest@30', '@jest/globals@30', 'jest-fixed-jsdom', '@babel/core@7', '@babel/preset-env@7']
  project = installPacked(...jest, 'msw@3', 'vitest@5', 'happy-dom', 'pino', 'winston')
})
afterAll(() => {
  vi.unstubAllEnvs()
  project[Symbol.dispose]()
})

function write(files: Readonly<Record<string, string>>): void {
  for (const [name, text] of Object.entries(files)) {
    const file = join(project.folder, name)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
}

const installed = (path: string) => join(project.folder, 'node_modules', path)
const inFolder = (folder: string, ...args: readonly string[]) => outputOf(join(project.folder, folder), ...args)
const jest = (folder: string, ...flags: readonly string[]) => inFolder(folder, ...flags, installed('jest/bin/jest.js'))
const vmModules = '--experimental-vm-modules'

const lists = `
test('lists', async () => {
  const service = createMockService({ events: 3 })
  const apiKey = service.seeded.group.token
  const events = new EventsV2({ baseUrl: service.baseUrl, apiKey, fetch: service.fetch })
  expect((await events.list().toArray({ max: 10 })).items).toHaveLength(3)
})
`
const required = `
const { EventsV2 } = require('osdi-events')
const { createMockService } = require('osdi-events/mock')
${lists}`

describe('Jest', () => {
  test('runs the test of the guide', async () => {
    write({ 'esm/package.json': '{"type":"module"}', 'esm/events.test.js': fenceWith('testing', '@jest/globals') })
    const { ok, text } = await jest('esm', vmModules)
    expect(ok, text).toBe(true)
  })

  test('runs tests in CommonJS on Node 24.9 and newer', async () => {
    write({ 'cjs/package.json': '{"type":"commonjs"}', 'cjs/events.test.js': required })
    const { ok, text } = await jest('cjs', vmModules)
    expect(ok, text).toBe(true)
  })

  test('runs tests in CommonJS without a flag only with the configuration of the guide', async () => {
    const presets = "[['@babel/preset-env', { targets: { node: 'current' } }]]"
    write({
      'babel/package.json': '{"type":"commonjs"}',
      'babel/events.test.js': required,
      'babel/babel.config.js': `module.exports = { presets: ${presets} }`,
    })
    expect((await jest('babel')).text).toContain('Must use import to load ES Module')
    write({ 'babel/jest.config.js': fenceWith('testing', 'transformIgnorePatterns') })
    const { ok, text } = await jest('babel')
    expect(ok, text).toBe(true)
  })

  test.for(['node', 'jest-fixed-jsdom'])(
    '%s: fake timers and MSW work together without nextTick',
    async (environment) => {
      const folder = `timers-${environment}`
      write({
        [`${folder}/package.json`]: `{"type":"module","jest":{"testEnvironment":"${environment}"}}`,
        [`${folder}/events.test.js`]: `
        import { afterAll, beforeAll, expect, jest, test } from '@jest/globals'
        import { EventsV2 } from 'osdi-events'
        import { createMockService } from 'osdi-events/mock'
        import { setupMockServer } from 'osdi-events/mock/node'
        const service = createMockService({ events: 3 })
        const server = setupMockServer(service)
        beforeAll(server.listen)
        afterAll(server.close)
        test('the client waits', async () => {
          jest.useFakeTimers({ doNotFake: ['nextTick'] })
          service.faults.add({ times: 1, effect: { kind: 'rate-limit', retryAfter: 30 } })
          const page = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token }).page(1)
          await jest.advanceTimersByTimeAsync(31_000)
          expect((await page).total_records).toBe(3)
        })`,
      })
      const { ok, text } = await jest(folder, vmModules)
      expect(ok, text).toBe(true)
    },
  )
})

test('happy-dom: MSW answers requests only with the configuration of the guide', async () => {
  const over = `
    import { EventsV2 } from 'osdi-events'
    import { createMockService } from 'osdi-events/mock'
    import { setupMockServer } from 'osdi-events/mock/node'
    import { afterAll, beforeAll, expect, test } from 'vitest'
    const service = createMockService({ events: 3 })
    const server = setupMockServer(service)
    beforeAll(server.listen)
    afterAll(server.close)
    test('lists', async () => {
      const events = new EventsV2({ baseUrl: service.baseUrl, apiKey: service.seeded.group.token, retry: false })
      expect((await events.page(1)).total_records).toBe(3)
    })`
  const config = "export default { test: { environment: 'happy-dom' } }"
  write({ 'happy/package.json': '{"type":"module"}', 'happy/events.test.js': over, 'happy/vitest.config.js': config })
  const vitest = () => inFolder('happy', installed('vitest/vitest.mjs'), 'run')
  expect((await vitest()).text).toContain('Cross-Origin Request Blocked')
  write({ 'happy/vitest.config.js': fenceWith('testing', 'happy-dom') })
  const { ok, text } = await vitest()
  expect(ok, text).toBe(true)
})

test.for(['pinoLogger', 'winstonLogger'])(
  '%s in the guide logs messages unchanged, with their fields',
  async (logger) => {
    write({
      'loggers.js': fenceWith('errors-and-retries', 'winston'),
      [`${logger}.js`]: `
      import { ${logger} as logger } from './loggers.js'
      import { EventsV2 } from 'osdi-events'
      import { createMockService } from 'osdi-events/mock'
      const service = createMockService({ events: 3 })
      const options = { baseUrl: service.baseUrl, apiKey: service.seeded.group.token, fetch: service.fetch, logger }
      await new EventsV2(options).list({ filter: "title eq '100% Fun'" }).toArray({ max: 1 })
      await new EventsV2(options).get('nothing').catch(() => {})`,
    })
    const { ok, text } = await inFolder('.', `${logger}.js`)
    expect(ok, text).toBe(true)
    const lines: Readonly<Record<string, unknown>>[] = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    const messages = lines.map(({ msg, message }) => msg ?? message)
    expect(messages).toEqual([
      expect.stringMatching(/filter=title\+eq\+%27100%25\+Fun%27 answered 200 in \d+ ms$/),
      expect.stringMatching(/nothing answered 404 in \d+ ms$/),
      expect.stringMatching(/^GET \S+nothing answered 404: Event not found$/),
    ])
    expect(lines.map(({ status }) => status)).toEqual([200, 404, 404])
    expect(lines.at(-1)).toMatchObject({ code: 'http', method: 'GET' })
  },
)
