import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { install, root } from '../support/built.ts'
import { temporaryFolder } from '../support/folder.ts'
import { entryPointsOf, inferring } from '../support/public-types.ts'

const manifest: { readonly exports: Readonly<Record<string, { readonly types: string }>> } = JSON.parse(
  readFileSync(`${root}package.json`, 'utf8'),
)
const entryPoints = entryPointsOf(
  Object.fromEntries(
    Object.entries(manifest.exports).map(([name, { types }]) => [name.replace('.', 'osdi-events'), types]),
  ),
)
const exportedBy = (specifier: string) =>
  entryPoints.find((entry) => entry.specifier === specifier)?.exported.map(({ name }) => name) ?? []

test('the tests find all entry points of the package with their types', () => {
  expect(entryPoints).toHaveLength(10)
  expect(exportedBy('osdi-events')).toEqual(expect.arrayContaining(['EventsV1', 'EventsV2', 'EventV2', 'wallClockOf']))
  const pager = entryPoints[0]?.exported.find(({ name }) => name === 'Pager')
  expect(pager).toMatchObject({ type: 'Pager<{ readonly a: string }>', members: expect.arrayContaining(['toArray']) })
})

test('programs can import the types of fields and results by name', () => {
  const wanted = [
    ...['AttendanceFields', 'AttendanceLinks', 'Attendee', 'AttendeeEmailAddress', 'AttendeePhoneNumber', 'Address'],
    ...['PersonV2', 'Roster', 'EventV2Own', 'FilterOn', 'KnownTransparence', 'KnownVisibility'],
    ...['LocationChanges', 'Namespaced', 'OwnAttendanceFields', 'OwnEventLinks', 'PersonLinksV1'],
    'ToArrayOptions',
  ]
  expect(exportedBy('osdi-events')).toEqual(expect.arrayContaining(wanted))
})

describe.for(entryPoints)('$specifier', (entry) => {
  test('exports every interface and class that its declarations name', () => {
    // Those of the mock service are at hand for everybody who uses one of its entry points.
    const mock = entry.specifier.startsWith('osdi-events/mock/') ? exportedBy('osdi-events/mock') : []
    const known = new Set([...mock, ...exportedBy(entry.specifier)])
    const unknown = entry.named.filter(([name]) => !known.has(name))
    expect(unknown.map(([name, declaration]) => `${name}, named by ${declaration}`)).toEqual([])
  })
})

const project = install('ky', 'zod', 'msw')
afterAll(() => project[Symbol.dispose]())

/** What a library exports of values, and lets the compiler infer. */
const inferred = `
  import { EventsV1, EventsV2, embeddedOf, eventsOf, rejectedOf, responseOf, wallClockOf } from 'osdi-events'
  const one = new EventsV1({ baseUrl: 'https://events.example.org', apiKey: 'key' })
  const two = new EventsV2({ baseUrl: 'https://events.example.org', apiKey: 'key', namespace: 'action_network' })
  export const [event1, event2] = [await one.get('x'), await two.get('x')]
  export const [links1, links2] = [event1._links, event2._links]
  export const [people, embedded] = [event1._embedded, embeddedOf(event1, 'osdi:organizer')]
  export const [sponsor, status] = [event2['action_network:sponsor'], event2.status]
  export const [location, point] = [event2.location, event2.location?.location]
  export const page = await two.page(1)
  export const [linksOfPage, items, rejected] = [page._links, eventsOf(page), rejectedOf(page)]
  export const pager = two.list()
  export const pages = pager.pages()
  export const [report, all] = [pages.report, await pager.toArray({ max: 3 })]
  export const [info, clock] = [responseOf(event1), wallClockOf(event1)]
  export const [create, update] = [two.create, two.update]
  export const given = (event: Parameters<typeof two.create>[0]) => event

  import { createMockService, defaultAssumptions, mockAdmin } from 'osdi-events/mock'
  const service = createMockService()
  export const { addPerson, addGroup, addKey, addCampaign, addEvent, updateEvent, attend, removeEvent } = service
  export const { targeting, dashboard, mailingList, snapshot, restore, requests, faults, outbox, seeded } = service
  export const [person, key, added] = [addPerson(), addKey(), addEvent({ title: 'Picnic' })]
  export const [attendances, state] = [attend(added, 1), snapshot().toJSON()]
  export const [stored, place, token] = [state.events[0], state.events[0]?.location.place, state.seeded]
  export const [limit, made, admin] = [defaultAssumptions.rateLimit, createMockService, mockAdmin('http://localhost:1')]
  export const { addEvent: add, dashboard: list } = admin
`

const entryFiles = entryPoints.map((entry, index) => {
  const file = `./entry-${index}.ts`
  writeFileSync(join(project.folder, file), inferring(entry))
  return file
})
writeFileSync(join(project.folder, 'inferred.ts'), inferred)
const library = [...entryFiles, './inferred.ts']
  .map((file, index) => `export * as part${index} from '${file}'`)
  .join('\n')

const lib = ['--lib', 'es2024,dom,dom.iterable,esnext.disposable']
const declaring = ['--declaration', '--skipLibCheck', '--allowImportingTsExtensions', ...lib]

// What a library exports is written into its own declarations: TS4023, TS2742 and TS2883 where a type in it has no name. Version 7 takes half of the
// time of version 6, which the nightly run has.
test('a compiler writes declarations of a library that exports copies and parts of every public type, and what it inferred', {
  tags: ['night'],
}, () => {
  const flags = ['--module', 'esnext', '--moduleResolution', 'bundler']
  const said = project.compile(library, [...declaring, ...flags], 'typescript-7').split('\n')
  // MSW does not export all types that its handlers are made of.
  expect(said.filter((line) => line !== '' && !line.includes("'RequestHandlerDefaultInfo'"))).toEqual([])
})

test('the build of the package fails when tsup fails or prints a warning', async () => {
  await using folder = await temporaryFolder()
  const build = (says: string) => {
    const tsup = folder.file('tsup')
    writeFileSync(tsup, `#!/bin/sh\n${says}\n`)
    chmodSync(tsup, 0o755)
    const env = { ...process.env, PATH: `${folder.path}${delimiter}${process.env.PATH}` }
    return spawnSync(process.execPath, [`${root}scripts/build.ts`], { env, encoding: 'utf8' })
  }
  expect(build(':').status).toBe(0)
  expect(build('exit 3').status).toBe(1)
  const warned = build('echo "still references private shared type exports" >&2')
  expect([warned.status, warned.stderr]).toEqual([1, 'still references private shared type exports\n'])
})
