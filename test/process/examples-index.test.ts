import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { EventsV2 } from 'osdi-events'
import { createMockService } from 'osdi-events/mock'
import { afterAll, expect, test } from 'vitest'
import { CalendarFeed } from '../../examples/calendar-feed/feed.ts'
import { checkInOf } from '../../examples/check-in.ts'
import { endpointOf } from '../../examples/json-endpoint.ts'
import { signUpRouteOf } from '../../examples/sign-up-route.ts'
import { install, root } from '../support/built.ts'
import { servedService, start } from '../support/cli.ts'
import { folderOf, indexed, missingIn } from '../support/examples-index.ts'

const project = install('ky', 'zod', 'csv-parse', 'pg-boss', '@electric-sql/pglite')
cpSync(join(root, 'examples'), project.folder, { recursive: true })
afterAll(() => project[Symbol.dispose]())

const world = { events: 60, now: '2026-05-01T12:00:00Z' } as const
const commands = indexed().filter(({ command }) => command !== undefined)
const programs = commands.filter(({ command }) => /^(?:node|python3|bash) /.test(command ?? ''))

test.concurrent.for(programs.map((each) => [each.path, each] as const))(
  'the index shows what the example %s prints',
  async ([, each], { expect }) => {
    const [program = '', ...args] = (each.command ?? '').split(' ')
    await using served = await servedService(world)
    const folder = join(project.folder, folderOf(each))
    await using running = start(program === 'node' ? process.execPath : program, args, served.env, folder)
    // Some go on until they are ended.
    await Promise.race([running.ended, running.until('stdout', /up to date/).catch(() => running.ended)])
    expect(missingIn(running.printed.stdout, each.shown), running.printed.stdout + running.printed.stderr).toEqual([])
  },
)

/** The text with which each route answers the request that the index shows. */
const routes: Readonly<Record<string, (events: EventsV2, id: string, url: string) => Promise<string>>> = {
  'json-endpoint.ts': async (events, _, url) =>
    JSON.stringify(await (await endpointOf(events)(new Request(url))).json(), null, 2),
  'sign-up-route.ts': async (events, event, url) => {
    const body = new URLSearchParams({ event, email: 'ada@example.org' })
    return (await signUpRouteOf(events)(new Request(url, { method: 'POST', body }))).text()
  },
  'check-in.ts': async (events, id, url) => {
    const person = { given_name: 'Ada', family_name: 'Lovelace', email_addresses: [{ address: 'ada@example.org' }] }
    await events.recordAttendance(id, { person })
    return (await checkInOf(events, id)(new Request(url))).text()
  },
  'calendar-feed/': async (events, _, url) => {
    const feed = new CalendarFeed(events)
    await feed.refresh()
    return feed.respond(new Request(url)).text()
  },
}

test('the index shows the output of each example that has a command', () => {
  expect(commands.filter(({ command }) => command?.startsWith('curl ')).map(({ path }) => path)).toEqual(
    expect.arrayContaining(Object.keys(routes)),
  )
  expect(programs.length + Object.keys(routes).length).toBe(commands.length)
})

test.for(Object.keys(routes))('the index shows how the example %s answers', async (path) => {
  const { command = '', shown = [] } = commands.find((each) => each.path === path) ?? {}
  const service = createMockService(world)
  const { baseUrl, fetch, seeded } = service
  const events = new EventsV2({ baseUrl, fetch, apiKey: seeded.group.token })
  const added = service.addEvent({ title: 'Picnic' }, { key: seeded.group })
  const url = /http:[^'\s]+/.exec(command)?.[0] ?? ''
  const text = await routes[path]?.(events, added.id, url)
  expect(missingIn(text ?? '', shown), text).toEqual([])
})
