import { cpSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { EventsV2 } from 'osdi-events'
import { actionNetwork, createMockService, type MockServiceOptions } from 'osdi-events/mock'
import { afterAll, expect, test } from 'vitest'
import { endpointOf } from '../../examples/json-endpoint.ts'
import { signUpRouteOf } from '../../examples/sign-up-route.ts'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/cli.ts'
import { commandOf, type MockName, mockNames } from '../support/example-commands.ts'

/** The packages that examples name in their beginning or in their `package.json`. */
const project = install(
  ...['ky', 'zod', 'csv-parse', 'hono', '@hono/node-server', 'pg-boss', '@electric-sql/pglite', 'html-to-text'],
)
const presets: Readonly<Record<MockName, MockServiceOptions>> = {
  mock: {},
  'mock --preset action-network': actionNetwork,
}

/** A copy of the examples for each mock: some keep files beside themselves. */
const copies = mockNames.map((mock) => [mock, join(project.folder, mock.replaceAll(' ', '-'))] as const)
for (const [, folder] of copies) cpSync(join(root, 'examples'), folder, { recursive: true })
afterAll(() => project[Symbol.dispose]())

/** Starts an example as its beginning says, in a copy of its folder, with a mock behind a socket, by the clock of the machine. */
async function started(path: string, mock: MockName, more: Readonly<Record<string, string>> = {}) {
  const { env, words } = commandOf(path, mock)
  const folder = join(new Map(copies).get(mock) ?? '', dirname(path))
  const script = () => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).scripts.start as string
  const [program, ...args] = words.join(' ') === 'npm start' ? script().split(' ') : words
  expect([program, args[0]]).toEqual(['node', basename(path)])
  const served = await servedService({ ...presets[mock], events: 60, now: 'system' })
  const running = start(process.execPath, args, { ...served.env, ...env, ...more }, folder)
  const end = async () => {
    await running[Symbol.asyncDispose]()
    await served[Symbol.asyncDispose]()
  }
  return { ...running, service: served.service, [Symbol.asyncDispose]: end }
}

/** For an example that a test of its own runs against the other mock. */
const preset: readonly MockName[] = ['mock --preset action-network']

/** What each program prints on standard output at its end. */
const programs: readonly (readonly [path: string, mocks: readonly MockName[], stdout: RegExp])[] = [
  ['list-all-events.ts', preset, /^\d+ events on \d pages$/m],
  ['campaign-report.ts', preset, /^all +\d+ +\d+$/m],
  ['copy-in-step/main.ts', preset, /^everything: \d+ events written, 0 gone/],
  ['publish-spreadsheet/main.ts', preset, /^(?:(?:created|updated|unchanged) .+\n){3}$/],
  ['version-1-to-2/before.ts', mockNames, /^true Picnic, indoors 2026-06-20T12:00:00\ntrue Ada\n$/],
  ['version-1-to-2/after.ts', mockNames, /^true Picnic, indoors 2026-06-20T12:00:00\ntrue Ada\n$/],
]

test.concurrent.for(programs.flatMap(([path, mocks, stdout]) => mocks.map((mock) => [path, mock, stdout] as const)))(
  '%s runs against osdi-events %s, as its first lines say',
  async ([path, mock, stdout], { expect }) => {
    await using program = await started(path, mock)
    const ended = await program.ended
    expect([ended.stderr, ended.code]).toEqual(['', 0])
    expect(ended.stdout).toMatch(stdout)
    if (path.startsWith('version-1-to-2/')) {
      const version = path.endsWith('before.ts') ? 'v1' : 'v2'
      expect([...new Set(program.service.requests.map((request) => request.version))]).toEqual([version])
    }
  },
)

/** Where each server says that it listens, the page to ask for, and what it has. */
const servers: readonly (readonly [
  path: string,
  mocks: readonly MockName[],
  listens: RegExp,
  page: string,
  has: RegExp,
])[] = [
  ['events-page/node.ts', mockNames, /:(\d+)\/events/, '/events', /<h3><a href="\/events\/[\w-]+">\w/],
  ['calendar-feed/server.ts', preset, /:(\d+)\/calendar\.ics/, '/calendar.ics', /^BEGIN:VEVENT\r$/m],
]

test.concurrent.for(servers.flatMap(([path, mocks, ...rest]) => mocks.map((mock) => [path, mock, ...rest] as const)))(
  '%s answers visitors from osdi-events %s, as its first lines say',
  async ([path, mock, listens, page, has], { expect }) => {
    await using program = await started(path, mock, { PORT: '0' })
    const [, port] = await program.until('stdout', listens)
    const response = await fetch(`http://127.0.0.1:${port}${page}`)
    expect(await response.text()).toMatch(has)
    expect([response.status, program.printed.stderr]).toEqual([200, ''])
  },
)

test('the first lines of each example have a command for each mock', () => {
  for (const [path] of [...programs, ...servers])
    expect(mockNames.map((mock) => commandOf(path, mock).words.length > 0)).toEqual([true, true])
})

// Its embedded Postgres makes its files for many seconds. `many-groups.test.ts` runs the program against the other mock.
test('many-groups/main.ts copies the events of osdi-events mock --preset action-network, as its first lines say', {
  tags: ['night'],
  timeout: 60_000,
}, async () => {
  await using program = await started('many-groups/main.ts', 'mock --preset action-network')
  await program.until('stdout', /^group: \d+ events, up to date$/m)
  expect(program.printed.stderr).toBe('')
})

/** Preset and service in this process, for examples that are functions. */
function inProcess(mock: MockName) {
  const service = createMockService({ ...presets[mock], events: 3 })
  const { baseUrl, namespace, fetch, seeded } = service
  return { service, events: new EventsV2({ baseUrl, namespace, apiKey: seeded.group.token, fetch }) }
}

test.for(mockNames)('json-endpoint.ts returns the events of %s', async (mock) => {
  const { events } = inProcess(mock)
  const response = await endpointOf(events)(new Request('https://app.example.org/api/events?max=2'))
  expect(await response.json()).toMatchObject({ items: [{ rsvps: expect.any(Number) }, {}], more: true })
})

test.for(mockNames)('sign-up-route.ts records an RSVP in %s', async (mock) => {
  const { service, events } = inProcess(mock)
  const { id } = service.addEvent({ title: 'Picnic' })
  const body = new URLSearchParams({ event: id, email: 'ada@example.org' })
  const response = await signUpRouteOf(events, () => service.clock.now().getTime())(
    new Request('https://town.example.org/', { method: 'POST', body }),
  )
  expect([response.status, await response.text()]).toEqual([200, 'You are on the list. See you there!'])
})
