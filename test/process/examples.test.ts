import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createMockService, type MockService } from 'osdi-events/mock'
import { expect, test } from 'vitest'
import { root } from '../support/built.ts'
import { listen } from '../support/http.ts'

// Each test starts a program of its own.

const run = promisify(execFile)
const program = 'examples/list-all-events.ts'
const { EVENTS_BASE_URL, EVENTS_API_KEY, EVENTS_NAMESPACE, EVENTS_VERSION, ...environment } = process.env

const listAllEvents = (env: Readonly<Record<string, string>> = {}) =>
  run(process.execPath, [program], { cwd: root, env: { ...environment, ...env } })

test('the main example lists every event in both versions, and creates, updates, re-reads and asks to delete one', async () => {
  const { stdout, stderr } = await listAllEvents()
  expect(stdout.match(/^60 events on 3 pages$/gm)).toHaveLength(2)
  expect(stdout).toMatch(/^TITLE +LOCAL START +PLACE +RSVPS$/m)
  expect(stdout).toMatch(/^.+ {2}\d{4}-\d\d-\d\d \d\d:\d\d {2}.+, [A-Z]{2} +\d+$/m)
  expect(stdout).toMatch(/^created {2}\S+ {2}Park clean-up, 2026-06-20T10:00:00$/m)
  expect(stdout).toMatch(/^re-read {2}\S+ {2}Park clean-up, with lunch, 2026-06-20T11:00:00$/m)
  expect(stdout).toMatch(/^delete {3}refused, as documented: DELETE https:\/\/\S+ answered 405: .+$/m)
  expect(stderr).toBe('')
})

for (const version of ['v1', 'v2'] as const) {
  test(`the main example lists the service that the environment names, in ${version}, and writes nothing to it`, async () => {
    const services: MockService[] = []
    await using server = await listen((baseUrl) => {
      const service = createMockService({ baseUrl, events: 30, namespace: 'action_network' })
      services.push(service)
      return (request) => service.fetch(request)
    })
    const [service] = services
    const { stdout } = await listAllEvents({
      EVENTS_BASE_URL: server.url,
      EVENTS_API_KEY: service?.seeded.group.token ?? '',
      EVENTS_NAMESPACE: 'action_network',
      ...(version === 'v1' && { EVENTS_VERSION: version }),
    })
    expect(stdout).toMatch(/^30 events on 2 pages$/m)
    expect(stdout).not.toContain('created')
    expect(service?.requests.map(({ method, path }) => `${method} ${path}`)).toEqual(
      Array(2).fill(`GET /api/${version}/events`),
    )
  })
}

test('the main example says which setting is missing', async () => {
  await expect(listAllEvents({ EVENTS_BASE_URL: 'https://events.example.org' })).rejects.toMatchObject({
    stderr: expect.stringContaining('EVENTS_API_KEY is not'),
  })
})
